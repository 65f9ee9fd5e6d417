// SPDX-License-Identifier: MIT
// Pixels of placed sprites, by whole numbers: every pixel narrowphase reads through this map and
// agrees.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/hash.hpp"
#include "collide/bounding_volume.hpp"
#include "collide/event_log.hpp"
#include "collide/frame.hpp"
#include "collide/image.hpp"

namespace phasebox {

/// Whole world pixels [x0, x1) x [y0, y1).
struct PixelRect {
  int x0, y0, x1, y1;
  constexpr int width() const { return x1 - x0; }
  constexpr int height() const { return y1 - y0; }
  constexpr bool empty() const { return x0 >= x1 || y0 >= y1; }
};
constexpr PixelRect intersection(const PixelRect& a, const PixelRect& b) {
  return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}

/// An image in the world. World pixel (x, y) shows the image pixel under its middle; positions
/// count as rounded to whole pixels. The map is linear in 32.32 fixed point, so walking along a row
/// and jumping to a pixel give the same answer on every machine.
class PixelView {
 public:
  /// A point of the image, 32.32 px; whole part: the pixel.
  struct Point {
    std::int64_t u, v;
  };

  /// The image with its top-left pixel at (left, top), neither rotated nor scaled.
  PixelView(const Image& image, int left, int top)
      : image_(&image), x_(left + image.pivot_x), y_(top + image.pivot_y) {}

  PixelView(const Image& image, const Transform& transform, Vec2 scale)
      : image_(&image),
        x_(nearest_pixel(transform.position.x)),
        y_(nearest_pixel(transform.position.y)) {
    const Rotation r = transform.rotation;
    if (is_plain(r, scale)) return;
    u_by_x_ = half_steps(r.c, scale.x), u_by_y_ = half_steps(r.s, scale.x);
    v_by_x_ = half_steps(-r.s, scale.y), v_by_y_ = half_steps(r.c, scale.y);
  }

  /// Where the middle of a world pixel lies in the image.
  Point at(int x, int y) const {
    // Odd half-pixels: the middle of the pixel.
    const std::int64_t dx = 2 * (static_cast<std::int64_t>(x) - x_) + 1;
    const std::int64_t dy = 2 * (static_cast<std::int64_t>(y) - y_) + 1;
    return {u_by_x_ * dx + u_by_y_ * dy + (static_cast<std::int64_t>(image_->pivot_x) << 32),
            v_by_x_ * dx + v_by_y_ * dy + (static_cast<std::int64_t>(image_->pivot_y) << 32)};
  }
  /// How far one world pixel to the right, or down, goes in the image.
  Point step_right() const { return {2 * u_by_x_, 2 * v_by_x_}; }
  Point step_down() const { return {2 * u_by_y_, 2 * v_by_y_}; }

  /// Alpha at a point of the image; 0 outside.
  std::uint8_t alpha(Point p) const {
    // One comparison per axis: what is left of 0 is, unsigned, beyond every width.
    const auto u = static_cast<std::uint64_t>(p.u >> 32), v = static_cast<std::uint64_t>(p.v >> 32);
    const auto width = static_cast<std::uint64_t>(image_->width);
    if (u >= width || v >= static_cast<std::uint64_t>(image_->height)) return 0;
    return image_->alpha[v * width + u];
  }
  /// Alpha at a world pixel; 0 outside the image.
  std::uint8_t alpha(int x, int y) const { return alpha(at(x, y)); }

  const Image& image() const { return *image_; }
  int x() const { return x_; }  ///< the sprite's position, whole px
  int y() const { return y_; }
  /// Neither rotated nor scaled: image pixels are world pixels, (left, top) shows the first.
  bool is_plain() const {
    return u_by_x_ == kOne && v_by_y_ == kOne && u_by_y_ == 0 && v_by_x_ == 0;
  }
  int left() const { return x_ - image_->pivot_x; }
  int top() const { return y_ - image_->pivot_y; }

  static bool is_plain(Rotation r, Vec2 scale) {
    return r.c == 1 && r.s == 0 && scale == Vec2{1, 1};
  }
  /// A position rounded to whole pixels, halves away from 0. Not `lround`: that is a call.
  static int nearest_pixel(float position) {
    const auto held = static_cast<double>(std::clamp(position, -kFar, kFar));
    return static_cast<int>(held + std::copysign(0.5, held));
  }

  /// Positions beyond this many px lie at it for pixel answers; 2^24 is where floats lose whole
  /// pixels.
  static constexpr float kFar = 16777216;
  /// Scales below this would leave the range of the map and are held there.
  static constexpr double kMinScale = 0x1p-20;

