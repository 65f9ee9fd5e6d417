// SPDX-License-Identifier: MIT
// A sprite as a rigid body: what it weighs, what shape it collides with, and how it flies.
#pragma once
#include <algorithm>
#include <cmath>
#include <span>

#include "world/world.hpp"

namespace phasebox {

// Impacts: Poisson restitution, Coulomb friction (E. Routh, "Dynamics of a System of Rigid Bodies",
// 1860; B. Mirtich and J. Canny, "Impulse-based simulation of rigid bodies", 1995; Y. Wang and M.
// Mason, "Two-dimensional rigid-body collisions with friction", 1992).

/// How a body moves and how hard it is to move. Static bodies have 0 for both inverses.
struct Inertia {
  Vec2d velocity;              ///< px per step, of the center of mass
  double spin = 0;             ///< radians per step
  double inverse_mass = 0;     ///< 1 / mass
  double inverse_inertia = 0;  ///< 1 / (mass px²), about the center of mass

  /// Velocity of the point that is `arm` px away from the center of mass.
  Vec2d velocity_at(Vec2d arm) const { return velocity + turned(arm) * spin; }
  /// An impulse on the body, at that point.
  void push(Vec2d impulse, Vec2d arm) {
    velocity += impulse * inverse_mass;
    spin += cross(arm, impulse) * inverse_inertia;
  }
};

/// Where two bodies meet.
struct ContactFrame {
  Vec2d arm_a, arm_b;  ///< px, from the centers of mass to the point
  Vec2d normal;        ///< unit, from a to b
};

/// The material of an impact.
struct Material {
  double restitution = 0;  ///< e, 0 (plastic) to 1 (elastic)
  double friction = 0;     ///< mu, from 0
};

/// Relative velocity change per unit impulse along normal (n) and tangent (t); symmetric. 1 / mass.
struct InverseEffectiveMass {
  double nn = 0, nt = 0, tt = 0;
};
InverseEffectiveMass inverse_effective_mass(const Inertia& a, const Inertia& b,
                                            const ContactFrame& m);

/// Velocity of b's point relative to a's along the normal, px per step; below 0 they approach.
inline double relative_normal_velocity(const Inertia& a, const Inertia& b, const ContactFrame& m) {
  return dot(b.velocity_at(m.arm_b) - a.velocity_at(m.arm_a), m.normal);
}

/// The impulse on b (a gets its opposite) of two bodies that approach, else zero. During
/// compression the normal impulse grows to p at its end; restitution adds e p (Poisson). Meanwhile
/// the tangential one follows Coulomb: against the slip with mu times the normal one, until
/// the slip ends; then it sticks if it can, else slips back. Cost: O(1), at most four stages.
Vec2d impact_impulse(const Inertia& a, const Inertia& b, const ContactFrame& m, Material material);

/// Bodies at most this far apart touch, px, unless it goes by their size; time of impact ends
/// there, so none ever overlaps by its flight. In rest they settle at half of it.
inline constexpr double kTouch = 0.04;

/// Mass, center of mass and moment of inertia of an area of constant density.
struct MassProperties {
  double mass = 0;     ///< density times px²
  Vec2d center;        ///< px
  double inertia = 0;  ///< mass px², about the center
};

/// Of a simple polygon in order round; O(corners).
MassProperties polygon_mass(std::span<const Vec2> corners, Vec2 scale, double density);
MassProperties disc_mass(Vec2d center, double radius, double density);

/// Collision shape: convex hull of the opaque area, or its smallest circle (volume `circle`).
struct Collider {
  std::span<const Vec2> hull;  ///< image px about the pivot; empty: a circle
  Vec2 scale{1, 1};
  double radius = 0;  ///< px, of a circle
  Vec2d center;       ///< px, center of mass from the pivot, before turning; of a circle its middle
  double reach = 0;   ///< px, from the center of mass to the furthest point

  bool is_circle() const { return hull.empty(); }
};

/// Bodies that are worth a thread.
inline constexpr std::size_t kBodiesForThread = 500;

/// A body within a step, at its own time of it.
struct Body : Inertia {
  Vec2d position;  ///< px, of the center of mass
  double angle = 0;
  double time = 0;  ///< 0 to 1, of the step
  /// It rests on something: it already has the step's gravity. Others fall freely, in parabolas.
  bool has_full_gravity = false;
  Collider collider;
  double touch = kTouch;  ///< px; the smaller one of two is their contact distance

  /// Of its velocity and spin, what lasts until the end of the step only: what eases overlaps
  /// apart, and how the way through the substeps differs from the velocity at their end.
  Vec2d ease;
  double ease_spin = 0;
  void add_ease(Vec2d velocity_change, double spin_change) {
    velocity += velocity_change, ease += velocity_change;
    spin += spin_change, ease_spin += spin_change;
  }
  void stop_ease() {
    velocity -= ease, spin -= ease_spin;
    ease = {}, ease_spin = 0;
  }
  /// How it moves apart from that.
  Inertia without_ease() const {
    Inertia own = *this;
    own.velocity -= ease, own.spin -= ease_spin;
    return own;
  }

  Rotation rotation;  ///< of that angle
  /// Where the image's pivot is.
  Vec2d pivot() const { return position - rotated(rotation, collider.center); }
  bool is_static() const { return inverse_mass == 0; }

  void turn_to(double radians) {
    angle = radians;
    rotation = phasebox::rotation(static_cast<float>(radians));
  }
  /// Flies on until that time of the step.
  void advance(double until, Vec2d gravity);
  /// Adds the gravity of the rest of the step at once.
  void integrate_gravity(Vec2d gravity);
};

/// Sprite `id` of the world as a body. Static and held ones cannot be moved by impulses.
Body make_body(const World& world, const ImageSet& images, SpriteId id, double density);
/// Back into the world's columns.
void store(const Body& body, SpriteId id, World& world);

/// The box of a body as it is, and from there its swept AABB until the end of the step; px.
Aabb box_of(const Body& body);
Aabb swept_box(const Body& body, const Aabb& now, Vec2d gravity, double margin);

}  // namespace phasebox
