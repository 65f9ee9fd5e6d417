// SPDX-License-Identifier: MIT
// Skin boxes of a neighbor list: how wide, and how far ahead of their sprites.
#pragma once
#include <algorithm>
#include <limits>

#include "base/geometry.hpp"

namespace phasebox {

/// What a skin box adds to its box.
struct Skin {
  double margin = 0;  ///< px, on every side
  double ahead = 0;   ///< times the way that the edges have made since `past`
  double jump = 0;    ///< px; an edge that would go further ahead does not
};
/// `v` moved outwards, at most to the largest float; `by` is not negative.
inline float lower(float v, float by) {
  return std::max(v - by, std::numeric_limits<float>::lowest());
}
inline float higher(float v, float by) {
  return std::min(v + by, std::numeric_limits<float>::max());
}

}  // namespace phasebox
