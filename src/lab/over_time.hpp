// SPDX-License-Identifier: MIT
// Over time: box ends in the last frames, energy and momentum of pushes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "plot/plot.hpp"
#include "session/session.hpp"
#include "world/flight.hpp"

namespace phasebox {

/// Keeps the boxes of each step from now on; off, ends it and forgets what was kept.
struct WatchWorldLines {
  bool on = true;
};

/// The study: the boxes of the last steps, without a gap. Costs and keeps nothing while off; on, a
/// copy of 16 bytes per box and step. Begins again with other sprites, or where steps do not follow
/// each other. A step gone back to stays, with all after it while nothing is changed there.
class WorldLines {
 public:
  static constexpr std::size_t kMaxFrames = 600;                   ///< 10 s
  static constexpr std::size_t kMaxBytes = std::size_t{16} << 20;  ///< of all frames together
  static constexpr std::size_t kMaxSprites = 40;  ///< whose lines can still be read

  struct Kept {
    std::uint64_t step = 0;
    std::vector<Aabb> boxes;  ///< by sprite
  };

  Status apply(const WatchWorldLines&, const Session&);
  /// After every frame that the session was looked at for pairs.
  void observe(const Session& session);

  bool is_on() const { return is_on_; }
  /// From the oldest on, a step after the other.
  const std::deque<Kept>& frames() const { return frames_; }
  /// How many frames of so many sprites are kept, at least 2.
  static std::size_t capacity(std::size_t sprites) {
    const std::size_t bytes = std::max<std::size_t>(sprites, 1) * sizeof(Aabb);
    return std::clamp<std::size_t>(kMaxBytes / bytes, 2, kMaxFrames);
  }

 private:
  void push(std::uint64_t step, std::span<const Aabb> boxes);

  bool is_on_ = false;
  std::uint64_t population_ = 0;
  std::deque<Kept> frames_;
};

/// The sprites whose lines are drawn: the first of those selected, or of all.
std::vector<SpriteId> lines_shown(std::span<const SpriteId> selection, std::size_t sprites);

/// How often two of these sprites' begins and ends changed places since the frame before: the swaps
/// of insertion sort, as in incremental sweep and prune. By frame; the first has none.
std::vector<std::uint32_t> crossings(const std::deque<WorldLines::Kept>& frames, Axis axis,
                                     std::span<const SpriteId> sprites);

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

/// Samples of the last kMaxKept steps. Free while off; on, O(n h) per step for n hulls of h
/// corners. None while sprites pass through each other, nor of recorded boxes, which have no mass.
///
/// Begins again at changes that are no pushes: sprites, a jump in steps, field, density, gravity.
class Energy {
 public:
  static constexpr std::size_t kMaxKept = 1800;  ///< samples; 30 s

  Status apply(const WatchEnergy& watch, const Session& session) {
    const bool was_on = std::exchange(is_on_, watch.on);
    if (!is_on_) forget();
    if (!was_on) observe(session);  // a paused picture has its numbers too
    return {};
  }
  /// After every frame that was looked at for pairs; a step that was seen is not added again.
  void observe(const Session& session);

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
    // About the field's middle c: r x p becomes (r - c) x p.
    const Vec2d middle{static_cast<double>(terms_.width) / 2,
                       static_cast<double>(terms_.height) / 2};
    return (sample.sums.angular_momentum - cross(middle, sample.sums.momentum)) / reach();
  }

  bool is_on_ = false, has_dropped_ = false;
  Terms terms_;
  std::deque<EnergySample> samples_;
};

/// For people: "Energy 1,230,000 of 1,400,000 at the beginning (88 %); 3 impacts in this step, 12
/// resting impacts", or why there is nothing to be said.
std::string describe(const Energy& study, const Session& session);

}  // namespace phasebox
