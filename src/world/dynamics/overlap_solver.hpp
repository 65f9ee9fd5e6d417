// SPDX-License-Identifier: MIT
// Overlaps of bodies that touch are eased apart, by velocities of their own.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "world/dynamics/body.hpp"
#include "world/dynamics/rounds.hpp"

namespace phasebox {

/// A point where two bodies overlap, or are not to begin to.
struct OverlapConstraint {
  std::uint32_t a = 0, b = 0;  ///< bodies; b is the number of bodies for every border
  Vec2d normal;                ///< unit, from a to b
  /// px: arm cross normal, by which spin moves the point along it.
  double lever_a = 0, lever_b = 0;
  double speed = 0;  ///< px per step, the normal velocity that they are to have
  double inverse_effective_mass = 0, effective_mass = 0;  ///< along the normal
  double accumulated = 0;                                 ///< normal impulse so far
};

/// Velocities that ease overlaps apart last for the step only: kept, they would throw up whatever
/// lies on top of a high heap, again and again (E. Guendelman, R. Bridson, R. Fedkiw, "Nonconvex
/// rigid bodies with stacking", 2003, on keeping both apart). They come from small impacts without
/// friction, round by round as in `ContactSolver`. In a large heap each body counts as lighter than
/// those it lies on, so that the lowest part first and carry the rest along: as in shock
/// propagation, ibid., but without an order of the bodies. Cost: O(bodies + constraints) times the
/// levels at worst, and O(constraints) per round.
class OverlapSolver {
 public:
  /// No constraints among these bodies.
  void begin(std::span<const Body> bodies);
  /// Constraints without masses; b of borders is the number of bodies.
  void add(const OverlapConstraint& c) { constraints_.push_back(c); }
  /// Those of one island, whose bodies no other has but what nothing moves: islands may be solved
  /// at the same time. At most that many rounds, none where nothing overlaps. Gravity says which
  /// bodies lie on which.
  void solve(IslandOfConstraints island, int max_rounds, Vec2d gravity);
  /// Adds what came of it to the velocities of the bodies.
  void store(std::span<Body> bodies) const;

 private:
  static constexpr std::uint32_t kUnsupported = 0xFFFFFFFFu;

  using Constraints = std::span<OverlapConstraint>;
  void find_levels(Constraints, Vec2d gravity);
  void lighten(Constraints);
  void weigh(Constraints);
  double improve(OverlapConstraint&);

  std::vector<Inertia> rows_;          // [body], and a last one, which nothing moves
  std::vector<std::uint32_t> levels_;  // [row] how many lie below it, down to what nothing moves
  std::vector<OverlapConstraint> constraints_;
};

}  // namespace phasebox
