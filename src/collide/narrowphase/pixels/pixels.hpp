// SPDX-License-Identifier: MIT
// Where the pixels of two sprites meet: maps between images, walks along rows, rejecting circles.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/hash.hpp"
#include "collide/event_log.hpp"
#include "collide/frame.hpp"

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
constexpr Aabb world_box(const PixelRect& r) {
  return {{static_cast<float>(r.x0), static_cast<float>(r.y0)},
          {static_cast<float>(r.x1), static_cast<float>(r.y1)}};
}

/// An image in the world, through which every pixel narrowphase reads. World pixel (x, y) shows the
/// image pixel under its middle; positions count as rounded to whole pixels. The map is linear in
/// 32.32 fixed point, so walking a row and jumping to a pixel agree on every machine.
class PixelView {
 public:
  /// A point of the image, 32.32 px; whole part: the pixel.
  struct Point {
    std::int64_t u, v;
    constexpr Point operator+(Point o) const { return {u + o.u, v + o.v}; }
    constexpr Point operator*(std::int64_t k) const { return {u * k, v * k}; }
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
    return image_->alpha[static_cast<std::size_t>(v * width + u)];
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

  /// Positions beyond this many px lie at it for pixel answers; from 2^24 floats lose whole pixels.
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

/// A world pixel.
struct Spot {
  int x, y;
  constexpr bool operator==(const Spot&) const = default;
};
constexpr Vec2 middle(Spot s) {
  return {static_cast<float>(s.x) + 0.5f, static_cast<float>(s.y) + 0.5f};
}

/// What sampling found: the first hit in row order, and how many alpha values were read.
struct SampleResult {
  std::optional<Spot> hit;
  std::uint64_t reads = 0;
};

/// The n that is used on an overlap: at most its smaller side, so that no thin one is skipped.
constexpr int effective_step(const PixelRect& overlap, int n) {
  return std::max(1, std::min({n, overlap.width(), overlap.height()}));
}

/// How far the first sample lies from the overlap's corner: these numbers modulo the step.
struct LatticePhase {
  std::uint32_t x = 0, y = 0;
};

/// The phase of a jittered lattice in a frame: another one in every step, always the same in one.
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
    if constexpr (T::on)
      trace.add({EventKind::read, Axis::x, 0, static_cast<std::uint32_t>(step), which,
                 world_box({x, y, x + 1, y + 1})});
    return view.alpha(x, y) >= alpha_threshold;
  };
  for (int y = part.y0; y < part.y1; y += step)
    for (int x = part.x0; x < part.x1; x += step)
      if (is_opaque(a, x, y, 0) && is_opaque(b, x, y, 1)) {
        result.hit = Spot{x, y};
        return result;
      }
  return result;
}

/// The whole pixel at or below, within the range of pixel answers. Not `floor`: that is a call.
inline int floor_pixel(float edge) {
  const float held = std::clamp(edge, -PixelView::kFar, PixelView::kFar);
  const auto whole = static_cast<int>(held);
  return whole - (held < static_cast<float>(whole));
}

/// Every world pixel that a sprite's image can reach: its rounded bounding volume, in whole pixels.
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

/// Help of the row `circle-reject`, the same for every method that reads pixels.
inline constexpr std::string_view kCircleRejectHelp =
    "Leave a pair out when the smallest circles around both opaque areas lie apart; no collision "
    "is ever lost by it.";

/// A circle in the world, px.
struct PixelCircle {
  double x, y, radius;
};

/// Around every point at which sprite i shows an opaque pixel, at any alpha threshold: the smallest
/// circle of its image, at the rounded position from which pixels are read. Cost: O(1).
inline PixelCircle pixel_circle(const Frame& frame, SpriteId i) {
  // The map's 32.32 fixed point (up to 7e-6 at scale 10000) and the rotation (2e-6) move what is
  // shown by so small a share of the image's reach.
  constexpr float kRounding = 1e-4f;
  constexpr auto kMinScale = static_cast<float>(PixelView::kMinScale);
  const Image& image = (*frame.images)[frame.image_of[i]];
  const Transform& at = frame.transforms[i];
  const Vec2 scale{std::max(frame.scales[i].x, kMinScale), std::max(frame.scales[i].y, kMinScale)};
  const Vec2 offset = rotate(at.rotation, image.enclosing.center * scale);
  const float radius = image.enclosing.radius + image.reach * kRounding;
  return {PixelView::nearest_pixel(at.position.x) + static_cast<double>(offset.x),
          PixelView::nearest_pixel(at.position.y) + static_cast<double>(offset.y),
          static_cast<double>(radius * std::max(scale.x, scale.y))};
}

