// SPDX-License-Identifier: MIT
// Impulse-based dynamics: sprites fly until the first two meet, these get an impulse, and so on to
// the end of the step (B. Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996).
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "collide/broadphase.hpp"
#include "collide/event_log.hpp"
#include "world/dynamics/contact_graph.hpp"
#include "world/dynamics/contact_solver.hpp"
#include "world/dynamics/options.hpp"
#include "world/dynamics/sleep.hpp"
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
/// Flight is ballistic. The swept AABBs of all sprites go through a broadphase, so that no pair is
/// missed however fast they are (`ContactGraph`). A heap holds, for each pair, the
/// time until which it cannot meet, by conservative advancement; the earliest is looked at, and
/// gets a later time or an impact (Poisson's restitution, Coulomb's friction, see `impact.hpp`).
/// A body that is thereby sent into others that it touches meets them at the same instant, first
/// come first. Then the times of all their pairs are found again, from what was known of their
/// separations, and the same broadphase is queried with their new swept AABBs.
///
/// Sprites that touch, and slow ones that are about to, are solved together in substeps
/// (`ContactSolver`), whose sums the world keeps as `cached_impulses` for the next step. So a
/// large, slow heap needs no event for each contact. What came of it is a velocity at the end of
/// the step and another one, `Body::ease`, by which the way there differs. Every other flight ends
/// before shapes overlap; only what is solved, or is squeezed between others, may be pressed a
/// little into its neighbor, and is eased apart. What overlaps by several px began so: it has no
/// time of impact, and is eased apart only.
///
/// Where many bodies of a large heap have several impacts each, it collapses: impact after impact
/// would take thousands and not end. What may still meet in it until the end of the step is then
/// solved together, as contacts that get the impulses of one plastic impact. What the solver leaves
/// may press bodies into each other by about a px per step; the next steps ease them apart.
///
/// With `resting` = micro-collisions nothing is solved: gravity acts in free flight alone, and slow
/// impacts part so fast that the sprites fall back from the contact distance, some ten times
/// per step and contact. Where sprites began in one another, these impacts part them only as
/// they approach.
///
/// Islands that have rested for World::kStepsToSleep steps sleep (`SleepingIslands`), as the
/// world's `quiet_steps` say. What sleeps is as good as static, until something that moves touches
/// it or the pointer takes it; while all sleep a step costs O(n) comparisons. Whoever changes
/// options or materials between two steps must call World::wake.
///
/// Cost: O(broadphase + pairs + impacts log impacts); a separation that is looked at costs some 0.3
/// us, and an impact a few of them. Depends on nothing but world and options: pairs are sorted,
/// equal times are ordered by pair. Keeps between frames: memory, and the closest features of the
/// pairs of the last step.
class Dynamics {
 public:
  /// One step. `finder` sees swept boxes; `must_reset` when it does not know the population;
  /// `materials` are by image. False, and nothing has moved, when more pairs than
  /// ContactGraph::kMaxPairs may meet; the finder must then be reset.
  bool step(World&, const ImageSet&, const WorldOptions&, const ResponseOptions&,
            Broadphase& finder, bool must_reset, unsigned threads,
            const std::optional<Pull>& pull = {}, std::span<const ImageMaterial> materials = {});

  /// Of the last step, in their order; the first kMaxKept.
  std::span<const Impact> impacts() const { return impacts_; }
  const ImpactCounts& counts() const { return counts_; }

  static constexpr std::size_t kMaxKept = 20'000;

