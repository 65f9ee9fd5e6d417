// SPDX-License-Identifier: MIT
// A sprite as a rigid body: its mass, its collision shape and its flight.
#pragma once
#include <algorithm>
#include <cmath>
#include <span>

#include "world/world.hpp"

namespace phasebox {

// Impacts: Poisson restitution, Coulomb friction (E. Routh, "Dynamics of a System of Rigid Bodies",
// 1860; B. Mirtich and J. Canny, "Impulse-based simulation of rigid bodies", 1995; Y. Wang and M.
// Mason, "Two-dimensional rigid-body collisions with friction", 1992).

/// The motion of a body and how hard it is to change. Static bodies have 0 for both inverses.
struct Inertia {
  Vec2d velocity;              ///< px per step, of the center of mass
  double spin = 0;             ///< radians per step
  double inverse_mass = 0;     ///< 1 / mass
  double inverse_inertia = 0;  ///< 1 / (mass px²), about the center of mass

  /// Velocity, px per step, of the point that is `arm` px away from the center of mass.
  Vec2d velocity_at(Vec2d arm) const { return velocity + turned(arm) * spin; }
  /// Applies an impulse to the body at the point that is `arm` px away from the center of mass.
  void push(Vec2d impulse, Vec2d arm) {
    velocity += impulse * inverse_mass;
    spin += cross(arm, impulse) * inverse_inertia;
  }
};

/// The point at which two bodies meet, as seen from both centers of mass, and its normal.
struct ContactFrame {
  Vec2d arm_a, arm_b;  ///< px, from the center of mass of a and of b to the point
  Vec2d normal;        ///< unit, from a to b
};

/// The material of an impact.
struct Material {
  double restitution = 0;  ///< e, 0 (plastic) to 1 (elastic)
  double friction = 0;     ///< coefficient mu of Coulomb friction, from 0
};

/// Change of the relative velocity per unit impulse along normal (n) and tangent (t), as a
/// symmetric matrix; 1 / mass.
struct InverseEffectiveMass {
  double nn = 0, nt = 0, tt = 0;
};
InverseEffectiveMass inverse_effective_mass(const Inertia& a, const Inertia& b,
                                            const ContactFrame& m);

/// Velocity of b's point relative to a's along the normal, px per step; below 0 they approach.
inline double relative_normal_velocity(const Inertia& a, const Inertia& b, const ContactFrame& m) {
  return dot(b.velocity_at(m.arm_b) - a.velocity_at(m.arm_a), m.normal);
}

/// Returns the impulse on b (a gets its opposite) when two bodies approach; zero where they do not
/// or neither can move. During compression the normal impulse grows to p at its end; restitution
/// adds e p (Poisson). Meanwhile the tangential impulse follows Coulomb's law: it acts against the
/// slip with mu times the normal impulse until the slip ends. Then the point sticks if friction
/// suffices, else it slips back. Cost: O(1), at most four stages.
Vec2d impact_impulse(const Inertia& a, const Inertia& b, const ContactFrame& m, Material material);

/// The contact distance, px: bodies at most this far apart touch, unless the option
/// `contact-distance` goes by their size. Flight ends there, so no body overlaps another one by
/// flying. Bodies at rest settle at half of it.
inline constexpr double kTouch = 0.04;

/// Mass, center of mass and moment of inertia of an area of constant density.
struct MassProperties {
  double mass = 0;     ///< density times px²
  Vec2d center;        ///< px, in the coordinates of the shape
  double inertia = 0;  ///< mass px², about the center
};

/// Returns the mass properties of a simple polygon of three or more corners, in either order round
/// it, after scaling; `density` is mass per px². O(corners).
MassProperties polygon_mass(std::span<const Vec2> corners, Vec2 scale, double density);
MassProperties disc_mass(Vec2d center, double radius, double density);

/// Collision shape: convex hull of the opaque area, or its smallest circle (volume `circle`).
struct Collider {
  /// corners in image px about the pivot, before scaling; empty: a circle
  std::span<const Vec2> hull;
  Vec2 scale{1, 1};
  double radius = 0;  ///< px, of a circle
  Vec2d center;       ///< px, center of mass from the pivot, before turning; of a circle its middle
  double reach = 0;   ///< px, from the center of mass to the furthest point

  bool is_circle() const { return hull.empty(); }
};

/// A thread gets at least this many bodies, since fewer would not pay for starting it.
inline constexpr std::size_t kBodiesForThread = 500;

/// A sprite as a rigid body during a step. Bodies are at different times: each at that to which it
/// was last advanced.
struct Body : Inertia {
  Vec2d position;    ///< px, of the center of mass
  double angle = 0;  ///< radians
  double time = 0;   ///< time to which it was advanced, as a share of the step, 0 to 1
  /// Whether the velocity contains the gravity of the whole step already. So it is for bodies that
  /// the contact solver moved, that came to rest on something, or that the pointer holds. Others
  /// fall freely, in parabolas.
  bool has_full_gravity = false;
  Collider collider;
  double touch = kTouch;  ///< px; the smaller value of two bodies is their contact distance

  /// The part of velocity (px per step) and spin (radians per step) that lasts until the end of the
  /// step only. It eases overlaps apart, and it holds the difference between the mean velocity of
  /// the solver's substeps and the velocity at their end.
  Vec2d ease;
  double ease_spin = 0;
  void add_ease(Vec2d velocity_change, double spin_change) {
    velocity += velocity_change;
    ease += velocity_change;
    spin += spin_change;
    ease_spin += spin_change;
  }
  void stop_ease() {
    velocity -= ease;
    spin -= ease_spin;
    ease = {};
    ease_spin = 0;
  }
  /// The motion of the body without its easing.
  Inertia without_ease() const {
    Inertia own = *this;
    own.velocity -= ease;
    own.spin -= ease_spin;
    return own;
  }

  Rotation rotation;  ///< the rotation by `angle`
  /// The position of the image's pivot, px.
  Vec2d pivot() const { return position - rotated(rotation, collider.center); }
  Transform transform() const { return {narrowed(pivot()), rotation}; }
  bool is_static() const { return inverse_mass == 0; }

  void turn_to(double radians) {
    angle = radians;
    rotation = phasebox::rotation(static_cast<float>(radians));
  }
  /// Moves the body along its flight to time `until`, a share of the step from 0 to 1. `gravity` is
  /// px per step².
  void advance(double until, Vec2d gravity);
  /// Adds the gravity of the rest of the step to the velocity at once, unless it is contained
  /// already.
  void integrate_gravity(Vec2d gravity);
};

/// Makes a body of sprite `id` of the world, at time 0; `density` is mass per px². Static sprites
/// get inverse masses of 0, so that impulses cannot move them.
Body make_body(const World& world, const ImageSet& images, SpriteId id, double density);
/// Writes angle, position, velocity and spin back to the world's columns, unless the body is
/// static.
void store(const Body& body, SpriteId id, World& world);

/// The box of a body where it is, px, rounded outwards.
Aabb box_of(const Body& body);
/// The swept AABB of a body from its box `now` to the end of the step, px, larger by `margin` on
/// every side. It allows for turning and for the parabola of free fall.
Aabb swept_box(const Body& body, const Aabb& now, Vec2d gravity, double margin);

}  // namespace phasebox