/// Whether no pixel of the pair can be opaque in both, by the circles alone.
inline bool circles_apart(const Frame& frame, Pair pair) {
  const PixelCircle a = pixel_circle(frame, pair.a), b = pixel_circle(frame, pair.b);
  const double dx = a.x - b.x, dy = a.y - b.y, sum = a.radius + b.radius;
  return dx * dx + dy * dy > sum * sum;
}

/// `circles_apart` as a step of a narrowphase: what it rejects is traced as `skip`.
template <class T>
bool rejected_by_circles(const Frame& frame, Pair pair, T& trace) {
  if (!circles_apart(frame, pair)) return false;
  if constexpr (T::on) trace.add({EventKind::skip, Axis::x, 0, pair.a, pair.b});
  return true;
}

/// Steps [first, last) along a row.
struct StepRange {
  int first, last;
  constexpr bool empty() const { return first >= last; }
};

/// Which steps of a walk through an image meet a part of it; floats may add a step at either end.
class RowClip {
 public:
  /// `part` in image px; `step` is how far the image point moves with each step of the walk.
  RowClip(const PixelRect& part, PixelView::Point step)
      : u_(part.x0, part.x1, step.u), v_(part.y0, part.y1, step.v) {}

  /// Narrows `steps` of the row whose step 0 lies at `start`.
  void narrow(PixelView::Point start, StepRange& steps) const {
    const double enter = std::max(u_.enter(start.u), v_.enter(start.v));
    const double leave = std::min(u_.leave(start.u), v_.leave(start.v));
    steps.first = std::max(steps.first, whole(enter));
    // What rounding took from the last step is far less than this.
    steps.last = std::min(steps.last, whole(leave + 1e-6) + 1);
    if (steps.empty()) steps = {0, 0};  // no step far away is computed with
  }

 private:
  static int whole(double steps) { return static_cast<int>(std::clamp(steps, -1e9, 1e9)); }

  /// One coordinate: at which step it comes into the part, and at which it leaves.
  class Side {
   public:
    Side(int low, int high, std::int64_t step)
        : near_(static_cast<std::int64_t>(step < 0 ? high : low) << 32),
          far_(static_cast<std::int64_t>(step < 0 ? low : high) << 32),
          // A coordinate that stays is inside all the way, or never.
          per_step_(step == 0 ? 1e30 : 1 / static_cast<double>(step)) {}

    double enter(std::int64_t start) const {
      return static_cast<double>(near_ - start) * per_step_;
    }
    double leave(std::int64_t start) const { return static_cast<double>(far_ - start) * per_step_; }

   private:
    std::int64_t near_, far_;
    double per_step_;
  };

  Side u_, v_;
};

/// World pixels outside of which a sprite shows nothing: its box, wide enough for rounding. For
/// callers that need no exact lattice; costs nothing where `pixel_rect` turns a hull.
inline PixelRect reachable(const Frame& frame, SpriteId i, const PixelView& view) {
  constexpr float kFine = 1 << 20;  // up to here floats know eighths of a pixel
  const Aabb& box = frame.boxes[i];
  const bool is_fine =
      box.min.x > -kFine && box.min.y > -kFine && box.max.x < kFine && box.max.y < kFine;
  if (!is_fine) return pixel_rect(frame, i, view);
  return {floor_pixel(box.min.x) - 1, floor_pixel(box.min.y) - 1, floor_pixel(box.max.x) + 2,
          floor_pixel(box.max.y) + 2};
}