 private:
  void load(const World&, const ImageSet&, std::optional<SpriteId> held);
  void load_materials(const World&, std::span<const ImageMaterial>);
  Material material_between(const CandidatePair&) const;
  void pull_at(const Pull&, const World&);
  void put_islands_to_sleep(const World&, std::optional<SpriteId> held);
  void wake(SpriteId id, bool is_carried);
  void wake_touched();
  void keep_impulses(std::span<const CachedImpulse> last);
  bool may_sleep() const { return options_.sleeping && !is_micro(); }
  bool is_inert(std::uint32_t i) const { return is_wall(i) || bodies_[i].is_static(); }
  void settle(std::span<const CachedImpulse> last);
  void warm_start(std::span<const CachedImpulse> last);
  void note(SpriteId a, SpriteId b, const ContactFrame& at, Vec2d impulse, double before,
            bool rests);
  double next_look(CandidatePair& c) const;
  bool may_meet(const CandidatePair& c) const;
  void schedule(std::uint32_t pair);
  void schedule_changed();
  void schedule_all();
  void run();
  void carry_out(std::uint32_t pair);
  void begin_burst() { burst_ = kMinBurst + bodies_.size(); }
  void count_impact(const CandidatePair& c);
  bool is_in_heap(const CandidatePair& c) const;
  void gather_heap();
  void solve_heap();
  bool is_slow_and_near(const CandidatePair& c) const;
  void mark_contacts();
  void solve_contacts(ContactSolver& solver);
  bool collide(std::uint32_t pair);
  void propagate_impact(std::uint32_t pair);
  void await_touching(std::uint32_t body);
  void forget_changed();
  const Manifold& look(std::uint32_t pair);
  void separate(CandidatePair& pair) const;
  template <class Concerns>
  void look_at_all(Concerns concerns);
  double unwatched_of(const CandidatePair& c) const;
  double min_approach_of(const CandidatePair& c) const;
  bool is_soon(const CandidatePair& c) const;
  bool meet(std::uint32_t pair, const Manifold& at);
  void push_apart(const CandidatePair& c, const ContactFrame& at, Material material, bool rests);
  bool is_micro() const { return options_.resting == RestingContacts::micro_collisions; }
  double micro_restitution(const Manifold& at, double closing) const;
  void finish(World&);
  Manifold manifold_of(const CandidatePair&) const;
  bool is_wall(std::uint32_t b) const { return b >= bodies_.size(); }
  Body& body(std::uint32_t i) { return is_wall(i) ? still_ : bodies_[i]; }

  // px per step: slower approaches wait for the next step.
  static constexpr double kMinApproach = 2e-3;
  // Impacts of bodies that have had several in the step, besides one for each body: then
  // the heap is solved together.
  static constexpr std::uint64_t kMinBurst = 2000;
  static constexpr std::size_t kPairsForThread = 2000;  // that are worth a thread

  // What holds for the step.
  WorldOptions world_options_;
  ResponseOptions options_;
  unsigned threads_ = 1;
  Vec2d gravity_;                     // px per step², in the step's own time
  double restitution_threshold_ = 0;  // px per step: slower impacts rest
  double min_approach_ = 0;           // px per step: the least that counts as an approach
  double now_ = 0;                    // of the step
  std::uint64_t left_ = 0;            // impacts until the bound
  std::uint64_t burst_ = 0;           // impacts until the heap is solved together

  std::vector<Body> bodies_;
  Body still_;  // represents every border
  std::array<Wall, 4> walls_;
  std::vector<Inertia> inertia_;  // [body] of what sleeps, to be given back when it wakes
  SleepingIslands sleep_;
  ContactGraph graph_;
  ContactSolver solver_, heap_solver_;
  Islands islands_;                           // of the contacts
  std::vector<std::uint32_t> island_bodies_;  // [contact] one that can be moved
  IslandOrder island_order_;                  // of the contacts
  std::vector<std::uint32_t> impacts_of_;  // [body] in this step, and one for each contact at rest
  std::vector<std::uint32_t> contacts_;    // pairs that touch, as they were last looked at
  std::vector<std::uint8_t> is_touched_;   // [body] at the start of the step
  std::vector<CachedImpulse> kept_impulses_;  // of what sleeps on each other, in order
  EventQueue events_;                         // until when pairs need not be looked at
  std::vector<double> times_;                 // [pair] of its first event
  std::vector<std::uint32_t>
      waiting_;  // candidate pairs that may meet at this instant, first come first
  std::vector<std::uint32_t> changed_;    // bodies that met at this instant
  std::vector<std::uint8_t> is_changed_;  // [body] among them
  std::vector<double> limit_;             // [body] how far it may go when the bound is reached
  std::vector<Impact> impacts_;
  ImpactCounts counts_;
};

/// Looks at each pair that it concerns, on several threads.
template <class Concerns>
void Dynamics::look_at_all(Concerns concerns) {
  std::atomic<std::uint64_t> looks = 0;
  for_each_range(graph_.size(), threads_, kPairsForThread, [&](std::size_t begin, std::size_t end) {
    std::uint64_t own = 0;
    for (std::size_t k = begin; k < end; ++k) {
      CandidatePair& c = graph_[static_cast<std::uint32_t>(k)];
      if (c.looked != now_ && concerns(c)) separate(c), ++own;
    }
    looks += own;
  });
  counts_.encounters += looks;
}

// A step of impulse-based dynamics in a few lines of pseudocode, each tied to the impacts that it
// stands for.

/// 6 to 12 lines. No event of a log lights them: impacts do.
std::span<const CodeLine> impulse_code();
/// The line that the impact lights: what rests at the start of the step, the compression of what
/// does not part again, the restitution of all others. Below `impulse_code().size()`.
std::size_t impulse_line(const Impact&);

}  // namespace phasebox
