// SPDX-License-Identifier: MIT
// Walking rows of world pixels through posed images: what can be skipped, and the first sample that
// is opaque in both.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/narrowphase/pixels.hpp"

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
struct Steps {
  int first, last;
  constexpr bool empty() const { return first >= last; }
};

/// Which steps of a walk through an image can meet a part of it. Solved in floating point and one
/// step too wide at both ends, so whoever walks still asks whether a step is inside.
class RowClip {
 public:
  /// `part` in image px; `step` is how far the image point moves with each step of the walk.
  RowClip(const PixelRect& part, PixelView::Point step)
      : u_(part.x0, part.x1, step.u), v_(part.y0, part.y1, step.v) {}

  /// Narrows `steps` of the row whose step 0 lies at `start`.
  void narrow(PixelView::Point start, Steps& steps) const {
    u_.narrow(start.u, steps);
    v_.narrow(start.v, steps);
  }

 private:
  class Side {
   public:
    Side(int low, int high, std::int64_t step)
        : low_(static_cast<std::int64_t>(low) << 32),
          high_(static_cast<std::int64_t>(high) << 32),
          per_step_(step == 0 ? 0 : 1 / static_cast<double>(step)) {}

    void narrow(std::int64_t start, Steps& steps) const {
      if (per_step_ == 0) {
        if (start < low_ || start >= high_) steps.last = steps.first;
        return;
      }
      const double one = static_cast<double>(low_ - start) * per_step_;
      const double two = static_cast<double>(high_ - start) * per_step_;
      // Held near the row, where the error of a product is far below a step.
      const auto near_row = [&](double k) {
        return static_cast<int>(std::clamp(k, static_cast<double>(steps.first) - 1,
                                           static_cast<double>(std::max(steps.first, steps.last))));
      };
      steps.first = std::max(steps.first, near_row(std::min(one, two)) - 1);
      steps.last = std::min(steps.last, near_row(std::max(one, two)) + 2);
    }

   private:
    std::int64_t low_, high_;
    double per_step_;
  };

  Side u_, v_;
};

/// How many points x = 0, n, 2n, ... lie below `length`.
constexpr int lattice_points(int length, int step) { return (length + step - 1) / step; }

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
  const auto opaque_from = static_cast<std::uint8_t>(threshold);
  const auto row = [x0](const PixelView& v, int y) {
    return v.image().alpha.data() + static_cast<std::ptrdiff_t>(y - v.top()) * v.image().width +
           (x0 - v.left());
  };
  for (int y = y0; y < inside.y1; y += step) {
    const std::uint8_t *p = row(a, y), *q = row(b, y);
    const auto is_common = [&](int k) { return (p[k] >= opaque_from) & (q[k] >= opaque_from); };
    int any = 0;
    for (int k = 0; k < inside.x1 - x0; k += step) any |= is_common(k);
    if (!any) continue;
    int k = 0;
    while (!is_common(k)) k += step;
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
    Steps steps{0, points};
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
                                        const PixelRect& overlap, int n, int threshold) {
  if (overlap.empty()) return std::nullopt;
  const int step = effective_step(overlap, n);
  return a.is_plain() && b.is_plain() ? first_plain_sample(a, b, overlap, step, threshold)
                                      : first_turned_sample(a, b, overlap, step, threshold);
}

}  // namespace phasebox