/// How many points x = 0, n, 2n, ... lie below `length`.
constexpr int lattice_points(int length, int step) { return (length + step - 1) / step; }

/// Whether any of the pixels 0, step, 2 step, ... of two rows is opaque in both; without a branch.
inline bool any_common(const std::uint8_t* p, const std::uint8_t* q, std::ptrdiff_t length,
                       std::ptrdiff_t step, std::uint8_t opaque_from) {
  int any = 0;
  for (std::ptrdiff_t k = 0; k < length; k += step)
    any |= (p[k] >= opaque_from) & (q[k] >= opaque_from);
  return any != 0;
}

/// `sample_pixels` for two plain views. A row is asked as a whole whether it has a hit: a branch
/// for each pixel would be guessed wrong at every outline.
inline std::optional<Spot> first_plain_sample(const PixelView& a, const PixelView& b,
                                              const PixelRect& overlap, int step, int threshold) {
  const auto whole = [](const PixelView& v) {
    return PixelRect{v.left(), v.top(), v.left() + v.image().width, v.top() + v.image().height};
  };
  const PixelRect inside = intersection(overlap, intersection(whole(a), whole(b)));
  if (inside.empty()) return std::nullopt;
  const int x0 = overlap.x0 + lattice_points(inside.x0 - overlap.x0, step) * step;
  const int y0 = overlap.y0 + lattice_points(inside.y0 - overlap.y0, step) * step;
  const int length = inside.x1 - x0;
  const auto opaque_from = static_cast<std::uint8_t>(threshold);
  const auto row = [x0](const PixelView& v, int y) {
    return v.image().alpha.data() + static_cast<std::ptrdiff_t>(y - v.top()) * v.image().width +
           (x0 - v.left());
  };
  for (int y = y0; y < inside.y1; y += step) {
    const std::uint8_t *p = row(a, y), *q = row(b, y);
    if (!any_common(p, q, length, step, opaque_from)) continue;
    int k = 0;
    while (p[k] < opaque_from || q[k] < opaque_from) k += step;
    return Spot{x0 + k, y};
  }
  return std::nullopt;
}

/// `sample_pixels` for any two views: both points walk along, from where both images begin.
inline std::optional<Spot> first_turned_sample(const PixelView& a, const PixelView& b,
                                               const PixelRect& overlap, int step, int threshold) {
  const auto whole = [](const PixelView& v) {
    return PixelRect{0, 0, v.image().width, v.image().height};
  };
  const PixelView::Point by_a = a.step_right() * step, by_b = b.step_right() * step;
  const RowClip clip_a(whole(a), by_a), clip_b(whole(b), by_b);
  const int points = lattice_points(overlap.width(), step);
  for (int y = overlap.y0; y < overlap.y1; y += step) {
    const PixelView::Point row_a = a.at(overlap.x0, y), row_b = b.at(overlap.x0, y);
    StepRange steps{0, points};
    clip_a.narrow(row_a, steps);
    clip_b.narrow(row_b, steps);
    PixelView::Point p = row_a + by_a * steps.first, q = row_b + by_b * steps.first;
    for (int k = steps.first; k < steps.last; ++k) {
      if (a.alpha(p) >= threshold && b.alpha(q) >= threshold) return Spot{overlap.x0 + k * step, y};
      p = p + by_a, q = q + by_b;
    }
  }
  return std::nullopt;
}

/// The answer of `sample_pixels`, without its count of reads; sooner where nothing is traced.
template <class T>
std::optional<Spot> first_sample(const PixelView& a, const PixelView& b, const PixelRect& overlap,
                                 int n, int threshold, T& trace, LatticePhase phase = {}) {
  if constexpr (T::on) return sample_pixels(a, b, overlap, n, threshold, trace, phase).hit;
  if (overlap.empty()) return std::nullopt;
  const int step = effective_step(overlap, n);
  const PixelRect part = from_first_sample(overlap, step, phase);
  return a.is_plain() && b.is_plain() ? first_plain_sample(a, b, part, step, threshold)
                                      : first_turned_sample(a, b, part, step, threshold);
}

}  // namespace phasebox
