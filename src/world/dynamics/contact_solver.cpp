// SPDX-License-Identifier: MIT
#include "world/dynamics/contact_solver.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "base/parallel.hpp"

namespace phasebox {
namespace {

constexpr int kMinRounds = 8;
constexpr int kSmallImpacts = 400'000;  // in all rounds beyond the first kMinRounds

constexpr double kEase = 0.2;  // of a gap or an overlap, per step

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

/// Adds an impulse, normal and tangential, to the sum and to the bodies.
inline void apply(ContactConstraint& p, Inertia& a, Inertia& b, Vec2d by) {
  const Vec2d impulse = p.normal * by.x + turned(p.normal) * by.y;
  push(a, -impulse, -dot(p.lever_a, by));
  push(b, impulse, dot(p.lever_b, by));
  p.accumulated += by;
}

}  // namespace

void ContactSolver::clear() {
  constraints_.clear();
  points_.clear();
  islands_.clear();
  has_large_ = false;
}

void ContactSolver::begin(std::span<const CachedImpulse> last, std::span<const Body> bodies) {
  clear();
  last_.assign(last.begin(), last.end());
  last_of_.assign(bodies.size() + 1, 0);
  for (const CachedImpulse& s : last)
    if (s.a < bodies.size()) ++last_of_[s.a + 1];
  std::partial_sum(last_of_.begin(), last_of_.end(), last_of_.begin());
  rows_.assign(bodies.size() + 1, {});
  std::ranges::copy(bodies, rows_.begin());
  overlaps_.begin(bodies);
  bodies_ = bodies;
}

void ContactSolver::store(std::span<Body> bodies) const {
  for (std::size_t i = 0; i < bodies.size(); ++i) static_cast<Inertia&>(bodies[i]) = rows_[i];
  overlaps_.store(bodies);
}

void ContactSolver::begin_island() {
  islands_.emplace_back().first = static_cast<std::uint32_t>(constraints_.size());
}

void ContactSolver::add(SpriteId a, SpriteId b, const Manifold& at, double friction,
                        double time_left) {
  CachedImpulse between{a, b};
  for (std::uint32_t k = last_of_[a]; k < last_of_[a + 1]; ++k)
    if (pair_key(last_[k]) == pair_key(between)) between = last_[k];
  const std::uint32_t row_b =
      b >= CachedImpulse::kBorders ? static_cast<std::uint32_t>(rows_.size() - 1) : b;
  const Inertia &of_a = rows_[a], &of_b = rows_[row_b];
  const Vec2d middle_a = bodies_[a].position,
              middle_b = row_b < bodies_.size() ? bodies_[row_b].position : Vec2d{};
  const Vec2d n = at.normal, t = turned(n);
  for (std::size_t k = 0; k < static_cast<std::size_t>(at.count); ++k) {
    const ContactFrame m{at.points[k] - middle_a, at.points[k] - middle_b, n};
    const InverseEffectiveMass inverse = inverse_effective_mass(of_a, of_b, m);
    const double separation = at.separations[k];
    const bool comes = separation > at.touch;  // it may touch until the end of the step
    const double rest =
        comes ? (at.touch / 2 - separation) / time_left : rest_speed(separation, at.touch);
    const Vec2d lever_a{cross(m.arm_a, n), cross(m.arm_a, t)};
    const Vec2d lever_b{cross(m.arm_b, n), cross(m.arm_b, t)};
    constraints_.push_back({.a = a,
                            .b = row_b,
                            .normal = n,
                            .lever_a = lever_a,
                            .lever_b = lever_b,
                            .inverse_effective_mass = inverse,
                            .effective_mass = {1 / inverse.nn, 1 / inverse.tt},
                            .friction = friction,
                            .rest = rest,
                            .accumulated = {}});
    overlaps_.add({.a = a,
                   .b = row_b,
                   .normal = n,
                   .lever_a = lever_a.x,
                   .lever_b = lever_b.x,
                   .speed = comes ? 0 : ease_speed(separation, at.touch)});
    points_.push_back({between, k, m});
    apply(constraints_.back(), rows_[a], rows_[row_b], widened(between.impulse[k]));
    ++islands_.back().count;
  }
}

double ContactSolver::improve(ContactConstraint& p) {
  Inertia &a = rows_[p.a], &b = rows_[p.b];
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
  if (normal != 0 || across != 0) apply(p, a, b, {normal, across});
  return std::max(std::abs(normal) * m.nn, std::abs(across) * m.tt);
}

void ContactSolver::improve_rounds(SolvedIsland& island, int most) {
  island.impacts = 0, island.has_converged = false;
  for (int n = 0; n < most && !island.has_converged; ++n) {
    island.impacts += island.count;
    island.has_converged =
        improve_all(island.of(constraints_), n % 2 == 0,
                    [this](ContactConstraint& c) { return improve(c); }) < kConvergence;
  }
}

/// Two things are to be done for each island, and threads take one after the other, the longest
/// ones first.
std::uint64_t ContactSolver::solve(int max_rounds, Vec2d gravity, unsigned threads) {
  const int affordable = kSmallImpacts / std::max(static_cast<int>(constraints_.size()), 1);
  const int most = std::min(std::clamp(affordable, kMinRounds, kMaxRounds), max_rounds);
  largest_first_.resize(islands_.size());
  std::iota(largest_first_.begin(), largest_first_.end(), 0u);
  std::ranges::sort(largest_first_, std::greater<>(),
                    [this](std::uint32_t i) { return islands_[i].count; });
  has_large_ = !islands_.empty() && islands_[largest_first_.front()].is_large();
  std::atomic<std::size_t> next = 0;
  for_each_part(parts_of(constraints_.size(), threads, kLargeHeap / 2), [&](unsigned) {
    for (std::size_t task = next++; task < 2 * islands_.size(); task = next++) {
      SolvedIsland& island = islands_[largest_first_[task / 2]];
      if (task % 2 == 0)
        improve_rounds(island, most);
      else
        overlaps_.solve(island, most, gravity);
    }
  });
  std::uint64_t impacts = 0;
  for (const SolvedIsland& island : islands_) impacts += island.impacts;
  return impacts;
}

std::vector<CachedImpulse> ContactSolver::sums() const {
  std::vector<CachedImpulse> sums;
  for (std::size_t k = 0; k < constraints_.size(); ++k) {
    const Vec2d accumulated = constraints_[k].accumulated;
    if (accumulated.x <= 0) continue;
    const ConstrainedPoint& p = points_[k];
    if (sums.empty() || pair_key(sums.back()) != pair_key(p.between))
      sums.push_back({p.between.a, p.between.b});
    sums.back().impulse[p.point] = narrowed(accumulated);
  }
  std::ranges::sort(sums, {}, pair_key);
  return sums;
}

void OverlapSolver::begin(std::span<const Body> bodies) {
  constraints_.clear();
  rows_.assign(bodies.size() + 1, {});
  levels_.assign(rows_.size(), kUnsupported);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    rows_[i].inverse_mass = bodies[i].inverse_mass;
    rows_[i].inverse_inertia = bodies[i].inverse_inertia;
    if (rows_[i].inverse_mass == 0) levels_[i] = 0;
  }
  levels_.back() = 0;
}

