// SPDX-License-Identifier: MIT
// Impulse-based dynamics: sprites fly until the first two meet, these get an impulse, and so on to
// the end of the step (B. Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996).
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "collide/broadphase.hpp"
#include "world/dynamics/options.hpp"
#include "world/world.hpp"

namespace phasebox {

/// One impact of the last step, for drawing and counting.
struct Impact {
  SpriteId a = 0, b = 0;  ///< b is kWall for the border of the field
  float time = 0;         ///< of the step, 0 to 1
  Vec2 point;             ///< px
  Vec2 normal;            ///< unit, from a to b
  Vec2 impulse;           ///< on b; density px² px per step
  float before = 0;       ///< px per step along the normal, at that point; below 0 they approach
  float after = 0;        ///< the same when the impulse is over
  Transform transform_a, transform_b;  ///< where the sprites are then
  bool rests = false;  ///< the sum of the small impacts that carry what rests, at this point

  static constexpr SpriteId kWall = 0xFFFFFFFFu;
};

/// The heap of times as a log: a pair is put in, or put in again.
struct HeapChange {
  enum class Why : std::uint8_t {
    begins,  ///< the heap is made, all of its pairs one after the other
    looked,  ///< the pair was looked at: it is not as far as that
    met,     ///< an impact gave one of its sprites another path
  };
  SpriteId a = 0, b = 0;    ///< b from kFirstBorder on: a border
  float time = 0;           ///< of the step: before it they cannot meet; from 1 on they leave it
  std::uint32_t after = 0;  ///< so many of the step's impacts came before
  Why why = Why::begins;

  static constexpr SpriteId kFirstBorder = Impact::kWall - 3;
};

/// What a step took.
struct ImpactCounts {
  std::uint64_t impacts = 0;     ///< of sprites that flew into each other
  std::uint64_t micro = 0;       ///< of these, micro-collisions: so slow that they carry what rests
  std::uint64_t rests = 0;       ///< impulses between sprites that rest on each other
  std::uint64_t encounters = 0;  ///< separations that were looked at
  std::uint32_t deferred = 0;    ///< sprites that wait for the next step: over the bound
  std::uint32_t collapses = 0;   ///< times that a collapsing heap was solved together
};

/// The pointer pulls a sprite by a point of it.
struct Pull {
  SpriteId id = 0;
  Vec2 grip;    ///< px from the position, before turning
  Vec2 target;  ///< px, where that point is to be
};

/// Sums over all sprites that can move; masses are density times px², velocities px per step.
struct Mechanics {
  double kinetic = 0, potential = 0;  ///< energy; potential from the field's origin
  Vec2d momentum;
  double angular_momentum = 0;  ///< about the field's origin
};
Mechanics mechanics(const World&, const ImageSet&, const ResponseOptions&);

/// Moves a world by steps.
///
/// Flight is ballistic. The swept AABBs of all sprites go through a broadphase, so no pair is
/// missed at any speed (`ContactGraph`). A heap holds, for each pair, the time until which it
/// cannot meet, by conservative advancement; the earliest is looked at, and gets a later time or an
/// impact (Poisson's restitution, Coulomb's friction, see `impact_impulse`). A body thereby sent
/// into others it touches meets them at the same instant, first come first. Then all their pairs
/// get new times, from known separations, and the broadphase is queried with their new swept AABBs.
///
/// Sprites that touch, and slow ones about to, are solved together in substeps (`ContactSolver`),
/// whose sums the world keeps as `cached_impulses` for the next step. So a large, slow heap needs
/// no event per contact. The result is a velocity at the end of the step and `Body::ease`, by which
/// the way there differs. Every other flight ends before shapes overlap; only what is solved, or
/// squeezed between others, may be pressed a little into its neighbor, and is eased apart. What
/// overlaps by several px began so: it has no time of impact, only easing.
///
/// Where many bodies of a large heap have several impacts each, it collapses: impact after impact
/// would take thousands and not end. What may still meet in it until the end of the step is then
/// solved together, as contacts that get the impulses of one plastic impact. What the solver leaves
/// may press bodies into each other by about a px per step; the next steps ease them apart.
///
/// With `resting` = micro-collisions nothing is solved: gravity acts in free flight alone, and slow
/// impacts part so fast that sprites fall back from the contact distance, some ten times per step
/// and contact. Sprites that began in one another are parted by these only as they approach.
///
/// Islands at rest for World::kStepsToSleep steps sleep (`SleepingIslands`; `World::quiet_steps`).
/// They count as static until something moving touches or the pointer takes one; while all sleep a
/// step costs O(n) comparisons. After changes of options call World::wake.
///
/// Cost: O(broadphase + pairs + impacts log impacts); a look at a separation costs some 0.3 us, an
/// impact a few. Depends on nothing but world and options: pairs are sorted, equal times are
/// ordered by pair. Keeps between frames: memory, and the last step's closest features of pairs.
class Dynamics {
 public:
  Dynamics();
  ~Dynamics();
  /// One step. `finder` sees swept boxes; `must_reset`: population is new.
  /// False, nothing moved, if more than ContactGraph::kMaxPairs may meet: then reset `finder`.
  bool step(World&, const ImageSet&, const WorldOptions&, const ResponseOptions&,
            Broadphase& finder, bool must_reset, unsigned threads,
            const std::optional<Pull>& pull = {});

  /// Of the last step, in their order; the first kMaxKept.
  std::span<const Impact> impacts() const;
  const ImpactCounts& counts() const;
  /// How the heap of times came and changed in the last step; the first kMaxKept changes.
  std::span<const HeapChange> heap() const;

  static constexpr std::size_t kMaxKept = 20'000;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// A step in 6 to 12 lines of pseudocode. No event of a log lights them: impacts do.
std::span<const CodeLine> impulse_code();
/// The line that the impact lights: what rests at the start of the step, the compression of what
/// does not part again, the restitution of all others. Below `impulse_code().size()`.
std::size_t impulse_line(const Impact&);

}  // namespace phasebox
