// SPDX-License-Identifier: MIT
// What boxes span as they come, and how their sizes are distributed.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/geometry.hpp"

namespace phasebox {

// The loops run on the widest vectors the machine has and give the same answer on all.

inline float size_of(const Aabb& box) { return std::max(extent(box).x, extent(box).y); }

/// The smallest box around all, and the largest width or height (infinite beyond FLT_MAX).
struct Extremes {
  Aabb bounds;
  float largest = 0;
};
Extremes extremes_of(std::span<const Aabb> boxes);  ///< of at least one box

/// Sizes from a power of two to before the next.
struct OctaveTally {
  static constexpr std::size_t kBlock = 64;  ///< sizes are counted in multiples of this

  std::uint32_t count = 0;
  float largest = 0, next = 0;  ///< the least size of a later octave; infinite: none
};
/// Of the octave of `first`; `sizes` are not negative and padded with infinity, `n` of them in all,
/// a multiple of `OctaveTally::kBlock`.
OctaveTally tally_octave(const float* sizes, std::size_t n, float first);

}  // namespace phasebox
