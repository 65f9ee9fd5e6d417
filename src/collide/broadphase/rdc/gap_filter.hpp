// SPDX-License-Identifier: MIT
// A quick way to see that intervals on a line leave no gap.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/geometry.hpp"

namespace phasebox {

/// The part of a line from where something opens to where it closes.
struct Interval {
  float open, close;
};

/// Where a box opens and closes: the contact threshold moves both boundaries inwards, but never
/// past its middle.
inline Interval boundaries_of(const Aabb& box, Axis axis, float contact_threshold) {
  const float lo = low(box, axis), hi = high(box, axis);
  if (contact_threshold == 0) return {lo, hi};
  const float middle = lo * 0.5f + hi * 0.5f;
  return {std::min(lo + contact_threshold, middle), std::max(hi - contact_threshold, middle)};
}

/// Divides the line into short segments and notes for each how far the intervals reach that cover
/// it whole. When every segment is covered, no position lies between intervals: one that closes
/// there would have to close before a covering interval does, and that one opened before it. Proves
/// the absence of gaps only: short of full cover the answer is "perhaps".
///
/// Positions become segment numbers by a rounded product. Rounding keeps order, which is all that
/// the argument needs, so it holds for coordinates of any size.
class GapFilter {
 public:
  /// Whether no gap is left by the `n` intervals `interval(0)` ... `interval(n - 1)`. O(n), a small
  /// part of what sorting them costs.
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
    // An interval that opens only where all others have closed is a group of its own.
    if (!(last_open < hull.close) || !std::isfinite(hull.close - hull.open) ||
        !std::isfinite(scale_))
      return false;
    note(n, interval, hull);
    return is_full();
  }

 private:
  static constexpr std::size_t kMaxSegments = 4096;

  // An interval covers the segments that lie within it with room on both sides. The outermost ones
  // also cover what lies between them and the end of the line, where no other can be.
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

  // [segment] that an interval covers first: the segment up to which it goes on, exclusive. One
  // more than segments, for an interval that opens in the last.
  std::array<std::int32_t, kMaxSegments + 1> reach_{};
  std::size_t segments_ = 0;
  float scale_ = 0;
};

}  // namespace phasebox
