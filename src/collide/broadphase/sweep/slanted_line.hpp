// SPDX-License-Identifier: MIT
// A line of any direction that boxes are swept along, and where they begin and end on it.
#pragma once
#include <cmath>

#include "base/float_sort_key.hpp"
#include "base/geometry.hpp"
#include "base/rotation.hpp"

namespace phasebox {

/// Projection on any direction. Products and sums of floats are rounded, but rounding keeps order:
/// the projection never falls where a coordinate rises. So where two boxes overlap, each one's
/// begin is at most the other's end, to the last bit, for coordinates of any size; "at most" is
/// "less than" the next float. Half the unit vector, so that nothing overflows.
struct AlongDirection {
  Vec2 half;  ///< x >= 0
  Axis across;

  /// `direction` is a unit vector, x >= 0.
  static AlongDirection of(Vec2 direction) {
    const Axis nearer = std::abs(direction.y) > direction.x ? Axis::y : Axis::x;
    return {direction * 0.5f, other(nearer)};
  }
  /// The line at so many degrees: of its two directions the one that does not point left.
  static AlongDirection at_angle(float degrees) {
    if (degrees == 90) return of({0, 1});
    if (degrees == 180) return of({1, 0});
    const Rotation r = rotation(degrees * (kPi / 180));
    return of(r.c < 0 ? Vec2{-r.c, -r.s} : Vec2{r.c, r.s});
  }

  float at(float x, float y) const { return half.x * x + half.y * y; }
  /// The box as the sweep sees it, with its begin and end as x.
  Aabb operator()(const Aabb& b) const {
    const bool falls = half.y < 0;
    const float begin = at(b.min.x, falls ? b.max.y : b.min.y);
    const float end = at(b.max.x, falls ? b.min.y : b.max.y);
    return {{begin, low(b, across)}, {unordered(ordered(end) + 1), high(b, across)}};
  }
};

}  // namespace phasebox
