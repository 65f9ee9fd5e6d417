// SPDX-License-Identifier: MIT
// The shapes of objects in maps of Tiled, and the boxes around them wherever they are put.
#pragma once
#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "base/rotation.hpp"
#include "io/archive/json.hpp"

namespace phasebox::tiled {

/// The sides of a box, px: min_x, min_y, max_x, max_y.
using Sides = std::array<double, 4>;

/// An affine map of the plane: p becomes `x` p.x + `y` p.y + `origin`.
struct Placement {
  Vec2d x{1, 0}, y{0, 1}, origin{};
  constexpr Vec2d turned(Vec2d p) const { return x * p.x + y * p.y; }
  constexpr Vec2d operator()(Vec2d p) const { return turned(p) + origin; }
};
/// The map that applies `inner` and then `outer`.
constexpr Placement operator*(const Placement& outer, const Placement& inner) {
  return {outer.turned(inner.x), outer.turned(inner.y), outer(inner.origin)};
}
constexpr Placement shift(Vec2d by) { return {.origin = by}; }
constexpr Placement scale(Vec2d by) { return {.x = {by.x, 0}, .y = {0, by.y}}; }

/// An object of a map. Members that it lacks are those of its template, if it has one.
struct Object {
  const Json& own;
  const Json* base = nullptr;
  const Json* find(std::string_view key) const {
    const Json* found = own.find(key);
    return found || !base ? found : base->find(key);
  }
};
/// Width and height of an object, px; 0 where they are missing.
Vec2d size_of(const Object& object);
/// Puts an object at its place, turned clockwise around it.
Placement placement_of(const Object& object);

/// The convex hull of `points` or, with `radii`, of ellipses with their axes along x and y around
/// these.
struct Shape {
  std::vector<Vec2d> points;
  Vec2d radii{};
};
Shape rectangle(Vec2d size);
/// Returns the shape of an object, px from its place: a rectangle, an ellipse, a capsule, or the
/// corners of a polygon or a polyline. It has no points where the object is a point or a text.
Shape shape_of(const Object& object);

/// Returns the smallest box around a shape that was put somewhere; NaN where a number is not
/// finite.
Sides around(const Shape& shape, const Placement& at);
/// Returns the box around a box that was put somewhere. Exact if `at` turns by quarters only.
Sides around(const Sides& box, const Placement& at);
constexpr Sides united(const Sides& a, const Sides& b) {
  return {std::min(a[0], b[0]), std::min(a[1], b[1]), std::max(a[2], b[2]), std::max(a[3], b[3])};
}

}  // namespace phasebox::tiled
