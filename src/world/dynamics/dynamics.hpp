// SPDX-License-Identifier: MIT
// Impulse-based dynamics: sprites fly until the first two meet, these get an impulse, and so on to
// the end of the step (B. Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996).
#pragma once
#include <memory>
#include <optional>

#include "collide/broadphase.hpp"
#include "collide/walkthrough.hpp"
#include "world/dynamics/impact_log.hpp"
#include "world/dynamics/options.hpp"
#include "world/world.hpp"

namespace phasebox {

/// The pointer's pull on a point of a sprite, as by a damped spring.
struct Pull {
  SpriteId id = 0;
  Vec2 grip;    ///< px from the sprite's position to the point, before the sprite is turned
  Vec2 target;  ///< world px, where the spring pulls that point
};

/// Moves a world by steps.
///
/// Flight is ballistic. The swept AABBs of all sprites go through a broadphase, so no pair is
/// missed at any speed (`ContactGraph`). A heap holds, for each pair, the time before which it
/// cannot meet, by conservative advancement. The separation of the earliest pair is computed, and
/// the pair gets a later time or an impact (Poisson's restitution, Coulomb's friction, see
/// `impact_impulse`). A body that an impact sends into others that it touches meets them at the
/// same instant, in the order in which they were reached. Then all pairs of these bodies get new
/// times, from known separations, and the broadphase is queried with their new swept AABBs.
///
/// Sprites that touch, and slow ones about to, are solved together in substeps (`ContactSolver`).
/// The world keeps the sums of their impulses as `cached_impulses` for the next step. So a large,
/// slow heap needs no event per contact. The result is a velocity at the end of the step and
/// `Body::ease`, its difference from the mean velocity of the step. All other flight ends before
/// shapes overlap. Only bodies that are solved, or squeezed between others, may be pressed a little
/// into a neighbor, and are eased apart. Bodies that overlap by several px at the start of a step
/// get no impacts with each other, only easing.
///
/// A large heap collapses when many of its bodies have several impacts each: impact after impact
/// would take thousands and not end. The pairs of the heap that may still meet until the end of the
/// step are then solved together, as contacts that get the impulses of one plastic impact. This may
/// press bodies into each other by about a px per step; the next steps ease them apart.
///
/// Nothing is solved if `resting` is micro-collisions: gravity acts in free flight alone, and slow
/// impacts part sprites so fast that they fall back from the contact distance, some ten times per
/// step and contact. Sprites that overlap from the start are parted by these impacts only as they
/// approach.
///
/// Islands that were quiet for World::kStepsToSleep steps sleep (`SleepingIslands`;
/// `World::quiet_steps`). They count as static until a moving sprite touches one of them, the
/// pointer takes one or something else sets one in motion. While all sleep, a step costs O(n)
/// comparisons. Call World::wake after changes of options.
///
/// Cost: O(broadphase + pairs + impacts log impacts); computing a separation takes some 0.3 us, an
/// impact a few. The result depends on nothing but world, images, options and pull: pairs are
/// sorted, and ties of time are ordered by pair. Keeps between frames: memory, and the last step's
/// closest features of pairs.
class Dynamics {
 public:
  Dynamics();
  ~Dynamics();
  /// Makes one step. `finder` is an instance of the broadphase that is used for nothing else: it
  /// searches swept AABBs. `must_reset` says that sprites were added or removed since the last
  /// step, or that `finder` is new. Returns false, and leaves the world unchanged, if more than
  /// ContactGraph::kMaxPairs pairs may meet; then `must_reset` must be true in the next step.
  bool step(World&, const ImageSet&, const WorldOptions&, const ResponseOptions&,
            Broadphase& finder, bool must_reset, unsigned threads,
            const std::optional<Pull>& pull = {});

  /// The impacts of the last step, valid until the next one.
  ImpactLog log() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace phasebox
