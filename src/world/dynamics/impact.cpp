// SPDX-License-Identifier: MIT
// Routh's method: the impulse grows along straight stages, each slipping or sticking.
#include "world/dynamics/impact.hpp"

#include <algorithm>
#include <limits>

namespace phasebox {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// Tangential impulse per normal impulse while the points slip by `slip`, or begin to.
double friction_ratio(const InverseEffectiveMass& k, double slip, double friction) {
  if (slip > 0) return -friction;
  if (slip < 0) return friction;
  const double sticking = -k.nt / k.tt;
  return std::clamp(sticking, -friction, friction);
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
  // Slip one way, no slip, slip the other way: with the end of compression between, four stages.
  for (int stage = 0; stage < 4 && pn < end; ++stage) {
    const double ratio = friction_ratio(k, slip, material.friction);
    const double normal_rate = k.nn + k.nt * ratio, slip_rate = k.nt + k.tt * ratio;
    const double to_stop = slip * slip_rate < 0 ? -slip / slip_rate : kNever;
    const bool compresses = end == kNever;
    const double to_rest = compresses && normal_rate > 0 ? -normal / normal_rate : kNever;
    const double by = std::min({to_stop, to_rest, end - pn});
    if (by == kNever) break;  // no impulse ends this approach: bodies that nothing can move
    pn += by, pt += ratio * by;
    normal += normal_rate * by;
    slip = by == to_stop ? 0 : slip + slip_rate * by;
    if (by == to_rest) end = (1 + material.restitution) * pn;
  }
  return m.normal * pn + t * pt;
}

}  // namespace phasebox
