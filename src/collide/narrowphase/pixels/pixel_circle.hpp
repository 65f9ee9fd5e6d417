// SPDX-License-Identifier: MIT
// The test of the circles around two opaque areas, which comes before pixels are read.
#pragma once
#include <algorithm>
#include <string_view>

#include "collide/event_log.hpp"
#include "collide/frame.hpp"
#include "collide/narrowphase/pixels/pixel_view.hpp"

namespace phasebox {

/// The help of the parameter `circle-reject`, which the methods that read pixels have in common.
inline constexpr std::string_view kCircleRejectHelp =
    "Leave a pair out when the smallest circles around both opaque areas lie apart; no collision "
    "is ever lost by it.";

/// A circle in the world, px.
struct PixelCircle {
  double x, y, radius;
};

/// Returns a circle around every point at which sprite i shows an opaque pixel, at any alpha
/// threshold: the smallest circle of its image, at the rounded position from which pixels are read.
/// Cost: O(1).
inline PixelCircle pixel_circle(const Frame& frame, SpriteId i) {
  // The radius grows by this share of the image's reach, which is more than the errors of the map's
  // 32.32 fixed point (up to 7e-6 at scale 10000) and of the rotation (2e-6).
  constexpr float kRounding = 1e-4f;
  constexpr auto kMinScale = static_cast<float>(PixelView::kMinScale);
  const Image& image = image_of(frame, i);
  const Transform& at = frame.transforms[i];
  const Vec2 scale{std::max(frame.scales[i].x, kMinScale), std::max(frame.scales[i].y, kMinScale)};
  const Vec2 offset = rotate(at.rotation, image.enclosing.center * scale);
  const float radius = image.enclosing.radius + image.reach * kRounding;
  return {PixelView::nearest_pixel(at.position.x) + static_cast<double>(offset.x),
          PixelView::nearest_pixel(at.position.y) + static_cast<double>(offset.y),
          static_cast<double>(radius * std::max(scale.x, scale.y))};
}

/// Whether the circles alone prove that no pixel is opaque in both sprites.
inline bool circles_apart(const Frame& frame, Pair pair) {
  const PixelCircle a = pixel_circle(frame, pair.a), b = pixel_circle(frame, pair.b);
  const double dx = a.x - b.x, dy = a.y - b.y, sum = a.radius + b.radius;
  return dx * dx + dy * dy > sum * sum;
}

/// Whether `circles_apart` rules a pair out; if so, it logs the pair as `skip`.
template <class T>
bool rejected_by_circles(const Frame& frame, Pair pair, T& trace) {
  if (!circles_apart(frame, pair)) return false;
  if constexpr (T::on) trace.add({EventKind::skip, Axis::x, 0, pair.a, pair.b});
  return true;
}

}  // namespace phasebox
