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
  std::span<const Aabb> boxes;  ///< of the frame before [n]
  std::optional<Pull> pull;     ///< of the pointer on the sprite that it holds
  unsigned threads = 1;
};

/// Moves a world by steps: the scene steers the sprites, then they fly freely, or with collision
/// response on, dynamics moves them and lets them push each other.
class Simulation {
 public:
  /// Makes one step of 1/60 s and adds its times to `move` and `respond`.
  void advance(World&, const StepContext&, PhaseTimes&);
  /// Resets dynamics and drops the impacts, because the sprites are not those of the last step.
  void forget() {
    if (response_) response_->must_reset = true;
    has_stepped_ = false;
    exceeds_pair_limit_ = false;
  }
  /// Makes a new broadphase for dynamics, because the entry now makes other instances.
  void renew_broadphase() {
    if (response_) response_->finder = response_->entry->make();
    forget();
  }
  /// Drops the impacts, because another step is shown than the last that was made.
  void forget_impacts() { has_stepped_ = false; }
  /// The impacts of the last step. Empty while sprites pass through each other, and after a change
  /// since that step.
  ImpactLog impact_log(const ResponseOptions& options) const {
    return has_stepped_ && options.is_on() ? response_->dynamics.log() : ImpactLog{};
  }
  /// Whether the last step was made without collision response, because more pairs than
  /// ContactGraph::kMaxPairs might have met.
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

  /// Makes the step by dynamics. Returns false, with nothing moved, if too many pairs might meet.
  bool push(World&, const StepContext&);

  std::unique_ptr<Response> response_;
  bool has_stepped_ = false, exceeds_pair_limit_ = false;
};

}  // namespace phasebox