 private:
  static constexpr std::int64_t kOne = std::int64_t{1} << 31;  // 1, per half pixel

  // Image px per half world px, times 2^32.
  static std::int64_t half_steps(float turn, float scale) {
    const double per_pixel =
        static_cast<double>(turn) / std::max(static_cast<double>(scale), kMinScale);
    // Rounded down. Not `floor`: that is a call.
    const double rounded = per_pixel * 0x1p31 + 0.5;
    const auto whole = static_cast<std::int64_t>(rounded);
    return whole - (rounded < static_cast<double>(whole));
  }

  const Image* image_;
  int x_, y_;
  std::int64_t u_by_x_ = kOne, u_by_y_ = 0, v_by_x_ = 0, v_by_y_ = kOne;
};

/// What sampling found: the first hit in row order, and how many alpha values were read.
struct SampleResult {
  bool hit = false;
  int x = 0, y = 0;  ///< world px of the hit
  std::uint64_t reads = 0;
};

/// The n that is used on an overlap: at most its smaller side, so that thin overlaps are not
/// skipped.
constexpr int effective_step(const PixelRect& overlap, int n) {
  return std::max(1, std::min({n, overlap.width(), overlap.height()}));
}

/// How far the first sample lies from the overlap's corner: these numbers modulo the step.
struct LatticePhase {
  std::uint32_t x = 0, y = 0;
};

/// The phase of a jittered lattice in a frame: another one in every step, the same whenever that
/// step is looked at.
inline LatticePhase jittered_phase(std::uint64_t step) {
  Hasher hash;
  hash.add(step);
  return {static_cast<std::uint32_t>(hash.value()), static_cast<std::uint32_t>(hash.value() >> 32)};
}

/// The part of an overlap from its first sample on.
constexpr PixelRect from_first_sample(PixelRect overlap, int step, LatticePhase phase) {
  const auto n = static_cast<std::uint32_t>(step);
  return {overlap.x0 + static_cast<int>(phase.x % n), overlap.y0 + static_cast<int>(phase.y % n),
          overlap.x1, overlap.y1};
}

/// Visits the points of `overlap` at x, y = 0, n, 2n, ... from its top-left corner, or as far from
/// it as the phase says, and stops at the first where both alphas are at least the threshold. The
/// second image is read only where the first is opaque. n = 1 is exact. Cost: O(width * height /
/// n^2) reads without a hit, fewer with one.
template <class T>
SampleResult sample_pixels(const PixelView& a, const PixelView& b, const PixelRect& overlap, int n,
                           int alpha_threshold, T& trace, LatticePhase phase = {}) {
  SampleResult result;
  if (overlap.empty()) return result;
  const int step = effective_step(overlap, n);
  const PixelRect part = from_first_sample(overlap, step, phase);
  const auto is_opaque = [&](const PixelView& view, int x, int y, std::uint32_t which) {
    ++result.reads;
    if constexpr (T::on) {
      const Vec2 p{static_cast<float>(x), static_cast<float>(y)};
      trace.add({EventKind::read, Axis::x, 0, 0, which, {p, p + Vec2{1, 1}}});
    }
    return view.alpha(x, y) >= alpha_threshold;
  };
  for (int y = part.y0; y < part.y1; y += step)
    for (int x = part.x0; x < part.x1; x += step)
      if (is_opaque(a, x, y, 0) && is_opaque(b, x, y, 1)) {
        result.hit = true;
        result.x = x;
        result.y = y;
        return result;
      }
  return result;
}

/// The whole pixel at or below, held within the range of pixel answers. Not `floor`: that is a
/// call.
inline int floor_pixel(float edge) {
  const float held = std::clamp(edge, -PixelView::kFar, PixelView::kFar);
  const auto whole = static_cast<int>(held);
  return whole - (held < static_cast<float>(whole));
}

/// Every world pixel that a sprite's image can reach: its bounding volume at the rounded position,
/// widened to whole pixels.
inline PixelRect pixel_rect(const Frame& frame, SpriteId i, const PixelView& view) {
  const Aabb box = volume_box((*frame.images)[frame.image_of[i]], frame.volumes[i],
                              frame.transforms[i].rotation, frame.scales[i]);
  return {view.x() + floor_pixel(box.min.x), view.y() + floor_pixel(box.min.y),
          view.x() - floor_pixel(-box.max.x), view.y() - floor_pixel(-box.max.y)};
}

/// The view of sprite i as it is in this frame.
inline PixelView pixel_view(const Frame& frame, SpriteId i) {
  return {(*frame.images)[frame.image_of[i]], frame.transforms[i], frame.scales[i]};
}

}  // namespace phasebox
