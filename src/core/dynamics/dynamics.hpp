// SPDX-License-Identifier: MIT
// Impulse-based dynamics: sprites fly until the first two meet, these get an impulse, and so on to
// the end of the step (B. Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996).
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/broadphase/broadphase.hpp"
#include "core/dynamics/gap.hpp"
#include "core/dynamics/options.hpp"
#include "core/world_options.hpp"

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
  Pose pose_a, pose_b;    ///< where the sprites are then
  bool rests = false;     ///< the sum of the small impacts that carry what rests, at this point

  static constexpr SpriteId kWall = 0xFFFFFFFFu;
};

/// What a step took.
struct ImpactCounts {
  std::uint64_t impacts = 0;     ///< of sprites that flew into each other
  std::uint64_t rests = 0;       ///< impulses between sprites that rest on each other
  std::uint64_t encounters = 0;  ///< gaps that were looked at
  std::uint32_t late = 0;        ///< sprites that wait for the next step: over the bound
};

/// A hand that pulls a sprite by a point of it.
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
/// Flight is ballistic. The boxes of the ways that all sprites go are handed to a broadphase, so
/// that no pair is missed however fast they are. A heap holds, for each pair, the time until which
/// it cannot meet, by conservative advancement; the earliest is looked at, and gets a later time or
/// an impact (Poisson's restitution, Coulomb's friction, see `impact.hpp`). Whom that sends into
/// others that touch meets these at the same instant, first come first. Then the times of all their
/// pairs are found anew, from what was known of their gaps, and their new ways are asked of the
/// same broadphase.
///
/// Sprites that rest on each other get the step's gravity at once and a train of small plastic
/// impacts, round by round, until none approaches another. What a round gave too much a later one
/// takes back, as long as the sum pushes and obeys Coulomb, and the sums of the last step, which
/// the world keeps as `supports`, are where the next one begins (E. Catto, "Iterative dynamics with
/// temporal coherence", 2005): so a stack carries itself. Every flight ends before shapes overlap;
/// only what rests, or is squeezed between others, may be pressed a few hundredths of a px per step
/// into its neighbour, and is eased apart. What overlaps by several px began so: it has no time of
/// impact, and is eased apart only.
///
/// Cost: O(broadphase + pairs + impacts log impacts); a gap that is looked at costs some 0.3 us,
/// and an impact a few of them. Depends on nothing but world and options: pairs are sorted, equal
/// times are ordered by pair. Keeps between frames: memory, and the closest features of the pairs
/// of the last step.
class Dynamics {
 public:
  /// One step. `finder` sees swept boxes; `must_reset` when it does not know the population.
  void step(World&, const ImageSet&, const WorldOptions&, const ResponseOptions&,
            Broadphase& finder, bool must_reset, unsigned threads,
            const std::optional<Pull>& pull = {});

  /// Of the last step, in their order; the first kMostKept.
  std::span<const Impact> impacts() const { return impacts_; }
  const ImpactCounts& counts() const { return counts_; }

  static constexpr std::size_t kMostKept = 20'000;

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  // Two sprites that may meet in this step, or a sprite and a border (b >= bodies).
  struct Couple {
    std::uint32_t a, b;
    std::uint32_t next_a, next_b;  // the next couple of a, and of b
    bool rests = false;            // they have met slowly in this step
    bool is_deep = false;          // they overlap since before this step
    bool is_waiting = false;       // in `waiting_`
    std::uint32_t meetings = 0;    // in this step
    Gap last{};                    // as of the time `looked`
    double looked = -1;
    // What was proven at the time `seen`: along the normal they are `free` px apart before they
    // need be looked at, and close by no more than `bound` px per step.
    double seen = -1, free = 0, bound = 0;
  };
  struct Event {
    double time;
    std::uint32_t couple, version_a, version_b;

