// SPDX-License-Identifier: MIT
#include "world/dynamics/contact_solver.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace phasebox {
namespace {

constexpr int kMinRounds = 8;
constexpr int kSmallImpacts = 400'000;  // in all rounds beyond the first kMinRounds

constexpr double kEase = 0.2;  // of a gap or an overlap, per step

bool comes_before(const CachedImpulse& p, const CachedImpulse& q) {
  return p.a != q.a ? p.a < q.a : p.b < q.b;
}
bool is_of_same(const CachedImpulse& p, const CachedImpulse& q) { return p.a == q.a && p.b == q.b; }

/// The normal velocity, px per step, that resting sprites may keep: it closes gaps.
double rest_speed(double separation, double touch) {
  return std::min(0.0, touch / 2 - separation) * kEase;
}

/// The same with what eases overlaps apart.
double ease_speed(double separation, double touch) {
  constexpr double kMost = 0.5, kMostInitially = 1;  // px per step
  if (separation >= 0) return rest_speed(separation, touch);
  return std::min(-separation * kEase, separation < -kInitialPenetration ? kMostInitially : kMost);
}

}  // namespace

void ContactSolver::clear() {
  constraints_.clear();
  points_.clear();
}

void ContactSolver::begin(std::span<const CachedImpulse> last, std::span<const Body> bodies) {
  clear();
  last_.assign(last.begin(), last.end());
  rows_.assign(bodies.size() + 1, {});
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    static_cast<Inertia&>(rows_[i]) = bodies[i];
    rows_[i].position = bodies[i].position;
  }
}

void ContactSolver::store(std::span<Body> bodies) const {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    static_cast<Inertia&>(bodies[i]) = rows_[i];
    bodies[i].add_ease(rows_[i].ease, rows_[i].ease_spin);
  }
}

void ContactSolver::add(SpriteId a, SpriteId b, const Manifold& at, double friction,
                        double time_left) {
  CachedImpulse between{a, b};
  const auto before = std::ranges::lower_bound(last_, between, comes_before);
  if (before != last_.end() && is_of_same(*before, between)) between = *before;
  const std::uint32_t row_b =
      b >= CachedImpulse::kBorders ? static_cast<std::uint32_t>(rows_.size() - 1) : b;
  const Row &of_a = rows_[a], &of_b = rows_[row_b];
  const Vec2d n = at.normal, t = turned(n);
  for (std::size_t k = 0; k < static_cast<std::size_t>(at.count); ++k) {
    const ContactFrame m{at.points[k] - of_a.position, at.points[k] - of_b.position, n};
    const InverseEffectiveMass inverse = inverse_effective_mass(of_a, of_b, m);
    const double separation = at.separations[k];
    const bool comes = separation > at.touch;  // it may touch until the end of the step
    const double rest =
        comes ? (at.touch / 2 - separation) / time_left : rest_speed(separation, at.touch);
    constraints_.push_back({.a = a,
                            .b = row_b,
                            .normal = n,
                            .lever_a = {cross(m.arm_a, n), cross(m.arm_a, t)},
                            .lever_b = {cross(m.arm_b, n), cross(m.arm_b, t)},
                            .inverse_effective_mass = inverse,
                            .effective_mass = {1 / inverse.nn, 1 / inverse.tt},
                            .friction = friction,
                            .rest = rest,
                            .ease = comes ? 0 : ease_speed(separation, at.touch),
                            .inverse_ease_mass = inverse.nn,
                            .ease_mass = 1 / inverse.nn,
                            .accumulated = {}});
    points_.push_back({between, k, m});
    apply(constraints_.back(), widened(between.impulse[k]));
  }
}

void ContactSolver::apply(ContactConstraint& p, Vec2d by) {
  const Vec2d impulse = p.normal * by.x + turned(p.normal) * by.y;
  Row &a = rows_[p.a], &b = rows_[p.b];
  a.velocity -= impulse * a.inverse_mass;
  a.spin -= dot(p.lever_a, by) * a.inverse_inertia;
  b.velocity += impulse * b.inverse_mass;
  b.spin += dot(p.lever_b, by) * b.inverse_inertia;
  p.accumulated += by;
}

std::uint64_t ContactSolver::solve(int max_rounds, Vec2d gravity) {
  const int affordable = kSmallImpacts / std::max(static_cast<int>(constraints_.size()), 1);
  const int most = std::min(std::clamp(affordable, kMinRounds, kMaxRounds), max_rounds);
  std::uint64_t impacts = 0;
  has_converged_ = false;
  for (int n = 0; n < most && !has_converged_; ++n) {
    impacts += constraints_.size();
    has_converged_ = round(n % 2 == 0) < kConvergence;
  }
  if (std::ranges::none_of(constraints_, [](const ContactConstraint& c) { return c.ease > 0; }))
    return impacts;
  if (is_large()) {
    find_levels(gravity);
    weigh();
  }
  for (int n = 0; n < most; ++n)
    if (ease_round(n % 2 == 0) < kConvergence) break;
  return impacts;
}

