// SPDX-License-Identifier: MIT
// The source of motion: a scene that is simulated, or a recording that plays.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "session/counters.hpp"
#include "session/settings.hpp"
#include "world/dynamics/dynamics.hpp"
#include "world/recording_playback.hpp"
#include "world/world.hpp"

namespace phasebox {

/// What one step looks at beside the world.
struct StepContext {
  const ImageSet& images;
  const Settings& settings;
  std::span<const Aabb> boxes;  ///< [n] of the frame before
  std::optional<Pull> pull;     ///< by the pointer, of the sprite that it holds
  unsigned threads = 1;
};

class MotionSource {
 public:
  virtual ~MotionSource() = default;
  /// One step of 1/60 s. Gives what came and went.
  virtual std::span<const Edit> advance(World&, const StepContext&, PhaseTimes&) = 0;
  /// Fills `transforms` and `boxes` ([n] each) for the world as it stands.
  virtual void place(const World&, const ImageSet&, const WorldOptions&,
                     std::span<Transform> transforms, std::span<Aabb> boxes) const = 0;
  /// What a camera should show.
  virtual Aabb field(const WorldOptions&) const = 0;
  /// A recording keeps its own.
  virtual FilterRule filter_rule(const WorldOptions& options) const { return options.filter_rule; }
  /// A text that names sprites, "#12", with the names that users know them by.
  virtual std::string named(std::string text) const { return text; }
};

/// A scene steers, free flight moves, and dynamics lets sprites push each other.
class Simulation : public MotionSource {
 public:
  std::span<const Edit> advance(World&, const StepContext&, PhaseTimes&) override;
  void place(const World&, const ImageSet&, const WorldOptions&, std::span<Transform>,
             std::span<Aabb>) const override;
  Aabb field(const WorldOptions& options) const override { return options.field(); }

  /// The sprites are not those of the step before: dynamics begins again, without impacts.
  void forget();
  /// The entry of the broadphase makes other instances now.
  void renew_broadphase();
  /// Another step is shown than the last that was made.
  void forget_impacts() { has_stepped_ = false; }
  /// Of the last step, where sprites push each other and nothing has changed since; else null.
  const Dynamics* dynamics_of_step(const ResponseOptions&) const;
  /// The last step was made without response: more pairs might have met than it can hold.
  bool exceeds_pair_limit() const { return exceeds_pair_limit_; }

 private:
  /// Dynamics, with an instance of the broadphase that sees swept AABBs, so that what the measured
  /// instance keeps from frame to frame is not disturbed.
  struct Response {
    explicit Response(const BroadphaseEntry& b) : entry(&b), finder(b.make()) {}

    const BroadphaseEntry* entry;
    std::unique_ptr<Broadphase> finder;
    Dynamics dynamics;
    bool must_reset = true;
  };

  bool push(World&, const StepContext&);

  std::unique_ptr<Response> response_;
  bool has_stepped_ = false, exceeds_pair_limit_ = false;
};

/// A box recording plays, one frame per step, again and again. Boxes are as recorded, bit for bit.
class Playback : public MotionSource {
 public:
  explicit Playback(RecordingPlayback from_start) : recording(std::move(from_start)) {}

  std::span<const Edit> advance(World& world, const StepContext&, PhaseTimes& times) override;
  void place(const World&, const ImageSet&, const WorldOptions&, std::span<Transform>,
             std::span<Aabb>) const override;
  Aabb field(const WorldOptions&) const override { return recording.field(); }
  FilterRule filter_rule(const WorldOptions&) const override { return recording.rule(); }
  std::string named(std::string text) const override;

  RecordingPlayback recording;
  /// Chosen when the recording was opened, to be taken up again after it; null once the user has
  /// chosen another one.
  const NarrowphaseEntry* narrowphase_before = nullptr;
};

}  // namespace phasebox
