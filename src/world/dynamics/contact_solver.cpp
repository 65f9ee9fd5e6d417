// SPDX-License-Identifier: MIT
#include "world/dynamics/contact_solver.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "base/parallel.hpp"

namespace phasebox {
namespace {

/// More where few contacts make them cheap.
constexpr int substeps_of(std::uint32_t contacts) { return contacts <= 100 ? 16 : 8; }

// The spring between overlapping bodies: oscillations per step, and its damping ratio.
constexpr double kFrequency = 4, kDamping = 60;

/// px per step, at which an overlap ends. A high stack adds the speeds of all its overlaps up, so
/// small ones end slowly.
double ease_speed(double overlap, double rate) {
  constexpr double kSmall = 0.5, kSlow = 0.01, kRate = 0.2;  // px, px per step, per step
  return std::min(rate * overlap, kSlow) + kRate * std::max(0.0, overlap - kSmall);
}

}  // namespace

ContactSolver::Spring ContactSolver::spring_of(double dt) {
  const double omega = 2 * static_cast<double>(kPi) * kFrequency;
  const double damped = 2 * kDamping + dt * omega, stiff = dt * omega * damped;
  return {stiff / (1 + stiff), omega / damped, 1 / (1 + stiff)};
}

void ContactSolver::clear() {
  constraints_.clear();
  pairs_.clear();
  islands_.clear();
}

void ContactSolver::begin(std::span<const CachedImpulse> last, std::span<const Body> bodies,
                          double time_left) {
  clear();
  last_.assign(last.begin(), last.end());
  last_of_.assign(bodies.size() + 1, 0);
  for (const CachedImpulse& s : last)
    if (s.a < bodies.size()) ++last_of_[s.a + 1];
  std::partial_sum(last_of_.begin(), last_of_.end(), last_of_.begin());
  rows_.assign(1, {});
  body_of_.assign(1, 0);
  row_of_.assign(bodies.size(), 0);
  bodies_ = bodies, time_left_ = time_left;
}

void ContactSolver::store(std::span<Body> bodies) const {
  for (std::size_t row = 1; row < rows_.size(); ++row) {
    Body& b = bodies[body_of_[row]];
    const Row& r = rows_[row];
    b.has_full_gravity = true;
    b.velocity = r.moved * (1 / time_left_), b.spin = r.turned / time_left_;
    b.ease = b.velocity - r.velocity, b.ease_spin = b.spin - r.spin;
  }
}

void ContactSolver::begin_island() {
  islands_.push_back({.first = static_cast<std::uint32_t>(constraints_.size()),
                      .first_row = static_cast<std::uint32_t>(rows_.size())});
}

std::uint32_t ContactSolver::row_of(SpriteId body) {
  if (body >= bodies_.size() || bodies_[body].is_static()) return 0;
  if (row_of_[body] != 0) return row_of_[body];
  ++islands_.back().row_count;
  body_of_.push_back(body);
  Row& row = rows_.emplace_back();
  static_cast<Inertia&>(row) = bodies_[body];
  row.falls = bodies_[body].has_full_gravity ? 0 : 1;
  return row_of_[body] = static_cast<std::uint32_t>(rows_.size() - 1);
}

void ContactSolver::add(SpriteId a, SpriteId b, const Manifold& at, double friction) {
  constexpr double kMost = 0.5, kMostInitially = 1;  // px per step
  CachedImpulse between{a, b};
  for (std::uint32_t k = last_of_[a]; k < last_of_[a + 1]; ++k)
    if (pair_key(last_[k]) == pair_key(between)) between = last_[k];
  const std::uint32_t row_a = row_of(a), row_b = row_of(b);
  const Vec2d middle_a = bodies_[a].position,
              middle_b = b < bodies_.size() ? bodies_[b].position : Vec2d{};
  const Vec2d n = at.normal, t = turned(n);
  ContactConstraint c{.a = row_a,
                      .b = row_b,
                      .count = static_cast<std::uint32_t>(at.count),
                      .normal = n,
                      .friction = friction,
                      .rest = at.touch / 2,
                      .max_ease = at.distance < -kInitialPenetration ? kMostInitially : kMost};
  for (std::size_t k = 0; k < c.count; ++k) {
    const ContactFrame m{at.points[k] - middle_a, at.points[k] - middle_b, n};
    const InverseEffectiveMass inverse = inverse_effective_mass(rows_[row_a], rows_[row_b], m);
    c.points[k] = {.lever_a = {cross(m.arm_a, n), cross(m.arm_a, t)},
                   .lever_b = {cross(m.arm_b, n), cross(m.arm_b, t)},
                   .coupling = inverse.nt,
                   .effective_mass = {1 / inverse.nn, 1 / inverse.tt},
                   .separation = at.separations[k],
                   .accumulated = widened(between.impulse[k]),
                   .total = {}};
  }
  constraints_.push_back(c);
  pairs_.push_back({between, at.points});
  ++islands_.back().count;
}

/// The impulses of the substep before.
void ContactSolver::push(ContactConstraint& c, bool counts) {
  Row &a = rows_[c.a], &b = rows_[c.b];
  Vec2d impulse;
  double turn_a = 0, turn_b = 0;
  for (std::size_t k = 0; k < c.count; ++k) {
    ContactConstraint::Point& p = c.points[k];
    if (counts) p.total += p.accumulated;
    impulse += p.accumulated;
    turn_a += dot(p.lever_a, p.accumulated), turn_b += dot(p.lever_b, p.accumulated);
  }
  const Vec2d by = c.normal * impulse.x + turned(c.normal) * impulse.y;
  if (c.a != 0) a.velocity -= by * a.inverse_mass, a.spin -= turn_a * a.inverse_inertia;
  if (c.b != 0) b.velocity += by * b.inverse_mass, b.spin += turn_b * b.inverse_inertia;
}

template <bool eases>
void ContactSolver::improve(ContactConstraint& c, double dt, const Spring& spring) {
  Row &a = rows_[c.a], &b = rows_[c.b];
  const Vec2d n = c.normal, t = turned(n);
  const Vec2d moved = b.moved - a.moved;
  Vec2d va = a.velocity, vb = b.velocity;
  double wa = a.spin, wb = b.spin;
  for (std::size_t k = 0; k < c.count; ++k) {
    ContactConstraint::Point& p = c.points[k];
    const double separation =
        p.separation + dot(moved, n) + b.turned * p.lever_b.x - a.turned * p.lever_a.x;
    double bias = 0, mass = 1, give = 0;
    if (separation > c.rest) {
      bias = (separation - c.rest) / dt;
    } else if (eases && separation < 0) {
      bias = -std::min(ease_speed(-separation, spring.rate), c.max_ease);
      mass = spring.mass, give = spring.give;
    }
    const Vec2d between = vb - va;
    const double nearing = dot(between, n) + wb * p.lever_b.x - wa * p.lever_a.x;
    const double normal =
        std::max(0.0, p.accumulated.x * (1 - give) - (mass * nearing + bias) * p.effective_mass.x) -
        p.accumulated.x;
    const double slip = dot(between, t) + wb * p.lever_b.y - wa * p.lever_a.y + p.coupling * normal;
    p.accumulated.x += normal;
    const double most = c.friction * p.accumulated.x;
    const double across =
        std::clamp(p.accumulated.y - slip * p.effective_mass.y, -most, most) - p.accumulated.y;
    p.accumulated.y += across;
    const Vec2d by = n * normal + t * across;
    va -= by * a.inverse_mass, vb += by * b.inverse_mass;
    wa -= (p.lever_a.x * normal + p.lever_a.y * across) * a.inverse_inertia;
    wb += (p.lever_b.x * normal + p.lever_b.y * across) * b.inverse_inertia;
  }
  if (c.a != 0) a.velocity = va, a.spin = wa;
  if (c.b != 0) b.velocity = vb, b.spin = wb;
}

void ContactSolver::solve(const Island& island, Vec2d gravity) {
  const std::span constraints = std::span(constraints_).subspan(island.first, island.count);
  const std::span rows = std::span(rows_).subspan(island.first_row, island.row_count);
  const int substeps = substeps_of(island.count);
  const double dt = time_left_ / substeps;
  const Spring spring = spring_of(dt);
  for (ContactConstraint& c : constraints)
    for (ContactConstraint::Point& p : c.points) p.accumulated = p.accumulated * dt;
  for (int substep = 0; substep < substeps; ++substep) {
    for (Row& row : rows) row.velocity += gravity * (dt * row.falls);
    for (ContactConstraint& c : constraints) push(c, substep > 0);
    for (ContactConstraint& c : constraints) improve<true>(c, dt, spring);
    for (Row& row : rows) row.moved += row.velocity * dt, row.turned += row.spin * dt;
    for (std::size_t k = constraints.size(); k-- > 0;) improve<false>(constraints[k], dt, spring);
  }
  for (ContactConstraint& c : constraints)
    for (ContactConstraint::Point& p : c.points)
      p.total += p.accumulated, p.accumulated = p.accumulated * (1 / dt);
}

std::uint64_t ContactSolver::solve(Vec2d gravity, unsigned threads) {
  std::atomic<std::size_t> next = 0;
  for_each_part(parts_of(constraints_.size(), threads, kLargeHeap / 2), [&](unsigned) {
    for (std::size_t k = next++; k < islands_.size(); k = next++) solve(islands_[k], gravity);
  });
  std::uint64_t impacts = 0;
  for (const Island& island : islands_)
    impacts += std::uint64_t{2} * island.count * static_cast<unsigned>(substeps_of(island.count));
  return impacts;
}

bool ContactSolver::has_large() const {
  return std::ranges::any_of(islands_, [](const Island& i) { return i.count > kLargeHeap; });
}

std::vector<CachedImpulse> ContactSolver::sums() const {
  std::vector<CachedImpulse> sums;
  for (std::size_t k = 0; k < constraints_.size(); ++k) {
    const ContactConstraint& c = constraints_[k];
    CachedImpulse sum{pairs_[k].between.a, pairs_[k].between.b};
    for (std::size_t p = 0; p < c.count; ++p) sum.impulse[p] = narrowed(c.points[p].accumulated);
    if (sum.impulse[0].x > 0 || sum.impulse[1].x > 0) sums.push_back(sum);
  }
  std::ranges::sort(sums, {}, pair_key);
  return sums;
}

}  // namespace phasebox
