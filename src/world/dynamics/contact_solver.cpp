// SPDX-License-Identifier: MIT
#include "world/dynamics/contact_solver.hpp"

#include <algorithm>
#include <cmath>

namespace phasebox {
namespace {

constexpr int kMaxRounds = 40, kMinRounds = 8;
constexpr int kSmallImpacts = 400'000;  // in all rounds beyond the first kMinRounds

bool comes_before(const CachedImpulse& p, const CachedImpulse& q) {
  return p.a != q.a ? p.a < q.a : p.b < q.b;
}
bool is_of_same(const CachedImpulse& p, const CachedImpulse& q) { return p.a == q.a && p.b == q.b; }

/// The relative normal velocity that resting sprites keep: it closes gaps and eases overlaps apart.
double rest_speed(double separation, double touch) {
  constexpr double kEase = 0.2;  // of the separation, per step
  if (separation < -kInitialPenetration) return std::min(-separation * kEase, 1.0);
  if (separation < 0) return std::min(-separation * kEase, touch * 2);
  return std::min(0.0, touch / 2 - separation) * kEase;
}

}  // namespace

void ContactConstraint::apply(Vec2d by) {
  const Vec2d impulse = at.normal * by.x + turned(at.normal) * by.y;
  a->push(-impulse, at.arm_a);
  b->push(impulse, at.arm_b);
  accumulated += by;
}

void ContactSolver::begin(std::span<const CachedImpulse> last) {
  last_.assign(last.begin(), last.end());
  constraints_.clear();
}

void ContactSolver::add(SpriteId a, SpriteId b, Body& body_a, Body& body_b, const Manifold& at,
                        double friction) {
  CachedImpulse between{a, b};
  const auto before = std::ranges::lower_bound(last_, between, comes_before);
  if (before != last_.end() && is_of_same(*before, between)) between = *before;
  for (int k = 0; k < at.count; ++k) {
    const ContactFrame m = contact_frame(body_a, body_b, at, k);
    const auto point = static_cast<std::size_t>(k);
    constraints_.push_back({between,
                            point,
                            &body_a,
                            &body_b,
                            m,
                            inverse_effective_mass(body_a, body_b, m),
                            friction,
                            rest_speed(at.separations[point], at.touch),
                            {}});
    constraints_.back().apply(widened(between.impulse[point]));
  }
}

std::uint64_t ContactSolver::solve() {
  const int affordable = kSmallImpacts / std::max(static_cast<int>(constraints_.size()), 1);
  const int most = std::clamp(affordable, kMinRounds, kMaxRounds);
  std::uint64_t impacts = 0;
  for (int n = 0; n < most; ++n) {
    impacts += constraints_.size();
    if (round(n % 2 == 0) < kConvergence) break;
  }
  return impacts;
}

/// The largest change of a velocity, px per step.
double ContactSolver::round(bool forwards) {
  double most = 0;
  for (std::size_t n = 0; n < constraints_.size(); ++n) {
    ContactConstraint& p = constraints_[forwards ? n : constraints_.size() - 1 - n];
    const Vec2d between = p.b->velocity_at(p.at.arm_b) - p.a->velocity_at(p.at.arm_a);
    const double nearing = dot(between, p.at.normal);
    const double normal =
        std::max(0.0, p.accumulated.x + (p.rest - nearing) / p.inverse_effective_mass.nn) -
        p.accumulated.x;
    const double slip = dot(between, turned(p.at.normal)) + p.inverse_effective_mass.nt * normal;
    const double max_friction = p.friction * (p.accumulated.x + normal);
    const double across = std::clamp(p.accumulated.y - slip / p.inverse_effective_mass.tt,
                                     -max_friction, max_friction) -
                          p.accumulated.y;
    if (normal != 0 || across != 0) p.apply({normal, across});
    most = std::max({most, std::abs(normal) * p.inverse_effective_mass.nn,
                     std::abs(across) * p.inverse_effective_mass.tt});
  }
  return most;
}

std::vector<CachedImpulse> ContactSolver::sums() const {
  std::vector<CachedImpulse> sums;
  for (const ContactConstraint& p : constraints_) {
    if (p.accumulated.x <= 0) continue;
    if (sums.empty() || !is_of_same(sums.back(), p.between))
      sums.push_back({p.between.a, p.between.b});
    sums.back().impulse[p.point] = narrowed(p.accumulated);
  }
  std::ranges::sort(sums, comes_before);
  return sums;
}

}  // namespace phasebox
