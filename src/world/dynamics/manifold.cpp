// SPDX-License-Identifier: MIT
// Distances by GJK or in closed form, contact points by clipping, bounds of the closing speed.
#include "world/dynamics/manifold.hpp"

#include <algorithm>
#include <utility>

namespace phasebox {
namespace {

/// The corners of a body's hull in world px, relative to an origin near it, so that few digits are
/// lost.
class Corners {
 public:
  Corners(const Body& body, Vec2d origin)
      : hull_(body.collider.hull),
        scale_(widened(body.collider.scale)),
        pivot_(body.pivot() - origin),
        rotation_(body.rotation) {}

  std::size_t size() const { return hull_.size(); }
  Vec2d operator[](std::size_t k) const {
    const Vec2d p = widened(hull_[k == size() ? 0 : k]);
    return pivot_ + rotated(rotation_, Vec2d{p.x * scale_.x, p.y * scale_.y});
  }
  /// Returns the unit normal that points outwards from edge k, which runs from corner k to the next
  /// one.
  Vec2d outward(std::size_t k) const {
    const Vec2d along = (*this)[k + 1] - (*this)[k];
    return -turned(along) * (1 / length(along));
  }
  /// Returns the number of the edge whose outward normal is closest to a direction.
  std::size_t facing(Vec2d direction) const {
    std::size_t best = 0;
    for (std::size_t k = 1; k < size(); ++k) best = facing(direction, best, k);
    return best;
  }
  /// Returns the one of edges j and k whose outward normal is closer to a direction; ties: j.
  std::size_t facing(Vec2d direction, std::size_t j, std::size_t k) const {
    return dot(outward(k), direction) > dot(outward(j), direction) ? k : j;
  }
  /// Returns the one of the two edges at a corner whose outward normal is closer to a direction.
  std::size_t facing_at(std::size_t corner, Vec2d direction) const {
    return facing(direction, corner == 0 ? size() - 1 : corner - 1, corner);
  }

 private:
  std::span<const Vec2> hull_;
  Vec2d scale_, pivot_;
  Rotation rotation_;
};

PlacedHull placed(const Body& body, Vec2d origin) {
  return {
      body.collider.hull, {narrowed(body.pivot() - origin), body.rotation}, body.collider.scale};
}

double contact_distance(const Body& a, const Body& b) { return std::min(a.touch, b.touch); }

// Returns the numbers of the two edges, one of each hull, that face each other.
std::pair<std::size_t, std::size_t> facing_edges(const Corners& a, const Corners& b,
                                                 const Manifold& g) {
  using Kind = ClosestFeatures::Kind;
  const auto [of_a, of_b, kind] = g.features;
  switch (kind) {
    case Kind::none: return {a.facing(g.normal), b.facing(-g.normal)};
    case Kind::corners: return {a.facing_at(of_a, g.normal), b.facing_at(of_b, -g.normal)};
    case Kind::edge_of_a:
    case Kind::under_edge_of_a: return {of_a, b.facing_at(of_b, -g.normal)};
    case Kind::edge_of_b:
    case Kind::under_edge_of_b: return {a.facing_at(of_a, g.normal), of_b};
    case Kind::edges: return {of_a, of_b};
  }
  return {};
}

// Replaces the contact point by two where facing edges of both hulls are nearly parallel: the ends
// of the stretch that the edges share.
void add_shared_edge(const Body& a, const Body& b, Vec2d origin, Manifold& g) {
  // cosine of the largest angle between the edges, and to the normal
  constexpr double kAlong = 0.99;
  const Corners on_a(a, origin), on_b(b, origin);
  const auto [edge_a, edge_b] = facing_edges(on_a, on_b, g);
  const Vec2d out_a = on_a.outward(edge_a), out_b = on_b.outward(edge_b);
  if (dot(out_a, out_b) > -kAlong || dot(out_a, g.normal) < kAlong) return;
  // Positions are measured along the edge of a; b's edge runs the other way.
  const Vec2d along = turned(out_a), from = on_a[edge_a];
  const double length_a = dot(on_a[edge_a + 1] - from, along);
  const Vec2d b0 = on_b[edge_b + 1], b1 = on_b[edge_b];
  const double s0 = dot(b0 - from, along), s1 = dot(b1 - from, along);
  const double low = std::max(0.0, s0), high = std::min(length_a, s1);
  if (high <= low) return;
  const auto separation_at = [&](double s) {
    return dot(b0 + (b1 - b0) * ((s - s0) / (s1 - s0)) - from, out_a);
  };
  // The parity of the edges' numbers orders the ends, so that an end keeps its number when the next
  // edge beyond it comes to face the other hull.
  g.count = 2;
  for (const std::size_t k : {0u, 1u}) {
    const double s = (edge_a + edge_b + k) % 2 == 0 ? low : high;
    g.separations[k] = separation_at(s);
    g.points[k] = origin + from + along * s + out_a * (g.separations[k] / 2);
  }
}

Manifold hull_manifold(const Body& a, const Body& b, ClosestFeatures last) {
  const Vec2d origin = a.position;
  const Separation s = separation(placed(a, origin), placed(b, origin), last);
  Manifold g;
  g.touch = contact_distance(a, b);
  g.features = s.features;
  g.distance = s.overlap ? -static_cast<double>(s.depth) : static_cast<double>(s.distance);
  g.normal = widened(s.normal);
  const double size = length(g.normal);
  g.normal = size > 0.5 ? g.normal * (1 / size) : Vec2d{0, 1};
  g.points[0] = origin + (widened(s.point_a) + widened(s.point_b)) * 0.5;
  g.separations[0] = g.distance;
  if (g.distance <= kSpeculative) add_shared_edge(a, b, origin, g);
  return g;
}

// Returns the distance of a point and the outline of a hull, below 0 inside, with the normal that
// points from the point to the hull (inside: out of the nearest edge, reversed).
Manifold point_manifold(Vec2d point, const Body& hull) {
  const Corners corners(hull, point);
  Manifold g;
  g.distance = -HUGE_VAL;
  Vec2d nearest;
  double least = HUGE_VAL;
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Vec2d from = corners[k], to = corners[k + 1], along = to - from;
    const double side = dot(corners.outward(k), -from);
    if (side > g.distance) {
      g.distance = side;
      g.normal = -corners.outward(k);
    }
    const double s = std::clamp(dot(-from, along) / dot(along, along), 0.0, 1.0);
    const Vec2d p = from + along * s;
    if (dot(p, p) < least) {
      least = dot(p, p);
      nearest = p;
    }
  }
  if (g.distance > 0) {  // outside, the nearest point decides, which may be a corner
    g.distance = std::sqrt(least);
    g.normal = g.distance > 1e-9 ? nearest * (1 / g.distance) : g.normal;
  }
  return g;
}

Manifold circle_manifold(const Body& a, const Body& b) {
  Manifold g;
  if (!b.collider.is_circle()) {
    g = point_manifold(a.position, b);
  } else {
    const Vec2d between = b.position - a.position;
    g.distance = length(between) - b.collider.radius;
    g.normal = dot(between, between) > 0 ? between * (1 / length(between)) : Vec2d{0, 1};
  }
  g.distance -= a.collider.radius;
  g.touch = contact_distance(a, b);
  g.points[0] = a.position + g.normal * (a.collider.radius + g.distance / 2);
  g.separations[0] = g.distance;
  return g;
}

bool falls(const Body& body) { return !body.has_full_gravity && !body.is_static(); }

Vec2d velocity_at(const Body& body, double now, Vec2d gravity) {
  return falls(body) ? body.velocity + gravity * (now - body.time) : body.velocity;
}

Vec2d place_at(const Body& body, double now, Vec2d gravity) {
  const double dt = now - body.time;
  const Vec2d place = body.position + body.velocity * dt;
  return falls(body) ? place + gravity * (dt * dt / 2) : place;
}

}  // namespace

