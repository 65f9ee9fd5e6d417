// SPDX-License-Identifier: MIT
// What GJK and the walk along features share: a placed hull in doubles, and what two features give.
#pragma once
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include "base/rotation.hpp"
#include "collide/convex.hpp"

namespace phasebox::hulls {

// Shapes are computed in doubles, in a frame whose origin lies midway between the two positions: so
// large coordinates cost no digits, and swapping the hulls changes no number.
using Point = Vec2d;
/// Outward from an edge of a polygon in order from +x to +y.
constexpr Point outward(Point edge) { return {edge.y, -edge.x}; }

/// Directions closer than this count as parallel, and lengths of this share of the shapes' as none:
/// what transforms in floats can tell apart.
inline constexpr double kParallel = 1e-6, kTouching = 1e-9;

class Shape {
 public:
  Shape(const PlacedHull& hull, Point origin)
      : points_(hull.points),
        origin_(origin),
        scale_(widened(hull.scale)),
        c_(static_cast<double>(hull.transform.rotation.c)),
        s_(static_cast<double>(hull.transform.rotation.s)) {
    assert(points_.size() >= 3 && points_.size() <= 65535 && "a hull is a polygon");
  }

  std::size_t size() const { return points_.size(); }
  std::size_t next(std::size_t k) const { return k + 1 == size() ? 0 : k + 1; }
  std::size_t previous(std::size_t k) const { return k == 0 ? size() - 1 : k - 1; }
  Point origin() const { return origin_; }
  Point corner(std::size_t k) const { return origin_ + turned(local(k)); }
  Point edge(std::size_t k) const { return turned(local(next(k)) - local(k)); }

  /// A direction as the hull's own points see it: dot products with them differ from those in the
  /// world by the origin only.
  Point inward(Point d) const {
    return {scale_.x * (c_ * d.x + s_ * d.y), scale_.y * (c_ * d.y - s_ * d.x)};
  }
  double reach(Point inward, std::size_t k) const { return dot(inward, widened(points_[k])); }
  /// The corner furthest in a direction; the first of equals.
  std::size_t support(Point direction) const {
    const Point d = inward(direction);
    std::size_t best = 0;
    double furthest = reach(d, 0);
    for (std::size_t k = 1; k < size(); ++k) {
      const double r = reach(d, k);
      if (r > furthest) furthest = r, best = k;
    }
    return best;
  }

 private:
  Point local(std::size_t k) const {
    const Point p = widened(points_[k]);
    return {p.x * scale_.x, p.y * scale_.y};
  }
  Point turned(Point p) const { return {c_ * p.x - s_ * p.y, s_ * p.x + c_ * p.y}; }

  std::span<const Vec2> points_;
  Point origin_, scale_;
  double c_, s_;
};

/// Two hulls about the point midway between them.
struct Shapes {
  Point middle;
  Shape a, b;
};
inline Shapes shapes_of(const PlacedHull& a, const PlacedHull& b) {
  const Point half = (widened(b.transform.position) - widened(a.transform.position)) * 0.5;
  const Point middle = (widened(a.transform.position) + widened(b.transform.position)) * 0.5;
  return {middle, Shape(a, -half), Shape(b, half)};
}

struct Answer {
  bool overlap = false;
  double distance = 0;  // below 0: depth
  Point normal, on_a, on_b;
  ClosestFeatures features;
};

/// With the hulls swapped.
inline ClosestFeatures mirrored(ClosestFeatures f) {
  using Kind = ClosestFeatures::Kind;
  constexpr std::array kMirrored{Kind::none,           Kind::corners, Kind::edge_of_b,
                                 Kind::edge_of_a,      Kind::edges,   Kind::under_edge_of_b,
                                 Kind::under_edge_of_a};
  return {f.b, f.a, kMirrored[static_cast<std::size_t>(f.kind)]};
}
inline Answer mirrored(const Answer& m) {
  return {m.overlap, m.distance, -m.normal, m.on_b, m.on_a, mirrored(m.features)};
}

/// The same in the world and in floats.
inline Separation rounded(const Answer& m, Point middle) {
  return {.overlap = m.overlap,
          .distance = m.overlap ? 0 : static_cast<float>(m.distance),
          .depth = m.overlap ? static_cast<float>(-m.distance) : 0,
          .normal = narrowed(m.normal),
          .point_a = narrowed(middle + m.on_a),
          .point_b = narrowed(middle + m.on_b),
          .features = m.features};
}

/// Clearly below 0, as the cosine of an angle would be.
inline bool is_away(Point direction, Point edge) {
  const double d = dot(direction, edge);
  return d < 0 && d * d > kParallel * kParallel * dot(direction, direction) * dot(edge, edge);
}

/// How large the numbers are that a distance at these points is a difference of.
inline double magnitude(Point p, Point q) {
  return std::abs(p.x) + std::abs(p.y) + std::abs(q.x) + std::abs(q.y);
}

/// Corner a and corner b are the closest points.
inline Answer between_corners(const Shape& a, const Shape& b, ClosestFeatures f) {
  const Point p = a.corner(f.a), q = b.corner(f.b), apart = q - p;
  const double distance = std::sqrt(dot(apart, apart));
  return {false, distance, apart * (1 / distance), p, q, f};
}

/// Corner b is closest, over edge a.
inline Answer over_edge(const Shape& a, const Shape& b, ClosestFeatures f) {
  const Point p = a.corner(f.a), edge = a.edge(f.a), q = b.corner(f.b), out = outward(edge);
  const double length = std::sqrt(dot(edge, edge)), distance = dot(q - p, out) / length;
  const Point normal = out * (1 / length);
  return {false, distance, normal, q - normal * distance, q, f};
}

/// The corners of a hull that are furthest in a direction: one, or the two of an edge square to it.
struct Front {
  Point first, second;
  bool is_edge = false;
};
inline Front front_at(const Shape& s, std::size_t k, Point direction) {
  Front f{s.corner(k), s.corner(k)};
  for (const std::size_t neighbor : {s.next(k), s.previous(k)}) {
    const Point edge = s.corner(neighbor) - s.corner(k);
    if (f.is_edge || is_away(direction, edge)) continue;
    f.second = s.corner(neighbor), f.is_edge = true;
  }
  return f;
}

/// The middle of what two fronts that face each other have in common along the front: a corner's
/// own place, or the middle of the common stretch of two edges.
inline double common_middle(const Front& a, const Front& b, Point tangent) {
  const auto ends = [&](const Front& f) {
    const double p = dot(f.first, tangent), q = dot(f.second, tangent);
    return std::pair{std::min(p, q), std::max(p, q)};
  };
  const auto [a_low, a_high] = ends(a);
  const auto [b_low, b_high] = ends(b);
  if (!a.is_edge) return a_low;
  if (!b.is_edge) return b_low;
  return 0.5 * (std::max(a_low, b_low) + std::min(a_high, b_high));
}

/// Puts the two points where the fronts along the normal face each other.
inline void face(const Front& a, const Front& b, Answer& m) {
  const Point tangent{-m.normal.y, m.normal.x};
  const double middle = common_middle(a, b, tangent);
  m.on_a = tangent * middle + m.normal * dot(a.first, m.normal);
  m.on_b = tangent * middle + m.normal * dot(b.first, m.normal);
}

}  // namespace phasebox::hulls
