// SPDX-License-Identifier: MIT
// Resting contacts: sprites that touch and hardly approach are held apart by small impacts.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "world/dynamics/manifold.hpp"

namespace phasebox {

/// px per step: what resting sprites may still approach by.
inline constexpr double kConvergence = 1e-5;

/// A point where two bodies push on each other in a step.
struct ContactConstraint {
  CachedImpulse between;  ///< of which pair; its impulses are those of the last step
  std::size_t point = 0;  ///< of the separation between them
  Body *a, *b;
  ContactFrame at;
  InverseEffectiveMass inverse_effective_mass;
  double friction = 0;
  double rest = 0;    ///< px per step, the normal velocity that they are to have
  Vec2d accumulated;  ///< impulse so far, normal and tangential

  void apply(Vec2d by);
  /// The impulse on b so far.
  Vec2d impulse() const { return at.normal * accumulated.x + turned(at.normal) * accumulated.y; }
};

/// The constraints of one step. They get small plastic impacts, round by round, until none
/// approaches. What a round gave too much a later one takes back, as long as the sum pushes and
/// obeys Coulomb, and the sums of the last step are where the next one begins (E. Catto, "Iterative
/// dynamics with temporal coherence", 2005): so a stack stands. Cost: O(constraints) per
/// round, at most 40 rounds and, beyond 8, 400,000 small impacts.
class ContactSolver {
 public:
  /// No constraints; `last` holds the cached impulses of the step before, in order.
  void begin(std::span<const CachedImpulse> last);
  /// All points of a separation between two that touch; they get the cached impulses
  /// of the last step at once. Both bodies must outlive the step. `a` and `b` as in CachedImpulse.
  void add(SpriteId a, SpriteId b, Body& body_a, Body& body_b, const Manifold& at, double friction);
  /// Runs the rounds; returns how many small impacts they took.
  std::uint64_t solve();

  std::span<const ContactConstraint> constraints() const { return constraints_; }
  /// The impulses to be cached, in order.
  std::vector<CachedImpulse> sums() const;

 private:
  double round(bool forwards);

  std::vector<CachedImpulse> last_;
  std::vector<ContactConstraint> constraints_;
};

}  // namespace phasebox
