// SPDX-License-Identifier: MIT
// Resting contacts: sprites that touch and hardly approach are held apart by small impacts.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "world/dynamics/manifold.hpp"
#include "world/dynamics/overlap_solver.hpp"
#include "world/dynamics/rounds.hpp"

namespace phasebox {

/// A point where two bodies push on each other in a step: what the rounds read, and no more.
struct ContactConstraint {
  std::uint32_t a = 0, b = 0;  ///< bodies; b is the number of bodies for every border
  Vec2d normal;                ///< unit, from a to b
  /// px: arm cross normal and arm cross tangent, by which spin moves the point along both.
  Vec2d lever_a, lever_b;
  InverseEffectiveMass inverse_effective_mass;
  Vec2d effective_mass;  ///< 1 / nn, 1 / tt
  double friction = 0;
  double rest = 0;    ///< px per step, the normal velocity that they are to have
  Vec2d accumulated;  ///< impulse so far, normal and tangential

  /// The impulse on b so far.
  Vec2d impulse() const { return normal * accumulated.x + turned(normal) * accumulated.y; }
};

/// What a constraint stands for.
struct ConstrainedPoint {
  CachedImpulse between;  ///< of which pair; its impulses are those of the last step
  std::size_t point = 0;  ///< of the separation between them
  ContactFrame at;
};

/// Constraints that join some bodies, and what came of their rounds.
struct SolvedIsland : IslandOfConstraints {
  std::uint64_t impacts = 0;   ///< small ones, in all rounds
  bool has_converged = false;  ///< the last round changed nothing worth another
};

/// The constraints of one step, island by island. They get small plastic impacts, round by round,
/// until none approaches. What a round gave too much a later one takes back, as long as the sum
/// pushes and obeys Coulomb, and the sums of the last step are where the next one begins (E. Catto,
/// "Iterative dynamics with temporal coherence", 2005): so a stack stands. Overlaps are eased apart
/// meanwhile (`OverlapSolver`). An island ends with its own last round, however long others take,
/// and islands are solved on several threads. Cost: O(bodies + constraints), and O(constraints) per
/// round, at most 40 rounds and, beyond 8, 400,000 small impacts.
class ContactSolver {
 public:
  /// No constraints, and no sums.
  void clear();
  /// No constraints among bodies that move so; `last` holds the cached impulses of the step before,
  /// in order.
  void begin(std::span<const CachedImpulse> last, std::span<const Body> bodies);
  /// What is added from here on shares no body with what came before, but what nothing moves.
  void begin_island();
  /// All points of a separation between body a, by its number, and body or border b, as in
  /// CachedImpulse; they get the cached impulses of the last step at once. Those that do not touch
  /// may come as near as that within `time_left`, a share of the step.
  void add(SpriteId a, SpriteId b, const Manifold& at, double friction, double time_left = 1);
  static constexpr int kMaxRounds = 40;
  /// Runs the rounds, at most that many; returns how many small impacts they took. Gravity says
  /// which bodies lie on which. What comes of it does not depend on the threads.
  std::uint64_t solve(int max_rounds, Vec2d gravity, unsigned threads);
  std::span<const SolvedIsland> islands() const { return islands_; }
  /// Whether there is one so large that the rounds do not reach from end to end of it.
  bool has_large() const { return has_large_; }
  /// Gives the bodies the velocities that came of it.
  void store(std::span<Body> bodies) const;

  std::span<const ContactConstraint> constraints() const { return constraints_; }
  std::span<const ConstrainedPoint> points() const { return points_; }  ///< [constraints]
  /// The impulses to be cached, in order. Allocates.
  std::vector<CachedImpulse> sums() const;

 private:
  void improve_rounds(SolvedIsland& island, int most);
  double improve(ContactConstraint&);

  std::span<const Body> bodies_;
  // [body], and a last one, which nothing moves, for all borders: all that an impulse changes, so
  // that it stays in the cache.
  std::vector<Inertia> rows_;
  std::vector<CachedImpulse> last_;
  std::vector<std::uint32_t> last_of_;  // [body + 1] where those of it as a begin
  std::vector<ContactConstraint> constraints_;
  std::vector<ConstrainedPoint> points_;
  OverlapSolver overlaps_;
  std::vector<SolvedIsland> islands_;
  std::vector<std::uint32_t> largest_first_;  // islands
  bool has_large_ = false;
};

}  // namespace phasebox
