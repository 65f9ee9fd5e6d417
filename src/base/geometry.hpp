// SPDX-License-Identifier: MIT
// Points, axis-aligned boxes and circles, in world px unless their user says otherwise, and the one
// overlap predicate of the project.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace phasebox {

inline constexpr float kMaxFloat = std::numeric_limits<float>::max();

/// A point or vector; +x right, +y down. In world px unless its user names another unit.
struct Vec2 {
  float x = 0, y = 0;

  constexpr bool operator==(const Vec2&) const = default;
  constexpr Vec2& operator+=(Vec2 o) {
    x += o.x;
    y += o.y;
    return *this;
  }
  constexpr Vec2& operator-=(Vec2 o) {
    x -= o.x;
    y -= o.y;
    return *this;
  }
};
constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
constexpr Vec2 operator-(Vec2 a) { return {-a.x, -a.y}; }
constexpr Vec2 operator*(Vec2 a, float k) { return {a.x * k, a.y * k}; }
constexpr Vec2 operator*(Vec2 a, Vec2 b) { return {a.x * b.x, a.y * b.y}; }
constexpr float dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
constexpr float cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
constexpr float length_squared(Vec2 a) { return dot(a, a); }
inline float length(Vec2 a) { return std::sqrt(length_squared(a)); }

/// An axis-aligned box, in world px unless its user names another unit. It may hold any numbers;
/// only boxes that enter a world must be finite with `min <= max` on both axes (`is_valid`).
struct Aabb {
  Vec2 min, max;
  constexpr bool operator==(const Aabb&) const = default;
};

/// Whether two boxes overlap. Strict on both axes: boxes that only touch do not. A box without
/// extent overlaps a box that holds it strictly inside.
constexpr bool overlaps(const Aabb& a, const Aabb& b) {
  return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

/// Whether `inner` lies within `outer`; their edges may coincide.
constexpr bool contains(const Aabb& outer, const Aabb& inner) {
  return outer.min.x <= inner.min.x && inner.max.x <= outer.max.x && outer.min.y <= inner.min.y &&
         inner.max.y <= outer.max.y;
}
/// Whether a point lies within `outer` or on its edge.
constexpr bool contains(const Aabb& outer, Vec2 p) { return contains(outer, Aabb{p, p}); }

/// Whether a box may enter a world: all its numbers are finite, and `min <= max` on both axes.
inline bool is_valid(const Aabb& b) {
  return std::isfinite(b.min.x) && std::isfinite(b.min.y) && std::isfinite(b.max.x) &&
         std::isfinite(b.max.y) && b.min.x <= b.max.x && b.min.y <= b.max.y;
}

/// The smallest box around both boxes.
constexpr Aabb united(const Aabb& a, const Aabb& b) {
  return {{std::min(a.min.x, b.min.x), std::min(a.min.y, b.min.y)},
          {std::max(a.max.x, b.max.x), std::max(a.max.y, b.max.y)}};
}

/// The common part of two boxes. If they do not overlap or touch, `min > max` on some axis.
constexpr Aabb intersection(const Aabb& a, const Aabb& b) {
  return {{std::max(a.min.x, b.min.x), std::max(a.min.y, b.min.y)},
          {std::min(a.max.x, b.max.x), std::min(a.max.y, b.max.y)}};
}

constexpr Aabb translated(const Aabb& b, Vec2 by) { return {b.min + by, b.max + by}; }
/// The box made larger by `by`, in the unit of the box, on every side; smaller if `by` is negative.
constexpr Aabb grown(const Aabb& box, float by) {
  return {box.min - Vec2{by, by}, box.max + Vec2{by, by}};
}
/// The smallest box around the circle with that center and radius.
constexpr Aabb square(Vec2 center, float radius) { return grown({center, center}, radius); }
/// The distance of a point to a box; 0 inside it.
inline float distance(const Aabb& b, Vec2 p) {
  return length(p - Vec2{std::clamp(p.x, b.min.x, b.max.x), std::clamp(p.y, b.min.y, b.max.y)});
}
/// The width and the height of a box.
constexpr Vec2 extent(const Aabb& b) { return b.max - b.min; }
/// The middle of a box. Corners are halved before they are added, so that the result is finite for
/// every finite box.
constexpr Vec2 center(const Aabb& b) { return b.min * 0.5f + b.max * 0.5f; }

/// The two axes. An algorithm that works on one axis at a time is written once and takes the axis
/// as a value.
enum class Axis : std::uint8_t { x, y };
constexpr Axis other(Axis a) { return a == Axis::x ? Axis::y : Axis::x; }
/// The coordinate of a point along an axis.
constexpr float along(Vec2 v, Axis a) { return a == Axis::x ? v.x : v.y; }
/// The point with these coordinates along the axis `a` and across it: the inverse of `along`.
constexpr Vec2 on_axis(Axis a, float along, float across) {
  return a == Axis::x ? Vec2{along, across} : Vec2{across, along};
}
/// The lower and the upper bound of a box along an axis.
constexpr float low(const Aabb& b, Axis a) { return along(b.min, a); }
constexpr float high(const Aabb& b, Axis a) { return along(b.max, a); }

/// A circle, in world px.
struct Circle {
  Vec2 center;
  float radius = 0;
};

/// Whether two circles overlap. Strict: circles that only touch do not.
constexpr bool overlaps(const Circle& a, const Circle& b) {
  const float reach = a.radius + b.radius;
  return length_squared(b.center - a.center) < reach * reach;
}

}  // namespace phasebox