void OverlapSolver::store(std::span<Body> bodies) const {
  for (std::size_t i = 0; i < bodies.size(); ++i)
    bodies[i].add_ease(rows_[i].velocity, rows_[i].spin);
}

/// Without friction: it is no motion that could be braked.
double OverlapSolver::improve(OverlapConstraint& c) {
  Inertia &a = rows_[c.a], &b = rows_[c.b];
  const double nearing =
      dot(b.velocity - a.velocity, c.normal) + b.spin * c.lever_b - a.spin * c.lever_a;
  const double sum = std::max(0.0, c.accumulated + (c.speed - nearing) * c.effective_mass);
  const double by = sum - c.accumulated;
  if (by == 0) return 0;
  c.accumulated = sum;
  push(a, c.normal * -by, c.lever_a * -by);
  push(b, c.normal * by, c.lever_b * by);
  return std::abs(by) * c.inverse_effective_mass;
}

void OverlapSolver::solve(IslandOfConstraints island, int max_rounds, Vec2d gravity) {
  const Constraints own = island.of(constraints_);
  if (std::ranges::none_of(own, [](const OverlapConstraint& c) { return c.speed > 0; })) return;
  if (island.is_large()) {
    find_levels(own, gravity);
    lighten(own);
  }
  weigh(own);
  double change = HUGE_VAL;
  for (int n = 0; n < max_rounds && change >= kConvergence; ++n)
    change = improve_all(own, n % 2 == 0, [this](OverlapConstraint& c) { return improve(c); });
}

/// One more than that of the lowest body that it lies on. Steep sides, as of a trough, carry
/// nothing.
void OverlapSolver::find_levels(Constraints own, Vec2d gravity) {
  const double steep = length(gravity) / 2;
  bool is_changed = true;
  const auto relax = [&](const OverlapConstraint& c) {
    const double down = dot(c.normal, gravity);  // from a to b
    if (std::abs(down) <= steep) return;
    std::uint32_t &above = levels_[down > 0 ? c.a : c.b], &below = levels_[down > 0 ? c.b : c.a];
    if (below == kUnsupported || above <= below + 1) return;
    above = below + 1;
    is_changed = true;
  };
  while (std::exchange(is_changed, false)) {
    for (const OverlapConstraint& c : own) relax(c);
    for (auto c = own.rbegin(); c != own.rend(); ++c) relax(*c);
  }
}

/// Only the ratio of two bodies that touch matters; what nothing carries keeps its mass.
void OverlapSolver::lighten(Constraints own) {
  constexpr double kLighter = 1.4;  // than what it lies on
  std::array<double, 256> lightness;
  lightness[0] = 1;
  for (std::size_t k = 1; k < lightness.size(); ++k) lightness[k] = lightness[k - 1] * kLighter;
  const auto lighten_once = [&](std::uint32_t i) {
    if (levels_[i] == kUnsupported || levels_[i] == 0) return;
    const double by = lightness[std::min<std::size_t>(levels_[i], lightness.size() - 1)];
    rows_[i].inverse_mass *= by, rows_[i].inverse_inertia *= by;
    levels_[i] = kUnsupported;
  };
  for (const OverlapConstraint& c : own) lighten_once(c.a), lighten_once(c.b);
}

void OverlapSolver::weigh(Constraints own) {
  for (OverlapConstraint& c : own) {
    const Inertia &a = rows_[c.a], &b = rows_[c.b];
    c.inverse_effective_mass = a.inverse_mass + b.inverse_mass +
                               c.lever_a * c.lever_a * a.inverse_inertia +
                               c.lever_b * c.lever_b * b.inverse_inertia;
    c.effective_mass = 1 / c.inverse_effective_mass;
  }
}

}  // namespace phasebox
