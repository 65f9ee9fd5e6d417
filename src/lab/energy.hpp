// SPDX-License-Identifier: MIT
// Keeps and plots the energy and momentum of the scene after each of the last steps.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <variant>

#include "base/geometry.hpp"
#include "base/result.hpp"
#include "base/sentence.hpp"
#include "plot/plot.hpp"
#include "session/session.hpp"
#include "world/dynamics/mechanics.hpp"
#include "world/flight.hpp"

namespace phasebox {

/// Starts to sum up energy and momentum after each step; with `on` false that ends, and the samples
/// are dropped.
struct WatchEnergy {
  bool on = true;
};

/// Energy, momentum and impacts of one step.
struct EnergySample {
  std::uint64_t step = 0;  ///< number of the step
  Mechanics sums;          ///< energy and momentum of all sprites that can move, after the step
  /// Impacts of sprites that flew into each other, and impulses between resting ones, in that step.
  std::uint64_t impacts = 0, rests = 0;
};

/// Keeps samples of the last kMaxKept steps. Costs nothing while off; else each step costs O(n h)
/// for n hulls of h corners. There are no samples while collision response is off, nor for recorded
/// boxes, which have no mass.
///
/// The samples are dropped, and begin again, after changes that no impact causes: sprites added,
/// removed or replaced, a jump in steps, another field, density or gravity.
class Energy {
 public:
  static constexpr std::size_t kMaxKept = 1800;  ///< samples; 30 s at 60 steps per second

  using Commands = std::variant<WatchEnergy>;
  Status apply(const WatchEnergy& watch, const Session& session) {
    const bool was_on = std::exchange(is_on_, watch.on);
    if (!is_on_) close();
    if (!was_on) observe(session);  // so that a paused session has a sample too
    return {};
  }
  /// Ends the watch and frees the samples.
  void close() { *this = {}; }
  /// Adds a sample of the session's last step unless there is one; called after every detection.
  void observe(const Session& session);

  bool is_on() const { return is_on_; }
  /// The samples, from the oldest to the newest.
  const std::deque<EnergySample>& samples() const { return samples_; }
  /// Whether the first sample is still the one with which the samples began, so that none of the
  /// first steps was dropped for lack of room.
  bool has_beginning() const { return !has_dropped_; }

  /// Plots energy against time, in s (0 is the last step, earlier ones are negative): kinetic, and
  /// with gravity also potential energy and the sum of both. The unit is density px² (px per
  /// step)², times a power of 1000 that the label names.
  Plot energy_plot() const;
  /// Plots momentum to the right, momentum downward, and angular momentum about the field's center
  /// against time, s. The last is divided by half the field's shorter side, so that all have one
  /// unit: density px² px per step, times a power of 1000 that the label names.
  Plot momentum_plot() const;
  /// Kinetic plus potential energy of a sample, density px² (px per step)². Potential energy is 0
  /// at the lowest value among the kept samples.
  double total(const EnergySample& sample) const;

 private:
  // The values that must stay the same for samples to belong to one curve.
  struct Terms {
    std::uint64_t population = 0;
    float width = 0, height = 0, density = 0, gravity_x = 0, gravity_y = 0;
    bool operator==(const Terms&) const = default;
    bool has_gravity() const { return gravity_x != 0 || gravity_y != 0; }
  };

  void forget() {
    samples_ = {};
    has_dropped_ = false;
  }
  bool goes_on(const Session& session, const Terms& terms) const {
    if (samples_.empty() || !(terms == terms_)) return false;
    const std::uint64_t last = samples_.back().step;
    return session.steps() == last || session.steps() == last + 1;
  }
  double lowest() const;
  double reach() const { return static_cast<double>(std::min(terms_.width, terms_.height)) / 2; }
  double turning(const EnergySample& sample) const {
    // Angular momentum about the field's center c: r x p becomes (r - c) x p.
    const Vec2d middle{static_cast<double>(terms_.width) / 2,
                       static_cast<double>(terms_.height) / 2};
    return (sample.sums.angular_momentum - cross(middle, sample.sums.momentum)) / reach();
  }

  bool is_on_ = false, has_dropped_ = false;
  Terms terms_;
  std::deque<EnergySample> samples_;
};

/// One sentence: "Energy 1,230,000 of 1,400,000 at the beginning (88 %); 3 impacts in this step, 12
/// resting impacts", or why there is no energy to show.
Sentence describe(const Energy& study, const Session& session);

}  // namespace phasebox
