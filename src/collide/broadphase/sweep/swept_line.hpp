// SPDX-License-Identifier: MIT
// The line along which boxes are swept, and the boxes that a sweep along it sees.
#pragma once
#include <cmath>

#include "base/geometry.hpp"
#include "base/radix_sort.hpp"
#include "base/rotation.hpp"

namespace phasebox {

// A sweep sees boxes in coordinates of its own: x along the swept line, y across it.

/// Turns a box into the one that a sweep along the x axis sees: the same. `AlongY` is for a sweep
/// along y, and exchanges x and y.
struct AlongX {
  Aabb operator()(const Aabb& b) const { return b; }
};
struct AlongY {
  Aabb operator()(const Aabb& b) const { return {{b.min.y, b.min.x}, {b.max.y, b.max.x}}; }
};
/// Whether a box, as a sweep sees it, has no extent along the swept line.
inline bool is_flat(const Aabb& seen) { return !(seen.min.x < seen.max.x); }

/// Returns the box that a sweep along the axis sees. A second call with the result gives the box
/// again.
inline Aabb seen_along(const Aabb& box, Axis axis) {
  return axis == Axis::x ? AlongX()(box) : AlongY()(box);
}

/// Returns the axis along which the box is longer; x if equally.
inline Axis longer_axis(const Aabb& box) {
  return extent(box).x >= extent(box).y ? Axis::x : Axis::y;
}

/// Returns the line across `bounds` at position `at` on the axis, as a box without extent on that
/// axis. Events of a boundary have such a box.
inline Aabb line_across(Aabb bounds, Axis axis, float at) {
  (axis == Axis::x ? bounds.min.x : bounds.min.y) = at;
  (axis == Axis::x ? bounds.max.x : bounds.max.y) = at;
  return bounds;
}

/// Calls `use` with `AlongX` or `AlongY`, whichever is for the axis, so that its body is compiled
/// for each. Returns what `use` returns.
template <class Use>
auto along_axis(Axis axis, Use use) {
  return axis == Axis::x ? use(AlongX()) : use(AlongY());
}

/// A function from a box to the box that a sweep along a line of any direction sees. Products and
/// sums of floats are rounded, but rounding keeps order: the projection never falls where a
/// coordinate rises. So where two boxes overlap, each one's begin is at most the other's end, to
/// the last bit, for coordinates of any size. An end is the next float, so that "at most" becomes
/// "less than". Half the unit vector is used, as its products cannot overflow.
struct AlongDirection {
  Vec2 half;    ///< half the unit vector of the line, x >= 0
  Axis across;  ///< the axis on which boxes are compared across the line

  /// Returns the line along `direction`, a unit vector with x >= 0.
  static AlongDirection of(Vec2 direction) {
    const Axis nearer = std::abs(direction.y) > direction.x ? Axis::y : Axis::x;
    return {direction * 0.5f, other(nearer)};
  }
  /// Returns the line at an angle in degrees, 0 to 180, along the one of its two directions that
  /// does not point left.
  static AlongDirection at_angle(float degrees) {
    if (degrees == 90) return of({0, 1});
    if (degrees == 180) return of({1, 0});
    const Rotation r = rotation(degrees * (kPi / 180));
    return of(r.c < 0 ? Vec2{-r.c, -r.s} : Vec2{r.c, r.s});
  }

  /// The position of a point on the line, in units of 2 px.
  float at(float x, float y) const { return half.x * x + half.y * y; }
  /// Returns the box as the sweep sees it: x holds its begin and end on the line, y its extent on
  /// the axis `across`.
  Aabb operator()(const Aabb& b) const {
    const bool falls = half.y < 0;
    const float begin = at(b.min.x, falls ? b.max.y : b.min.y);
    const float end = at(b.max.x, falls ? b.min.y : b.max.y);
    return {{begin, low(b, across)}, {unordered(ordered(end) + 1), high(b, across)}};
  }
};

}  // namespace phasebox