Manifold manifold(const Body& a, const Body& b, ClosestFeatures last) {
  if (a.collider.is_circle()) return circle_manifold(a, b);
  if (!b.collider.is_circle()) return hull_manifold(a, b, last);
  Manifold g = circle_manifold(b, a);
  g.normal = -g.normal;
  return g;
}

Manifold manifold(const Body& a, const Wall& wall, bool center_only) {
  Manifold g;
  g.touch = a.touch;
  g.normal = -wall.inward;
  const double separation = dot(wall.inward, a.position) - wall.offset;
  if (center_only || a.collider.is_circle()) {
    const double radius = center_only ? 0 : a.collider.radius;
    g.distance = g.separations[0] = separation - radius;
    g.points[0] = a.position - wall.inward * radius;
    return g;
  }
  const Corners corners(a, a.position);
  const std::size_t edge = corners.facing(g.normal);
  g.count = 2;
  for (const std::size_t k : {0u, 1u}) {
    const Vec2d corner = corners[(edge + k) % 2 == 0 ? edge : edge + 1];
    g.points[k] = a.position + corner;
    g.separations[k] = separation + dot(wall.inward, corner);
  }
  g.distance = std::min(g.separations[0], g.separations[1]);
  return g;
}

double closing_bound(const Body& a, const Body& b, Vec2d normal, Vec2d gravity, double now) {
  const auto turning = [](const Body& body) {
    return body.collider.is_circle() ? 0 : std::abs(body.spin) * body.collider.reach;
  };
  const Vec2d centers = velocity_at(b, now, gravity) - velocity_at(a, now, gravity);
  // Two bodies in free fall have the same acceleration.
  const double falling = falls(a) == falls(b) ? 0 : length(gravity) * (1 - now);
  return turning(a) + turning(b) + falling - dot(centers, normal);
}

double circles_meet(const Body& a, const Body& b, Vec2d gravity, double now) {
  const double fall = falls(a) == falls(b) ? 0 : length(gravity) * (1 - now) * (1 - now) / 2;
  const double reach = a.collider.reach + b.collider.reach + fall + contact_distance(a, b);
  const Vec2d between = place_at(b, now, gravity) - place_at(a, now, gravity);
  const Vec2d travel = velocity_at(b, now, gravity) - velocity_at(a, now, gravity);
  // t is the earlier solution of |between + travel t| = reach.
  const double c = dot(between, between) - reach * reach, h = dot(between, travel),
               w = dot(travel, travel);
  if (c <= 0) return now;
  const double root = h * h - w * c;
  if (h >= 0 || root < 0) return HUGE_VAL;
  return now + c / (std::sqrt(root) - h);
}

}  // namespace phasebox
