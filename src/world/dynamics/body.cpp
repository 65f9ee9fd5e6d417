// SPDX-License-Identifier: MIT
// Mass properties, flight and boxes of bodies, and the impulse of an impact.
#include "world/dynamics/body.hpp"

#include <bit>
#include <cassert>
#include <limits>

namespace phasebox {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// Returns the tangential impulse per normal impulse while the points slip along the tangent at
/// `slip` px per step. Without slip this is the ratio that keeps them from slipping, as far as
/// friction allows.
double friction_ratio(const InverseEffectiveMass& k, double slip, double friction) {
  if (slip > 0) return -friction;
  if (slip < 0) return friction;
  const double sticking = -k.nt / k.tt;
  return std::clamp(sticking, -friction, friction);
}

Vec2d scaled(Vec2 point, Vec2 scale) {
  const Vec2d p = widened(point), s = widened(scale);
  return {p.x * s.x, p.y * s.y};
}

// Returns the largest float that is not above `v`, so that a box never leaves out a part of its
// shape. About every second value has to be corrected, so a branch would often be mispredicted.
float float_below(double v) {
  const auto f = static_cast<float>(v);
  const auto bits = std::bit_cast<std::int32_t>(f);
  return std::bit_cast<float>(bits + (static_cast<double>(f) > v ? (bits < 0 ? 1 : -1) : 0));
}
float float_above(double v) { return -float_below(-v); }

Aabb outward(Vec2d min, Vec2d max) {
  return {{float_below(min.x), float_below(min.y)}, {float_above(max.x), float_above(max.y)}};
}

}  // namespace

InverseEffectiveMass inverse_effective_mass(const Inertia& a, const Inertia& b,
                                            const ContactFrame& m) {
  const Vec2d n = m.normal, t = turned(n);
  const double an = cross(m.arm_a, n), at = cross(m.arm_a, t);
  const double bn = cross(m.arm_b, n), bt = cross(m.arm_b, t);
  const double mass = a.inverse_mass + b.inverse_mass;
  return {mass + an * an * a.inverse_inertia + bn * bn * b.inverse_inertia,
          an * at * a.inverse_inertia + bn * bt * b.inverse_inertia,
          mass + at * at * a.inverse_inertia + bt * bt * b.inverse_inertia};
}

Vec2d impact_impulse(const Inertia& a, const Inertia& b, const ContactFrame& m, Material material) {
  const Vec2d t = turned(m.normal);
  const Vec2d relative = b.velocity_at(m.arm_b) - a.velocity_at(m.arm_a);
  double normal = dot(relative, m.normal), slip = dot(relative, t);
  if (normal >= 0) return {};
  const InverseEffectiveMass k = inverse_effective_mass(a, b, m);
  if (k.nn <= 0) return {};  // two static bodies
  double pn = 0, pt = 0, end = kNever;
  // At most four stages: the points slip one way, stick, slip the other way, and compression ends
  // somewhere between.
  for (int stage = 0; stage < 4 && pn < end; ++stage) {
    const double ratio = friction_ratio(k, slip, material.friction);
    const double normal_rate = k.nn + k.nt * ratio, slip_rate = k.nt + k.tt * ratio;
    const double to_stop = slip * slip_rate < 0 ? -slip / slip_rate : kNever;
    const bool compresses = end == kNever;
    const double to_rest = compresses && normal_rate > 0 ? -normal / normal_rate : kNever;
    const double by = std::min({to_stop, to_rest, end - pn});
    if (by == kNever) break;  // no impulse ends this approach: bodies that nothing can move
    pn += by;
    pt += ratio * by;
    normal += normal_rate * by;
    slip = by == to_stop ? 0 : slip + slip_rate * by;
    if (by == to_rest) end = (1 + material.restitution) * pn;
  }
  return m.normal * pn + t * pt;
}

MassProperties polygon_mass(std::span<const Vec2> corners, Vec2 scale, double density) {
  assert(corners.size() >= 3 && "an area has three corners at least");
  // Moments are taken about the first corner, so that a shape far from its pivot loses no digits.
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

Body make_body(const World& world, const ImageSet& images, SpriteId id, double density) {
  Body body;
  Collider& c = body.collider;
  const Image& image = images[world.images()[id]];
  const Vec2 scale = c.scale = world.scales()[id];
  MassProperties mass;
  if (world.volumes()[id] == Volume::circle) {
    const Circle circle = volume_circle(image, Transform{}, scale);
    c.radius = c.reach = static_cast<double>(circle.radius);
    mass = disc_mass(widened(circle.center), c.radius, density);
  } else {
    c.hull = image.hull;
    mass = polygon_mass(c.hull, scale, density);
  }
  c.center = mass.center;
  double furthest = 0;
  for (const Vec2 corner : c.hull) {
    const Vec2d arm = scaled(corner, scale) - c.center;
    furthest = std::max(furthest, dot(arm, arm));
  }
  if (!c.is_circle()) c.reach = std::sqrt(furthest);
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

Aabb swept_box(const Body& body, const Aabb& now, Vec2d gravity, double margin) {
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
