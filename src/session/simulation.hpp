// SPDX-License-Identifier: MIT
// Moves the sprites of a session by steps of a simulation.
#pragma once
#include <memory>
#include <optional>
#include <span>

#include "collide/broadphase.hpp"
#include "session/phase_times.hpp"
#include "session/settings.hpp"
#include "world/dynamics/dynamics.hpp"
#include "world/dynamics/impact_log.hpp"
#include "world/world.hpp"

namespace phasebox {

/// The inputs of one step other than the world.
struct StepContext {
  const ImageSet& images;
  const Settings& settings;
  std::span<const Aabb> boxes;  ///< of the sprites before the step [n], world px
  std::optional<Pull> pull;     ///< of the pointer on the sprite that it holds, if any
  unsigned threads = 1;
};

/// Moves a world by steps. The scene steers the sprites first. Then dynamics moves them and lets
/// them push each other if the collision response is on; else, or if too many pairs might meet,
/// they move through each other.
class Simulation {
 public:
  /// Makes one step of 1/60 s and adds its wall times to `move` and `respond`.
  void advance(World&, const StepContext&, PhaseTimes&);
  /// Resets dynamics and drops the impacts, because the sprites are no longer those of the last
  /// step.
  void forget() {
    forget_ids();
    exceeds_pair_limit_ = false;
  }
  /// Resets dynamics and drops the impacts after births and deaths. What the last step said of its
  /// pairs stays.
  void forget_ids() {
    if (response_) response_->must_reset = true;
    has_stepped_ = false;
  }
  /// Makes a new broadphase for dynamics, because the code of a plug-in may have changed.
  void renew_broadphase() {
    if (response_) response_->finder = response_->entry->make();
    forget();
  }
  /// Drops the impacts, because the step that is shown now is not the last that was made.
  void forget_impacts() { has_stepped_ = false; }
  /// The impacts of the last step. Empty if dynamics did not make it, while the response is off,
  /// and after `forget` or `forget_impacts`.
  ImpactLog impact_log(const ResponseOptions& options) const {
    return has_stepped_ && options.is_on() ? response_->dynamics.log() : ImpactLog{};
  }
  /// Whether the last step was made without collision response although it is on, because more
  /// pairs than ContactGraph::kMaxPairs might have met.
  bool exceeds_pair_limit() const { return exceeds_pair_limit_; }

 private:
  /// Dynamics, and a broadphase of its own for swept AABBs, so that the measured one is
  /// undisturbed.
  struct Response {
    explicit Response(const BroadphaseEntry& b) : entry(&b), finder(b.make()) {}

    const BroadphaseEntry* entry;
    std::unique_ptr<Broadphase> finder;
    Dynamics dynamics;
    bool must_reset = true;
  };

  /// Makes the step by dynamics. Returns false, and moves nothing, if too many pairs might meet.
  bool push(World&, const StepContext&);

  std::unique_ptr<Response> response_;
  bool has_stepped_ = false, exceeds_pair_limit_ = false;
};

}  // namespace phasebox
