// SPDX-License-Identifier: MIT
// Boxes along three axes, and their overlap on each of them.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>

#include "base/geometry.hpp"

namespace phasebox {

/// A box along x, y and z: bounds 0 and 1 are in world px, bound 2 in the unit of its user.
struct Box3 {
  std::array<float, 3> min{}, max{};
  constexpr Aabb flat() const { return {{min[0], min[1]}, {max[0], max[1]}}; }
};

/// Whether two boxes overlap on one axis; strict, as `overlaps` is.
constexpr bool overlaps_on(const Box3& a, const Box3& b, std::size_t axis) {
  return a.min[axis] < b.max[axis] && b.min[axis] < a.max[axis];
}

/// The smallest box around both boxes.
constexpr Box3 united(Box3 a, const Box3& b) {
  for (std::size_t k = 0; k < 3; ++k) {
    a.min[k] = std::min(a.min[k], b.min[k]);
    a.max[k] = std::max(a.max[k], b.max[k]);
  }
  return a;
}

}  // namespace phasebox
