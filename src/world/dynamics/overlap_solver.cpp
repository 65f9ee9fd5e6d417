// SPDX-License-Identifier: MIT
#include "world/dynamics/overlap_solver.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "world/dynamics/rounds.hpp"

namespace phasebox {

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
