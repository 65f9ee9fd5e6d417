// SPDX-License-Identifier: MIT
// The state of a step of dynamics that all its phases share.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/parallel.hpp"
#include "world/dynamics/contact_graph.hpp"
#include "world/dynamics/contact_solver.hpp"
#include "world/dynamics/impact_log.hpp"
#include "world/dynamics/options.hpp"
#include "world/dynamics/sleep.hpp"
#include "world/world.hpp"

namespace phasebox {

/// The state of a step, questions that several phases ask of it, and the log of its impacts. The
/// phases of a step are structs, each of which inherits the one before: pair times, impacts,
/// settling, the collapsing heap.
struct StepState {
  bool is_wall(std::uint32_t b) const { return b >= bodies_.size(); }
  Body& body(std::uint32_t i) { return is_wall(i) ? still_ : bodies_[i]; }
  const Body& body(std::uint32_t i) const { return is_wall(i) ? still_ : bodies_[i]; }
  bool is_inert(std::uint32_t i) const { return is_wall(i) || bodies_[i].is_static(); }
  bool is_micro() const { return options_.resting == RestingContacts::micro_collisions; }
  bool may_sleep() const { return options_.sleeping && !is_micro(); }
  bool has_sleepers() const { return may_sleep() && sleep_.has_sleepers(); }

  Manifold manifold_of(const CandidatePair& c) const {
    if (is_wall(c.b))
      return manifold(bodies_[c.a], walls_[c.b - bodies_.size()],
                      world_options_.edges == Edges::center);
    return manifold(bodies_[c.a], bodies_[c.b], c.last.features);
  }

  /// Logs an impact for drawing and counting, unless ImpactLog::kMaxKept are logged. `b` may be any
  /// number that is no body's: a border. `before` is the closing speed as in Impact.
  void note(SpriteId a, SpriteId b, const ContactFrame& at, Vec2d impulse, double before,
            bool rests) {
    if (impacts_.size() == ImpactLog::kMaxKept) return;
    const Body &one = bodies_[a], &other = body(b);
    impacts_.push_back({.a = a,
                        .b = is_wall(b) ? Impact::kWall : b,
                        .time = static_cast<float>(one.time),
                        .point = narrowed(one.position + at.arm_a),
                        .normal = narrowed(at.normal),
                        .impulse = narrowed(impulse),
                        .before = static_cast<float>(before),
                        .after = static_cast<float>(
                            relative_normal_velocity(one.without_ease(), other.without_ease(), at)),
                        .transform_a = one.transform(),
                        .transform_b = other.transform(),
                        .rests = rests});
  }

  /// Calls `f(number, body)` for each body, on several threads.
  template <class F>
  void each_body(F f) {
    for_each_range(bodies_.size(), threads_, kBodiesForThread, [&](std::size_t i, std::size_t end) {
      for (; i < end; ++i) f(static_cast<SpriteId>(i), bodies_[i]);
    });
  }
  /// Calls `f(begin, end)` for ranges of candidate pairs, on several threads.
  template <class F>
  void for_pairs(F f) {
    constexpr std::size_t kPairsForThread = 2000;  // a thread gets at least so many pairs
    for_each_range(graph_.size(), threads_, kPairsForThread, f);
  }

  WorldOptions world_options_;
  ResponseOptions options_;
  unsigned threads_ = 1;
  Vec2d gravity_;  // px per step², scaled by the option time-scale
  // px per step: after slower impacts sprites rest on each other
  double restitution_threshold_ = 0;
  double now_ = 0;  // present time as a share of the step

  std::vector<Body> bodies_;
  Body still_;  // represents every border of the field, which does not move
  std::array<Wall, 4> walls_;
  SleepingIslands sleep_;
  ContactGraph graph_;
  ContactSolver solver_;  // solves the contacts at the start of the step
  std::vector<Impact> impacts_;
  std::vector<HeapChange> heap_;
  ImpactCounts counts_;
};

}  // namespace phasebox
