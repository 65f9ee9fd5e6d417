// SPDX-License-Identifier: MIT
// The map from world pixels to the pixels of a placed image, and the pixels that it reaches.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "collide/frame.hpp"

namespace phasebox {

/// A rectangle of whole world pixels, [x0, x1) x [y0, y1).
struct PixelRect {
  int x0, y0, x1, y1;
  constexpr int width() const { return x1 - x0; }
  constexpr int height() const { return y1 - y0; }
  constexpr bool empty() const { return x0 >= x1 || y0 >= y1; }
};
constexpr PixelRect intersection(const PixelRect& a, const PixelRect& b) {
  return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}
constexpr Aabb world_box(const PixelRect& r) {
  return {{static_cast<float>(r.x0), static_cast<float>(r.y0)},
          {static_cast<float>(r.x1), static_cast<float>(r.y1)}};
}

/// Maps world pixels to pixels of a placed image; every pixel narrowphase reads through it. World
/// pixel (x, y) shows the image pixel under its middle. Positions count as rounded to whole pixels.
/// The map is linear in 32.32 fixed point, so walking a row and jumping to a pixel agree on every
/// machine.
class PixelView {
 public:
  /// A point of the image, 32.32 px from its top-left corner. The whole part is the pixel.
  struct Point {
    std::int64_t u, v;
    constexpr Point operator+(Point o) const { return {u + o.u, v + o.v}; }
    constexpr Point operator*(std::int64_t k) const { return {u * k, v * k}; }
  };

  /// Places an image with its top-left pixel at (left, top), neither rotated nor scaled.
  PixelView(const Image& image, int left, int top)
      : image_(&image), x_(left + image.pivot_x), y_(top + image.pivot_y) {}

  PixelView(const Image& image, const Transform& transform, Vec2 scale)
      : image_(&image),
        x_(nearest_pixel(transform.position.x)),
        y_(nearest_pixel(transform.position.y)) {
    const Rotation r = transform.rotation;
    if (is_plain(r, scale)) return;
    u_by_x_ = half_steps(r.c, scale.x);
    u_by_y_ = half_steps(r.s, scale.x);
    v_by_x_ = half_steps(-r.s, scale.y);
    v_by_y_ = half_steps(r.c, scale.y);
  }

  /// Returns the image point under the middle of a world pixel.
  Point at(int x, int y) const {
    // In half pixels, the middle of a pixel is at an odd number.
    const std::int64_t dx = 2 * (static_cast<std::int64_t>(x) - x_) + 1;
    const std::int64_t dy = 2 * (static_cast<std::int64_t>(y) - y_) + 1;
    return {u_by_x_ * dx + u_by_y_ * dy + (static_cast<std::int64_t>(image_->pivot_x) << 32),
            v_by_x_ * dx + v_by_y_ * dy + (static_cast<std::int64_t>(image_->pivot_y) << 32)};
  }
  /// How far the image point moves from one world pixel to the next on its right.
  Point step_right() const { return {2 * u_by_x_, 2 * v_by_x_}; }
  /// How far the image point moves from one world pixel to the next below it.
  Point step_down() const { return {2 * u_by_y_, 2 * v_by_y_}; }

  /// The alpha at a point of the image, 0 to 255; 0 outside of the image.
  std::uint8_t alpha(Point p) const {
    // One unsigned comparison per axis is enough: negative numbers become larger than every width.
    const auto u = static_cast<std::uint64_t>(p.u >> 32), v = static_cast<std::uint64_t>(p.v >> 32);
    const auto width = static_cast<std::uint64_t>(image_->width);
    if (u >= width || v >= static_cast<std::uint64_t>(image_->height)) return 0;
    return image_->alpha[static_cast<std::size_t>(v * width + u)];
  }
  /// The alpha at a world pixel, 0 to 255; 0 outside of the image.
  std::uint8_t alpha(int x, int y) const { return alpha(at(x, y)); }

