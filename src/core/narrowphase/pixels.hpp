// SPDX-License-Identifier: MIT
// Pixels of posed sprites, by whole numbers: every pixel narrowphase reads through this map and
// agrees.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/frame.hpp"
#include "core/image.hpp"
#include "core/posing.hpp"
#include "core/trace.hpp"

namespace phasebox {

/// Whole world pixels [x0, x1) x [y0, y1).
struct PixelRect {
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
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
  /// The image with its top-left pixel at (left, top), neither rotated nor scaled.
  PixelView(const Image& image, int left, int top) : PixelView(image, {}, {1, 1}) {
    x_ = left + image.pivot_x;
    y_ = top + image.pivot_y;
  }

  PixelView(const Image& image, const Pose& pose, Vec2 scale) : image_(&image) {
    x_ = static_cast<int>(std::lround(std::clamp(pose.position.x, -kFar, kFar)));
    y_ = static_cast<int>(std::lround(std::clamp(pose.position.y, -kFar, kFar)));
    const Rotation r = pose.rotation;
    u_by_x_ = half_steps(r.c, scale.x), u_by_y_ = half_steps(r.s, scale.x);
    v_by_x_ = half_steps(-r.s, scale.y), v_by_y_ = half_steps(r.c, scale.y);
  }

  /// Alpha at a world pixel; 0 outside the image.
  std::uint8_t alpha(int x, int y) const {
    // Odd half-pixels: the middle of the pixel.
    const std::int64_t dx = 2 * (static_cast<std::int64_t>(x) - x_) + 1;
    const std::int64_t dy = 2 * (static_cast<std::int64_t>(y) - y_) + 1;
    const std::int64_t u = ((u_by_x_ * dx + u_by_y_ * dy) >> 32) + image_->pivot_x;
    const std::int64_t v = ((v_by_x_ * dx + v_by_y_ * dy) >> 32) + image_->pivot_y;
    if (u < 0 || v < 0 || u >= image_->width || v >= image_->height) return 0;
    return image_->alpha[static_cast<std::size_t>(v * image_->width + u)];
  }

  int x() const { return x_; }  ///< the sprite's position, whole px
  int y() const { return y_; }

  /// Positions beyond this many px lie at it for pixel answers; 2^24 is where floats lose whole
  /// pixels.
  static constexpr float kFar = 16777216;

 private:
  // Image px per half world px, times 2^32. Scales below 2^-20 would leave the range and are held
  // there.
  static std::int64_t half_steps(float turn, float scale) {
    const double per_pixel =
        static_cast<double>(turn) / std::max(static_cast<double>(scale), 0x1p-20);
    return static_cast<std::int64_t>(std::floor(per_pixel * 0x1p31 + 0.5));
  }

  const Image* image_;
  int x_ = 0, y_ = 0;
  std::int64_t u_by_x_ = 0, u_by_y_ = 0, v_by_x_ = 0, v_by_y_ = 0;
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

/// Visits the points of `overlap` at x, y = 0, n, 2n, ... from its top-left corner and stops at the
/// first where both alphas are at least the threshold. The second image is read only where the
/// first is opaque. n = 1 is exact. Cost: O(width * height / n^2) reads.
template <class T>
SampleResult sample_pixels(const PixelView& a, const PixelView& b, const PixelRect& overlap, int n,
                           int alpha_threshold, T& trace) {
  SampleResult result;
  if (overlap.empty()) return result;
  const int step = effective_step(overlap, n);
  const auto is_opaque = [&](const PixelView& view, int x, int y, std::uint32_t which) {
    ++result.reads;
    if constexpr (T::on) {
      const Vec2 p{static_cast<float>(x), static_cast<float>(y)};
      trace.add({Mark::read, Axis::x, 0, 0, which, {p, p + Vec2{1, 1}}});
    }
    return view.alpha(x, y) >= alpha_threshold;
  };
  for (int y = overlap.y0; y < overlap.y1; y += step)
    for (int x = overlap.x0; x < overlap.x1; x += step)
      if (is_opaque(a, x, y, 0) && is_opaque(b, x, y, 1)) {
        result.hit = true;
        result.x = x;
        result.y = y;
        return result;
      }
  return result;
}

/// Every world pixel that a sprite's image can reach: its bounding volume at the rounded position,
/// widened to whole pixels.
inline PixelRect pixel_rect(const Frame& frame, SpriteId i, const PixelView& view) {
  const Aabb box = volume_box((*frame.images)[frame.world->images()[i]], frame.world->volumes()[i],
                              frame.poses[i].rotation, frame.world->scales()[i]);
  const auto whole = [](float edge) {
    return static_cast<int>(std::clamp(edge, -PixelView::kFar, PixelView::kFar));
  };
  return {view.x() + whole(std::floor(box.min.x)), view.y() + whole(std::floor(box.min.y)),
          view.x() + whole(std::ceil(box.max.x)), view.y() + whole(std::ceil(box.max.y))};
}

/// The view of sprite i as it is in this frame.
inline PixelView pixel_view(const Frame& frame, SpriteId i) {
  return {(*frame.images)[frame.world->images()[i]], frame.poses[i], frame.world->scales()[i]};
}

}  // namespace phasebox
