// SPDX-License-Identifier: MIT
// Areas, their moments, and flight.
#include "world/dynamics/body.hpp"

#include <algorithm>
#include <cassert>

#include "world/transform.hpp"

namespace phasebox {
namespace {

Vec2d scaled(Vec2 point, Vec2 scale) {
  const Vec2d p = widened(point), s = widened(scale);
  return {p.x * s.x, p.y * s.y};
}

// A float at or beyond the double, so that a box never leaves out what it is to hold.
float float_below(double v) {
  const auto f = static_cast<float>(v);
  return static_cast<double>(f) > v ? std::nextafter(f, -HUGE_VALF) : f;
}
float float_above(double v) { return -float_below(-v); }

Aabb outward(Vec2d min, Vec2d max) {
  return {{float_below(min.x), float_below(min.y)}, {float_above(max.x), float_above(max.y)}};
}

}  // namespace

MassProperties polygon_mass(std::span<const Vec2> corners, Vec2 scale, double density) {
  assert(corners.size() >= 3 && "an area has three corners at least");
  // From the first corner, so that a shape far from its pivot loses no digits.
  const Vec2d origin = scaled(corners[0], scale);
  double area = 0, second = 0;
  Vec2d first;
  for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
    const Vec2d p = scaled(corners[k], scale) - origin, q = scaled(corners[k + 1], scale) - origin;
    const double twice = cross(p, q);
    area += twice / 2;
    first += (p + q) * (twice / 6);
    second += twice / 12 * (dot(p, p) + dot(p, q) + dot(q, q));
  }
  const Vec2d center = first * (1 / area);
  const double mass = std::abs(area) * density;
  return {mass, origin + center, std::abs(second) * density - mass * dot(center, center)};
}

MassProperties disc_mass(Vec2d center, double radius, double density) {
  const double mass = static_cast<double>(kPi) * radius * radius * density;
  return {mass, center, mass * radius * radius / 2};
}

void Body::advance(double until, Vec2d gravity) {
  if (until == time) return;
  const double dt = until - time;
  time = until;
  if (is_static()) return;
  position += velocity * dt;
  if (spin != 0) turn_to(angle + spin * dt);
  if (has_full_gravity) return;
  position += gravity * (dt * dt / 2);
  velocity += gravity * dt;
}

void Body::integrate_gravity(Vec2d gravity) {
  if (has_full_gravity || is_static()) return;
  velocity += gravity * (1 - time);
  has_full_gravity = true;
}

Vec2d Body::final_velocity(Vec2d gravity) const {
  return has_full_gravity || is_static() ? velocity : velocity + gravity * (1 - time);
}

namespace {

Collider make_collider(const Image& image, Volume volume, Vec2 scale) {
  Collider collider;
  if (volume != Volume::circle) {
    collider.hull = image.hull, collider.scale = scale;
    return collider;
  }
  const Circle circle = volume_circle(image, Transform{}, scale);
  collider.radius = collider.reach = static_cast<double>(circle.radius);
  collider.center = widened(circle.center);
  return collider;
}

}  // namespace

Body make_body(const World& world, const ImageSet& images, SpriteId id, double density) {
  Body body;
  const Vec2 scale = world.scales()[id];
  body.collider = make_collider(images[world.images()[id]], world.volumes()[id], scale);
  Collider& c = body.collider;
  const MassProperties mass =
      c.is_circle() ? disc_mass(c.center, c.radius, density) : polygon_mass(c.hull, scale, density);
  c.center = mass.center;
  for (const Vec2 corner : c.hull)
    c.reach = std::max(c.reach, length(scaled(corner, scale) - c.center));
  body.turn_to(static_cast<double>(world.angles()[id]));
  body.position = widened(world.positions()[id]) + rotated(body.rotation, c.center);
  if (world.statics()[id] != 0) return body;
  body.velocity = widened(world.velocities()[id]);
  body.spin = static_cast<double>(world.spins()[id]);
  body.inverse_mass = 1 / mass.mass;
  body.inverse_inertia = 1 / mass.inertia;
  return body;
}

void store(const Body& body, SpriteId id, World& world) {
  if (body.is_static()) return;
  world.angles()[id] = wrap_angle(static_cast<float>(body.angle));
  world.positions()[id] = narrowed(body.pivot());
  world.velocities()[id] = narrowed(body.velocity);
  world.spins()[id] = static_cast<float>(body.spin);
}

Aabb box_of(const Body& body) {
  const Collider& c = body.collider;
  const Vec2d at = body.position;
  if (c.is_circle()) return outward(at - Vec2d{c.radius, c.radius}, at + Vec2d{c.radius, c.radius});
  const Rotation r = body.rotation;
  const Vec2d pivot = body.pivot();
  Vec2d min{HUGE_VAL, HUGE_VAL}, max{-HUGE_VAL, -HUGE_VAL};
  for (const Vec2 corner : c.hull) {
    const Vec2d p = pivot + rotated(r, scaled(corner, c.scale));
    min = {std::min(min.x, p.x), std::min(min.y, p.y)};
    max = {std::max(max.x, p.x), std::max(max.y, p.y)};
  }
  return outward(min, max);
}

Aabb swept_box(const Body& body, Vec2d gravity, double margin) {
  const Aabb now = box_of(body);
  const double rest = body.is_static() ? 0 : 1 - body.time;
  Vec2d travel = body.velocity * rest;
  double wider = margin;
  if (!body.is_static() && !body.collider.is_circle())
    wider += std::min(2.0, std::abs(body.spin) * rest) * body.collider.reach;
  if (!body.is_static() && !body.has_full_gravity) {
    // The vertex of the parabola may lie beyond both ends, by a quarter of the fall at most.
    travel += gravity * (rest * rest / 2);
    wider += (std::abs(gravity.x) + std::abs(gravity.y)) * rest * rest / 8;
  }
  const Vec2d min = widened(now.min), max = widened(now.max), w{wider, wider};
  return outward(Vec2d{std::min(min.x, min.x + travel.x), std::min(min.y, min.y + travel.y)} - w,
                 Vec2d{std::max(max.x, max.x + travel.x), std::max(max.y, max.y + travel.y)} + w);
}

}  // namespace phasebox
