// SPDX-License-Identifier: MIT
// Solvers of contacts by rounds: resting contacts are held apart by small impacts, overlaps are
// eased apart.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "world/dynamics/body.hpp"
#include "world/dynamics/manifold.hpp"

namespace phasebox {

/// Cached impulses are in this order.
inline std::uint64_t pair_key(const CachedImpulse& s) { return std::uint64_t{s.a} << 32 | s.b; }

/// px per step: what resting sprites may still approach by.
inline constexpr double kConvergence = 1e-5;

/// Constraints of a heap so large that the rounds do not reach from end to end of it.
inline constexpr std::size_t kLargeHeap = 1000;

/// The constraints that join some bodies, one after the other in the list of all.
struct IslandOfConstraints {
  std::uint32_t first = 0, count = 0;
  bool is_large() const { return count > kLargeHeap; }

  template <class Constraint>
  std::span<Constraint> of(std::vector<Constraint>& all) const {
    return std::span(all).subspan(first, count);
  }
};

/// An impulse on a row that nothing moves is no change, and none is written: islands that are
/// solved at the same time share what carries them.
inline void push(Inertia& row, Vec2d impulse, double turn) {
  if (row.inverse_mass == 0) return;
  row.velocity += impulse * row.inverse_mass;
  row.spin += turn * row.inverse_inertia;
}

/// Improves all constraints once; by turns forwards and backwards, so that an impulse travels as
/// far either way. Those of a large heap take turns between four places, which saves a tenth:
/// neighbors in the order share a body, and the processor waits for one before it begins the next.
/// Returns the largest change, px per step.
template <class Constraint, class Improve>
double improve_all(std::span<Constraint> all, bool forwards, Improve improve) {
  constexpr std::size_t kPlaces = 4;
  const std::size_t n = all.size(), each = n > kLargeHeap ? n / kPlaces : 0;
  double most = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t turn = forwards ? i : n - 1 - i;
    const bool takes_turns = turn < each * kPlaces;
    const std::size_t k = takes_turns ? turn % kPlaces * each + turn / kPlaces : turn;
    most = std::max(most, improve(all[k]));
  }
  return most;
}

// Overlaps of bodies that touch are eased apart, by velocities of their own.

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

/// What a constraint represents.
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
