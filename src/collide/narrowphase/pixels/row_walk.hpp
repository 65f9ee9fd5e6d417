// SPDX-License-Identifier: MIT
// Walking rows of world pixels through placed images: what can be skipped, and the first sample
// that is opaque in both.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "collide/narrowphase/pixels/pixels.hpp"

namespace phasebox {

/// A world pixel.
struct Spot {
  int x, y;
  constexpr bool operator==(const Spot&) const = default;
};
constexpr Vec2 middle(Spot s) {
  return {static_cast<float>(s.x) + 0.5f, static_cast<float>(s.y) + 0.5f};
}

/// Steps [first, last) along a row.
struct StepRange {
  int first, last;
  constexpr bool empty() const { return first >= last; }
};

/// Which steps of a walk through an image meet a part of it. Solved in floating point; at either
/// end there may be one step more, at most.
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
inline bool any_common(const std::uint8_t* p, const std::uint8_t* q, int length, int step,
                       std::uint8_t opaque_from) {
  int any = 0;
  for (int k = 0; k < length; k += step) any |= (p[k] >= opaque_from) & (q[k] >= opaque_from);
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
  const auto times = [step](PixelView::Point p) {
    return PixelView::Point{p.u * step, p.v * step};
  };
  const auto walked = [](PixelView::Point from, PixelView::Point by, int steps) {
    return PixelView::Point{from.u + by.u * steps, from.v + by.v * steps};
  };
  const auto whole = [](const PixelView& v) {
    return PixelRect{0, 0, v.image().width, v.image().height};
  };
  const PixelView::Point by_a = times(a.step_right()), by_b = times(b.step_right());
  const RowClip clip_a(whole(a), by_a), clip_b(whole(b), by_b);
  const int points = lattice_points(overlap.width(), step);
  for (int y = overlap.y0; y < overlap.y1; y += step) {
    const PixelView::Point row_a = a.at(overlap.x0, y), row_b = b.at(overlap.x0, y);
    StepRange steps{0, points};
    clip_a.narrow(row_a, steps);
    clip_b.narrow(row_b, steps);
    PixelView::Point p = walked(row_a, by_a, steps.first), q = walked(row_b, by_b, steps.first);
    for (int k = steps.first; k < steps.last; ++k) {
      if (a.alpha(p) >= threshold && b.alpha(q) >= threshold) return Spot{overlap.x0 + k * step, y};
      p = {p.u + by_a.u, p.v + by_a.v};
      q = {q.u + by_b.u, q.v + by_b.v};
    }
  }
  return std::nullopt;
}

/// The answer of `sample_pixels`, without its count of reads and sooner.
inline std::optional<Spot> first_sample(const PixelView& a, const PixelView& b,
                                        const PixelRect& overlap, int n, int threshold,
                                        LatticePhase phase = {}) {
  if (overlap.empty()) return std::nullopt;
  const int step = effective_step(overlap, n);
  const PixelRect part = from_first_sample(overlap, step, phase);
  return a.is_plain() && b.is_plain() ? first_plain_sample(a, b, part, step, threshold)
                                      : first_turned_sample(a, b, part, step, threshold);
}

}  // namespace phasebox