  const Image& image() const { return *image_; }
  int x() const { return x_; }  ///< the sprite's position rounded to whole world px
  int y() const { return y_; }  ///< the sprite's position rounded to whole world px
  /// Whether the image is neither rotated nor scaled: each world pixel then shows one image pixel,
  /// and (left, top) shows the image's top-left one.
  bool is_plain() const {
    return u_by_x_ == kOne && v_by_y_ == kOne && u_by_y_ == 0 && v_by_x_ == 0;
  }
  int left() const { return x_ - image_->pivot_x; }
  int top() const { return y_ - image_->pivot_y; }

  static bool is_plain(Rotation r, Vec2 scale) {
    return r.c == 1 && r.s == 0 && scale == Vec2{1, 1};
  }
  /// Rounds a position to whole pixels, halves away from 0. It does not use `lround`, which is a
  /// call.
  static int nearest_pixel(float position) {
    const auto held = static_cast<double>(std::clamp(position, -kFar, kFar));
    return static_cast<int>(held + std::copysign(0.5, held));
  }

  /// The largest coordinate, px, of pixel answers; positions beyond it count as lying there. From
  /// 2^24 on, floats lose whole pixels.
  static constexpr float kFar = 16777216;
  /// The smallest scale of the map; smaller scales would leave its number range and count as this.
  static constexpr double kMinScale = 0x1p-20;

 private:
  static constexpr std::int64_t kOne = std::int64_t{1} << 31;  // half a pixel in 32.32 fixed point

  // The image px per half world px, in 32.32 fixed point.
  static std::int64_t half_steps(float turn, float scale) {
    const double per_pixel =
        static_cast<double>(turn) / std::max(static_cast<double>(scale), kMinScale);
    // This rounds to the nearest number. It does not use `floor`, which is a call.
    const double rounded = per_pixel * 0x1p31 + 0.5;
    const auto whole = static_cast<std::int64_t>(rounded);
    return whole - (rounded < static_cast<double>(whole));
  }

  const Image* image_;
  int x_, y_;
  std::int64_t u_by_x_ = kOne, u_by_y_ = 0, v_by_x_ = 0, v_by_y_ = kOne;
};

/// A world pixel.
struct Spot {
  int x, y;
  constexpr bool operator==(const Spot&) const = default;
};
constexpr Vec2 middle(Spot s) {
  return {static_cast<float>(s.x) + 0.5f, static_cast<float>(s.y) + 0.5f};
}

/// Rounds a coordinate down to a whole pixel, within the range of pixel answers. It does not use
/// `floor`, which is a call.
inline int floor_pixel(float edge) {
  const float held = std::clamp(edge, -PixelView::kFar, PixelView::kFar);
  const auto whole = static_cast<int>(held);
  return whole - (held < static_cast<float>(whole));
}

/// Returns the world pixels that a sprite's image can reach: the box of its bounding volume at the
/// rounded position, in whole pixels.
inline PixelRect pixel_rect(const Frame& frame, SpriteId i, const PixelView& view) {
  const Aabb box = volume_box(image_of(frame, i), frame.volumes[i], frame.transforms[i].rotation,
                              frame.scales[i]);
  return {view.x() + floor_pixel(box.min.x), view.y() + floor_pixel(box.min.y),
          view.x() - floor_pixel(-box.max.x), view.y() - floor_pixel(-box.max.y)};
}

/// Returns the view of sprite i in this frame.
inline PixelView pixel_view(const Frame& frame, SpriteId i) {
  return {image_of(frame, i), frame.transforms[i], frame.scales[i]};
}

/// Returns world pixels outside of which a sprite shows nothing: its box, widened for rounding. It
/// is O(1), where `pixel_rect` may turn a hull, and serves callers whose answer does not depend on
/// where a lattice begins.
inline PixelRect reachable(const Frame& frame, SpriteId i, const PixelView& view) {
  constexpr float kFine = 1 << 20;  // up to here floats are precise to an eighth of a pixel
  const Aabb& box = frame.boxes[i];
  const bool is_fine =
      box.min.x > -kFine && box.min.y > -kFine && box.max.x < kFine && box.max.y < kFine;
  if (!is_fine) return pixel_rect(frame, i, view);
  return {floor_pixel(box.min.x) - 1, floor_pixel(box.min.y) - 1, floor_pixel(box.max.x) + 2,
          floor_pixel(box.max.y) + 2};
}

}  // namespace phasebox
