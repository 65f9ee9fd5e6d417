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
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    rows_[i].inverse_mass = bodies[i].inverse_mass;
    rows_[i].inverse_inertia = bodies[i].inverse_inertia;
  }
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
  a.velocity -= c.normal * (by * a.inverse_mass);
  a.spin -= c.lever_a * by * a.inverse_inertia;
  b.velocity += c.normal * (by * b.inverse_mass);
  b.spin += c.lever_b * by * b.inverse_inertia;
  return std::abs(by) * c.inverse_effective_mass;
}

void OverlapSolver::solve(int max_rounds, Vec2d gravity) {
  if (std::ranges::none_of(constraints_, [](const OverlapConstraint& c) { return c.speed > 0; }))
    return;
  if (constraints_.size() > kLargeHeap) {
    find_levels(gravity);
    lighten();
  }
  weigh();
  double change = HUGE_VAL;
  for (int n = 0; n < max_rounds && change >= kConvergence; ++n)
    change = improve_all(std::span(constraints_), n % 2 == 0,
                         [this](OverlapConstraint& c) { return improve(c); });
}

/// One more than that of the lowest body that it lies on. Steep sides, as of a trough, carry
/// nothing.
void OverlapSolver::find_levels(Vec2d gravity) {
  const double steep = length(gravity) / 2;
  levels_.resize(rows_.size());
  for (std::size_t i = 0; i < rows_.size(); ++i)
    levels_[i] = rows_[i].inverse_mass == 0 ? 0 : kUnsupported;
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
    for (const OverlapConstraint& c : constraints_) relax(c);
    for (auto c = constraints_.rbegin(); c != constraints_.rend(); ++c) relax(*c);
  }
}

/// Only the ratio of two bodies that touch matters; what nothing carries keeps its mass.
void OverlapSolver::lighten() {
  constexpr double kLighter = 1.4;  // than what it lies on
  std::array<double, 256> lightness;
  lightness[0] = 1;
  for (std::size_t k = 1; k < lightness.size(); ++k) lightness[k] = lightness[k - 1] * kLighter;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (levels_[i] == kUnsupported) continue;
    const double by = lightness[std::min<std::size_t>(levels_[i], lightness.size() - 1)];
    rows_[i].inverse_mass *= by, rows_[i].inverse_inertia *= by;
  }
}

void OverlapSolver::weigh() {
  for (OverlapConstraint& c : constraints_) {
    const Inertia &a = rows_[c.a], &b = rows_[c.b];
    c.inverse_effective_mass = a.inverse_mass + b.inverse_mass +
                               c.lever_a * c.lever_a * a.inverse_inertia +
                               c.lever_b * c.lever_b * b.inverse_inertia;
    c.effective_mass = 1 / c.inverse_effective_mass;
  }
}

}  // namespace phasebox