    static bool is_later(const Event& p, const Event& q) {
      return p.time != q.time ? p.time > q.time : p.couple > q.couple;
    }
  };
  // Two that touch at the start of the step.
  struct Contact {
    std::uint32_t couple;
    Gap at;
  };
  // A point where they carry each other.
  struct Prop {
    std::uint32_t couple;
    int point;
    Body *a, *b;
    Meeting at;
    Mobility mobility;
    double rest;    // px per step, the normal velocity that they are to have
    Vec2d carried;  // impulse so far, normal and tangential

    void carry(Vec2d by) {
      const Vec2d impulse = at.normal * by.x + turned(at.normal) * by.y;
      a->push(-impulse, at.arm_a);
      b->push(impulse, at.arm_b);
      carried += by;
    }
  };

  void load(const World&, const ImageSet&, std::optional<SpriteId> held);
  void pull_at(const Pull&, const World&);
  void find_couples(Frame& frame, Broadphase& finder, bool must_reset);
  void add_couple(std::uint32_t a, std::uint32_t b);
  void add_borders(std::uint32_t body, const Aabb& way);
  void mark_partners(std::uint32_t body);
  void settle();
  void prop_up();
  Support support_of(const Couple& c) const;
  void keep_supports();
  double prop_round(bool forwards);
  void note(const Couple& c, const Meeting& at, Vec2d impulse, double before, bool rests);
  void widen(std::uint32_t body, const Frame& frame, Broadphase& finder);
  void schedule(std::uint32_t couple);
  void push_event(std::uint32_t couple, double time);
  void schedule_changed(const Frame& frame, Broadphase& finder);
  void run(const Frame& frame, Broadphase& finder);
  bool is_current(const Event&) const;
  void carry_out(const Event&);
  bool collide(std::uint32_t couple);
  void cascade(std::uint32_t couple);
  void await_touching(std::uint32_t body);
  void forget_changed();
  const Gap& look(std::uint32_t couple);
  double calm_of(const Couple& c) const;
  bool is_soon(const Couple& c) const;
  bool meet(std::uint32_t couple, const Gap& at);
  bool push_apart(std::uint32_t couple, const Meeting& at, double restitution, double rest,
                  bool rests);
  void finish(World&);
  Gap gap_of(const Couple&) const;
  bool is_wall(std::uint32_t b) const { return b >= bodies_.size(); }
  Body& body(std::uint32_t i) { return is_wall(i) ? still_ : bodies_[i]; }
  std::uint32_t& next_of(Couple& c, std::uint32_t body) {
    return c.a == body ? c.next_a : c.next_b;
  }

  // What holds for the step.
  WorldOptions world_options_;
  ResponseOptions options_;
  Vec2d gravity_;           // px per step², in the step's own time
  double restless_ = 0;     // px per step: slower meetings rest
  double calm_ = 0;         // px per step: the least that counts as an approach
  double now_ = 0;          // of the step
  std::uint64_t left_ = 0;  // impacts until the bound

  std::vector<Body> bodies_;
  Body still_;  // stands for every border
  std::array<Wall, 4> walls_;
  std::vector<Aabb> boxes_;                // [body] swept, as the broadphase knows them
  std::vector<Aabb> ways_;                 // [body] swept, as they are now
  std::vector<std::uint32_t> widened_;     // bodies whose ways reach out of their boxes
  std::vector<std::uint32_t> first_;       // [body] first couple, or kNone
  std::vector<std::uint32_t> partner_of_;  // [body or border] the last body that it was marked for
  std::vector<std::uint32_t> version_;     // [body] changes with its velocity
  std::vector<Couple> couples_, last_couples_;
  std::vector<Contact> contacts_;
  std::vector<Prop> props_;
  std::vector<Support> supports_;         // of the last step, then of this one; in order
  std::vector<Event> events_;             // a heap
  std::vector<std::uint32_t> waiting_;    // couples that may meet at this instant, first come first
  std::vector<std::uint32_t> changed_;    // bodies that met at this instant
  std::vector<std::uint8_t> is_changed_;  // [body] among them
  std::vector<double> limit_;             // [body] how far it may go when the bound is reached
  PairSink pairs_;
  Sink<SpriteId> near_;
  std::vector<Impact> impacts_;
  ImpactCounts counts_;
};

}  // namespace phasebox
