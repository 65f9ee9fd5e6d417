// SPDX-License-Identifier: MIT
// Energy and momentum of all sprites over the last steps, while they push each other.
#pragma once
#include <cstdint>
#include <deque>
#include <string>

#include "base/result.hpp"
#include "plot/plot.hpp"
#include "session/session.hpp"

namespace phasebox {

/// Adds up energy and momentum after each step from now on; off, ends it and forgets what was seen.
struct WatchEnergy {
  bool on = true;
};

/// What was added up after one step.
struct EnergySample {
  std::uint64_t step = 0;
  Mechanics sums;
  std::uint64_t impacts = 0, rests = 0;  ///< of that step, see ImpactCounts
};

/// The study: a sample per step, of the last kMaxKept steps. Costs nothing and keeps nothing while
/// it is off; on, O(n h) per step for n sprites whose hulls have h corners. There are no samples
/// while sprites pass through each other, nor of recorded boxes, which have no mass.
///
/// Begins again where the curve would tell of something else than pushes: other sprites, another
/// step than the next one, another field, density or gravity.
class Energy {
 public:
  static constexpr std::size_t kMaxKept = 1800;  ///< samples; 30 s

  Status apply(const WatchEnergy&, const Session&);
  /// After every frame that the session was looked at for pairs; a step that was seen already is
  /// not added again.
  void observe(const Session& session) {
    if (is_on_) look(session);
  }

  bool is_on() const { return is_on_; }
  /// From the oldest on.
  const std::deque<EnergySample>& samples() const { return samples_; }
  /// The first sample is the first since it began again: no older one was dropped.
  bool has_beginning() const { return !has_dropped_; }

  /// Energy against s before the last step: kinetic and, where there is gravity, potential and both
  /// together. Unit: density px² (px per step)², or a thousand, a million ... of it.
  Plot energy_plot() const;
  /// Momentum to the right and downwards, and angular momentum about the field's middle divided by
  /// half the field's shorter side, which gives the same unit: density px² px per step.
  Plot momentum_plot() const;
  /// px² density (px per step)²; potential energy counts from the lowest among the samples.
  double total(const EnergySample& sample) const;

 private:
  // What must stay for samples to be of one curve.
  struct Terms {
    std::uint64_t population = 0;
    float width = 0, height = 0, density = 0, gravity_x = 0, gravity_y = 0;
    bool operator==(const Terms&) const = default;
    bool has_gravity() const { return gravity_x != 0 || gravity_y != 0; }
  };

  void look(const Session&);
  void forget();
  bool goes_on(const Session&, const Terms&) const;
  double lowest() const;
  double reach() const;
  double turning(const EnergySample&) const;

  bool is_on_ = false, has_dropped_ = false;
  Terms terms_;
  std::deque<EnergySample> samples_;
};

/// For people: "Energy 1,230,000 of 1,400,000 at the beginning (88 %); 3 impacts in this step, 12
/// resting impacts", or why there is nothing to be said.
std::string describe(const Energy& study, const Session& session);

}  // namespace phasebox
