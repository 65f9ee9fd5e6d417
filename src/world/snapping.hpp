// SPDX-License-Identifier: MIT
// Snapping: boxes are moved to a grid, so that boundaries of different sprites coincide.
#pragma once
#include <cmath>

#include "base/geometry.hpp"

namespace phasebox {

/// Returns the multiple of `step` that is nearest to the value.
inline float to_multiple(float value, float step) { return std::round(value / step) * step; }

/// Returns the box with its lower corner on the next point of a grid of `grid` px. Its size is
/// rounded to multiples of 1/256 px. Where a size should be a multiple of the grid, the rounding
/// errors of scale and rotation thus vanish, and boundaries coincide to the bit.
inline Aabb snapped(const Aabb& box, float grid) {
  constexpr float kFinest = 1.0f / 256;  // px
  const Vec2 size = extent(box);
  const Vec2 corner{to_multiple(box.min.x, grid), to_multiple(box.min.y, grid)};
  return {corner, corner + Vec2{to_multiple(size.x, kFinest), to_multiple(size.y, kFinest)}};
}

}  // namespace phasebox
