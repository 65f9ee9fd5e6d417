// SPDX-License-Identifier: MIT
// Samples the pixels of a lattice for the first one that is opaque in two images.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/hash.hpp"
#include "collide/event_log.hpp"
#include "collide/narrowphase/pixels/pixel_view.hpp"

namespace phasebox {

/// The result of sampling: the first hit in row order, and the number of alpha values read.
struct SampleResult {
  std::optional<Spot> hit;
  std::uint64_t reads = 0;
};

/// Returns the distance of samples that is used on an overlap, px: n, but at most the overlap's
/// smaller side, so that no thin overlap is skipped, and at least 1.
constexpr int effective_step(const PixelRect& overlap, int n) {
  return std::max(1, std::min({n, overlap.width(), overlap.height()}));
}

/// Where a lattice of samples begins: these numbers modulo its step, px, are the offset of the
/// first sample from the overlap's top-left corner.
struct LatticePhase {
  std::uint32_t x = 0, y = 0;
};

/// Returns the phase of a jittered lattice in a frame. It differs from step to step and is always
/// the same for one step.
inline LatticePhase jittered_phase(std::uint64_t step) {
  Hasher hash;
  hash.add(step);
  return {static_cast<std::uint32_t>(hash.value()), static_cast<std::uint32_t>(hash.value() >> 32)};
}

/// Returns the part of an overlap that begins at its first sample.
constexpr PixelRect from_first_sample(PixelRect overlap, int step, LatticePhase phase) {
  const auto n = static_cast<std::uint32_t>(step);
  return {overlap.x0 + static_cast<int>(phase.x % n), overlap.y0 + static_cast<int>(phase.y % n),
          overlap.x1, overlap.y1};
}

/// Visits the points of `overlap` at x, y = 0, n, 2n, ... from its first sample, and stops at the
/// first point where both alphas are at least the threshold. The second image is read only where
/// the first is opaque. n = 1 is exact. Cost: O(width * height / n^2) reads without a hit, fewer
/// with one.
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

/// The steps [first, last) of a walk along a row.
struct StepRange {
  int first, last;
  constexpr bool empty() const { return first >= last; }
};

/// Finds those steps of a walk along a row of samples whose image points lie in a part of the
/// image. Rounding may add a step at either end.
class RowClip {
 public:
  /// `part` is in image px; `step` is how far the image point moves with each step of the walk.
  RowClip(const PixelRect& part, PixelView::Point step)
      : u_(part.x0, part.x1, step.u), v_(part.y0, part.y1, step.v) {}

  /// Narrows `steps` to those whose image points lie in the part; the point of step 0 is `start`.
  void narrow(PixelView::Point start, StepRange& steps) const {
    const double enter = std::max(u_.enter(start.u), v_.enter(start.v));
    const double leave = std::min(u_.leave(start.u), v_.leave(start.v));
    steps.first = std::max(steps.first, whole(enter));
    // The last step may have lost something by rounding, far less than the 1e-6 added here.
    steps.last = std::min(steps.last, whole(leave + 1e-6) + 1);
    if (steps.empty()) steps = {0, 0};  // so that the caller computes no point far away
  }

 private:
  static int whole(double steps) { return static_cast<int>(std::clamp(steps, -1e9, 1e9)); }

  /// One axis of the part: the steps at which a coordinate enters it and leaves it.
  class Side {
   public:
    Side(int low, int high, std::int64_t step)
        : near_(static_cast<std::int64_t>(step < 0 ? high : low) << 32),
          far_(static_cast<std::int64_t>(step < 0 ? low : high) << 32),
          // A coordinate that does not move is inside at all steps or at none.
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

/// Returns the number of points 0, step, 2 step, ... below `length`.
constexpr int lattice_points(int length, int step) { return (length + step - 1) / step; }

/// Whether any of the pixels 0, step, 2 step, ... of two rows is opaque in both. It has no branch
/// on a pixel.
inline bool any_common(const std::uint8_t* p, const std::uint8_t* q, std::ptrdiff_t length,
                       std::ptrdiff_t step, std::uint8_t opaque_from) {
  int any = 0;
  for (std::ptrdiff_t k = 0; k < length; k += step)
    any |= (p[k] >= opaque_from) & (q[k] >= opaque_from);
  return any != 0;
}

/// Returns the hit of `sample_pixels` for two sprites that are neither rotated nor scaled;
/// `overlap` begins at the first sample. Each row is tested as a whole for a hit, since a branch
/// for each pixel would be mispredicted at every outline.
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

/// Returns the hit of `sample_pixels` for any two sprites; `overlap` begins at the first sample.
/// Two image points walk along each row, over the steps at which both lie in their images.
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
      p = p + by_a;
      q = q + by_b;
    }
  }
  return std::nullopt;
}

/// Returns the hit of `sample_pixels`. Without a trace it uses the faster walks above, which do not
/// count reads.
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