/// One more than that of the lowest body that it lies on. Steep sides, as of a trough, carry
/// nothing.
void ContactSolver::find_levels(Vec2d gravity) {
  const double steep = length(gravity) / 2;
  for (Row& r : rows_) r.level = r.inverse_mass == 0 ? 0 : kUnsupported;
  bool is_changed = true;
  const auto relax = [&](const ContactConstraint& c) {
    const double down = dot(c.normal, gravity);  // from a to b
    if (std::abs(down) <= steep) return;
    Row &above = rows_[down > 0 ? c.a : c.b], &below = rows_[down > 0 ? c.b : c.a];
    if (below.level == kUnsupported || above.level <= below.level + 1) return;
    above.level = below.level + 1;
    is_changed = true;
  };
  while (std::exchange(is_changed, false)) {
    for (const ContactConstraint& c : constraints_) relax(c);
    for (auto c = constraints_.rbegin(); c != constraints_.rend(); ++c) relax(*c);
  }
}

/// Only the ratio of two bodies that touch matters; what nothing carries keeps its momentum.
void ContactSolver::weigh() {
  constexpr double kLighter = 1.4;  // than what it lies on
  std::array<double, 256> lightness;
  lightness[0] = 1;
  for (std::size_t k = 1; k < lightness.size(); ++k) lightness[k] = lightness[k - 1] * kLighter;
  for (Row& r : rows_)
    if (r.level != kUnsupported)
      r.lightness = lightness[std::min<std::size_t>(r.level, lightness.size() - 1)];
  const auto along = [](const Row& r, double lever) {
    return (r.inverse_mass + lever * lever * r.inverse_inertia) * r.lightness;
  };
  for (ContactConstraint& p : constraints_) {
    p.inverse_ease_mass = along(rows_[p.a], p.lever_a.x) + along(rows_[p.b], p.lever_b.x);
    p.ease_mass = 1 / p.inverse_ease_mass;
  }
}

/// As `round`, for what eases apart.
double ContactSolver::ease_round(bool forwards) {
  double most = 0;
  if (forwards)
    for (ContactConstraint& p : constraints_) most = std::max(most, ease(p));
  else
    for (auto p = constraints_.rbegin(); p != constraints_.rend(); ++p)
      most = std::max(most, ease(*p));
  return most;
}

/// Without friction: it is no motion that could be braked.
double ContactSolver::ease(ContactConstraint& p) {
  Row &a = rows_[p.a], &b = rows_[p.b];
  const double nearing =
      dot(b.ease - a.ease, p.normal) + b.ease_spin * p.lever_b.x - a.ease_spin * p.lever_a.x;
  const double by = std::max(0.0, p.eased + (p.ease - nearing) * p.ease_mass) - p.eased;
  if (by == 0) return 0;
  p.eased += by;
  const double on_a = by * a.lightness, on_b = by * b.lightness;
  a.ease -= p.normal * (on_a * a.inverse_mass);
  a.ease_spin -= p.lever_a.x * on_a * a.inverse_inertia;
  b.ease += p.normal * (on_b * b.inverse_mass);
  b.ease_spin += p.lever_b.x * on_b * b.inverse_inertia;
  return std::abs(by) * p.inverse_ease_mass;
}

/// The largest change of a velocity, px per step.
double ContactSolver::round(bool forwards) {
  double most = 0;
  if (forwards)
    for (ContactConstraint& p : constraints_) most = std::max(most, improve(p));
  else
    for (auto p = constraints_.rbegin(); p != constraints_.rend(); ++p)
      most = std::max(most, improve(*p));
  return most;
}

double ContactSolver::improve(ContactConstraint& p) {
  const Row &a = rows_[p.a], &b = rows_[p.b];
  const InverseEffectiveMass& m = p.inverse_effective_mass;
  const Vec2d between = b.velocity - a.velocity;
  const double nearing = dot(between, p.normal) + b.spin * p.lever_b.x - a.spin * p.lever_a.x;
  const double normal =
      std::max(0.0, p.accumulated.x + (p.rest - nearing) * p.effective_mass.x) - p.accumulated.x;
  const double slip =
      dot(between, turned(p.normal)) + b.spin * p.lever_b.y - a.spin * p.lever_a.y + m.nt * normal;
  const double max_friction = p.friction * (p.accumulated.x + normal);
  const double across =
      std::clamp(p.accumulated.y - slip * p.effective_mass.y, -max_friction, max_friction) -
      p.accumulated.y;
  if (normal != 0 || across != 0) apply(p, {normal, across});
  return std::max(std::abs(normal) * m.nn, std::abs(across) * m.tt);
}

std::vector<CachedImpulse> ContactSolver::sums() const {
  std::vector<CachedImpulse> sums;
  for (std::size_t k = 0; k < constraints_.size(); ++k) {
    const Vec2d accumulated = constraints_[k].accumulated;
    if (accumulated.x <= 0) continue;
    const ConstrainedPoint& p = points_[k];
    if (sums.empty() || !is_of_same(sums.back(), p.between))
      sums.push_back({p.between.a, p.between.b});
    sums.back().impulse[p.point] = narrowed(accumulated);
  }
  std::ranges::sort(sums, comes_before);
  return sums;
}

}  // namespace phasebox
