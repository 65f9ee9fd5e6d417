// SPDX-License-Identifier: MIT
// A proof that intervals leave no gap, which takes less time than sorting them.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "collide/broadphase/rdc/boundaries.hpp"

namespace phasebox {

/// Proves that intervals leave no gap between them, without sorting them. It divides the line into
/// short segments and finds which of them lie whole within an interval, with room on both sides.
/// When each does, there is no gap: an interval that covers a segment reaches into those beside it,
/// and so overlaps the intervals that cover these. When one does not, there may be a gap or not.
///
/// Positions become segment numbers by a rounded product. Rounding keeps order, which is all that
/// the argument needs, so it holds for coordinates of any size.
class GapFilter {
 public:
  /// Returns true only if the `n` intervals `interval(0)` to `interval(n - 1)` leave no gap. O(n),
  /// a small part of the cost of sorting them.
  template <class IntervalOf>
  bool is_covered(std::size_t n, IntervalOf interval) {
    Interval hull{std::numeric_limits<float>::max(), std::numeric_limits<float>::lowest()};
    float last_open = hull.close;
    for (std::size_t k = 0; k < n; ++k) {
      const Interval v = interval(k);
      hull.open = std::min(hull.open, v.open);
      hull.close = std::max(hull.close, v.close);
      last_open = std::max(last_open, v.open);
    }
    segments_ = std::min(2 * n, kMaxSegments);
    scale_ = static_cast<float>(segments_ - 1) / (hull.close - hull.open);
    // No proof is tried where the last interval to open does so at the very end of the line, which
    // leaves it alone, or where numbers are not finite.
    if (!(last_open < hull.close) || !std::isfinite(hull.close - hull.open) ||
        !std::isfinite(scale_))
      return false;
    note(n, interval, hull);
    return is_full();
  }

 private:
  static constexpr std::size_t kMaxSegments = 4096;

  // Notes the segments that each interval covers: those that lie within it with room on both sides.
  // The outermost intervals also cover the segments up to the end of the line, where no other can
  // be.
  template <class IntervalOf>
  void note(std::size_t n, IntervalOf interval, Interval hull) {
    std::fill_n(reach_.begin(), segments_, 0);
    for (std::size_t k = 0; k < n; ++k) {
      const Interval v = interval(k);
      const float open = (v.open - hull.open) * scale_, close = (v.close - hull.open) * scale_;
      const auto below = static_cast<std::int32_t>(close);
      const std::int32_t above = below + (static_cast<float>(below) < close);
      const std::int32_t first = v.open == hull.open ? 0 : static_cast<std::int32_t>(open) + 1;
      const std::int32_t end =
          v.close == hull.close ? static_cast<std::int32_t>(segments_) : above - 1;
      std::int32_t& reach = reach_[static_cast<std::size_t>(first)];
      reach = std::max(reach, end);
    }
  }

  bool is_full() const {
    std::int32_t reach = 0;
    for (std::int32_t k = 0; k < static_cast<std::int32_t>(segments_); ++k) {
      reach = std::max(reach, reach_[static_cast<std::size_t>(k)]);
      if (reach <= k) return false;
    }
    return true;
  }

  // [segment] the furthest segment up to which an interval reaches, exclusive, of those that cover
  // this segment first. There is one more element for an interval that opens in the last segment.
  std::array<std::int32_t, kMaxSegments + 1> reach_{};
  std::size_t segments_ = 0;
  float scale_ = 0;
};

}  // namespace phasebox
