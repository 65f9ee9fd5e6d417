// SPDX-License-Identifier: MIT
// The solver of contacts: what rests on each other is carried and eased apart, substep by substep.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "world/dynamics/body.hpp"
#include "world/dynamics/manifold.hpp"

namespace phasebox {

/// Cached impulses are in this order.
inline std::uint64_t pair_key(const CachedImpulse& s) { return std::uint64_t{s.a} << 32 | s.b; }

/// px per step: approaches this slow are none.
inline constexpr double kConvergence = 1e-5;

/// Contacts of a heap so large that impact after impact in it would not come to an end.
inline constexpr std::size_t kLargeHeap = 500;

/// Two bodies that touch, or may in this step: what the substeps read, and no more.
struct ContactConstraint {
  struct Point {
    /// px: arm cross normal and arm cross tangent, by which spin moves the point along both.
    Vec2d lever_a, lever_b;
    double coupling = 0;    ///< how a normal impulse changes the slip
    Vec2d effective_mass;   ///< along normal and tangent
    double separation = 0;  ///< px, at the start of the step
    Vec2d accumulated;      ///< impulse per step, normal and tangential; of a substep meanwhile
    Vec2d total;            ///< of all substeps
  };
  std::uint32_t a = 0, b = 0;  ///< rows of the solver
  std::uint32_t count = 0;     ///< points
  Vec2d normal;                ///< unit, from a to b
  double friction = 0;
  double rest = 0;      ///< px, the separation down to which they may close
  double max_ease = 0;  ///< px per step, at which overlaps are eased apart at most
  std::array<Point, 2> points{};
};

/// Which pair a constraint represents.
struct ConstrainedPair {
  CachedImpulse between;          ///< its impulses are those of the last step
  std::array<Vec2d, 2> points{};  ///< px

  bool is_between_bodies() const { return between.b < CachedImpulse::kBorders; }
};

/// The constraints of one step, island by island. A step is divided into substeps. Each adds its
/// share of gravity and the impulses of the substep before, and improves all constraints once:
/// these are hard while apart, so that bodies may close a separation and no more, and a damped
/// spring where they overlap. Then bodies move, and constraints are improved once more without the
/// spring, so that what it added to velocities does not stay (M. Macklin et al., "Small steps in
/// physics simulation", 2019; E. Catto, "Solver2D", 2024). What an improvement gave too much a
/// later one takes back, as long as the sum pushes and obeys Coulomb, and the sums of the last step
/// are where the next one begins (E. Catto, "Iterative dynamics with temporal coherence", 2005): so
/// a stack stands. Islands are solved on several threads. Cost: O(bodies + constraints).
class ContactSolver {
 public:
  /// No constraints, and no sums.
  void clear();
  /// No constraints among bodies that move so; `last` holds the cached impulses of the step before,
  /// in order. `time_left` is the share of the step that is to be solved.
  void begin(std::span<const CachedImpulse> last, std::span<const Body> bodies,
             double time_left = 1);
  /// What is added from here on shares no body with what came before, but what nothing moves.
  void begin_island();
  /// All points of a separation between body a, by its number, and body or border b, as in
  /// CachedImpulse.
  void add(SpriteId a, SpriteId b, const Manifold& at, double friction);
  /// Runs the substeps; returns how many small impacts they took. What comes of it does not depend
  /// on the threads.
  std::uint64_t solve(Vec2d gravity, unsigned threads);
  /// Whether there is an island so large that impacts in it would not come to an end.
  bool has_large() const;
  /// Gives the bodies the velocities that came of it, with what eases them apart, and gravity.
  void store(std::span<Body> bodies) const;

  std::span<const ContactConstraint> constraints() const { return constraints_; }
  std::span<const ConstrainedPair> pairs() const { return pairs_; }  ///< [constraints]
  /// The impulses to be cached, in order. Allocates.
  std::vector<CachedImpulse> sums() const;

 private:
  // All that an impulse changes, so that it stays in the cache, and how far it moves by that.
  struct Row : Inertia {
    Vec2d moved;        // px, in this step
    double turned = 0;  // radians
    double falls = 0;   // 1, or 0 of what has its gravity
  };
  struct Island {
    std::uint32_t first = 0, count = 0;          // constraints
    std::uint32_t first_row = 0, row_count = 0;  // bodies
  };

  std::uint32_t row_of(SpriteId body);
  void solve(const Island& island, Vec2d gravity);
  /// A damped spring, solved implicitly: which share of a velocity it changes, how fast an overlap
  /// ends, per step, and which share of the impulse it takes back.
  struct Spring {
    double mass = 1, rate = 0, give = 0;
  };
  static Spring spring_of(double dt);
  template <bool eases>
  void improve(ContactConstraint& c, double dt, const Spring& spring);
  void push(ContactConstraint& c, bool counts);

  std::span<const Body> bodies_;
  double time_left_ = 1;
  std::vector<Row> rows_;              // the first one is what nothing moves
  std::vector<std::uint32_t> row_of_;  // [body] or 0
  std::vector<SpriteId> body_of_;      // [row]
  std::vector<CachedImpulse> last_;
  std::vector<std::uint32_t> last_of_;  // [body + 1] where those of it as a begin
  std::vector<ContactConstraint> constraints_;
  std::vector<ConstrainedPair> pairs_;
  std::vector<Island> islands_;
};

}  // namespace phasebox
