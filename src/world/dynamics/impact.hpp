// SPDX-License-Identifier: MIT
// What one impact does to two bodies: restitution by Poisson's hypothesis, friction by Coulomb's
// law (E. Routh, "Dynamics of a System of Rigid Bodies", 1860; B. Mirtich and J. Canny,
// "Impulse-based simulation of rigid bodies", 1995; Y. Wang and M. Mason, "Two-dimensional
// rigid-body collisions with friction", 1992).
#pragma once
#include <algorithm>
#include <cmath>

#include "base/rotation.hpp"

namespace phasebox {

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

/// Of two that meet: the larger restitution, so that a ball of rubber bounces off clay, and the
/// geometric mean of the frictions, so that ice stays slippery (as Box2D does).
inline Material combined(const Material& a, const Material& b) {
  return {std::max(a.restitution, b.restitution), std::sqrt(a.friction * b.friction)};
}

/// How the relative velocity at the point changes per unit of impulse there, along the normal (n)
/// and across it (t); symmetric. 1 / mass.
struct InverseEffectiveMass {
  double nn = 0, nt = 0, tt = 0;
};
InverseEffectiveMass inverse_effective_mass(const Inertia& a, const Inertia& b,
                                            const ContactFrame& m);

/// Velocity of b's point relative to a's along the normal, px per step; below 0 they approach.
inline double relative_normal_velocity(const Inertia& a, const Inertia& b, const ContactFrame& m) {
  return dot(b.velocity_at(m.arm_b) - a.velocity_at(m.arm_a), m.normal);
}

/// The impulse on b (a gets its opposite) of an impact of two bodies that approach; zero when they
/// do not. During compression the normal impulse grows until the approach ends, at p; restitution
/// adds e p (Poisson). Meanwhile the tangential impulse follows Coulomb: against the slip with mu
/// times the normal one, until the slip ends; then it sticks if it can, else slips back.
/// Cost: O(1), at most four stages.
Vec2d impact_impulse(const Inertia& a, const Inertia& b, const ContactFrame& m, Material material);

}  // namespace phasebox
