// SPDX-License-Identifier: MIT
// The live race: 2 to 16 algorithms find the pairs of every frame while it is shown.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "base/sentence.hpp"
#include "bench/race.hpp"
#include "lab/race/race_runner.hpp"
#include "session/session.hpp"

namespace phasebox {

namespace command {

/// Starts the race. Without contestants it continues with the present ones. The first time it takes
/// the chosen broadphase and all others that can run on so many sprites.
struct StartRace {
  std::vector<Contestant> contestants;
};
/// Stops the race, which then costs nothing; the measurements stay.
struct StopRace {};
struct AddRunner {
  Contestant contestant;
};
struct RemoveRunner {
  std::size_t runner;
};
struct SetRunnerParam {
  std::size_t runner;
  std::string key;
  double value;
};
/// Divides the field into lanes that show one contestant's structure each; starts the race.
struct SetLanes {
  bool on;
};

}  // namespace command

/// Runs every contestant on every detected frame and checks its pairs. The order rotates; each runs
/// with one thread on freshly copied boxes. Costs nothing while off.
class LiveRace {
 public:
  static constexpr std::size_t kMin = 2, kMax = 16;
  static constexpr std::size_t kMaxLanes = 6;

  using Commands = std::variant<command::StartRace, command::StopRace, command::AddRunner,
                                command::RemoveRunner, command::SetRunnerParam, command::SetLanes>;
  Status apply(const command::StartRace&, const Session&);
  Status apply(const command::StopRace&, const Session&) {
    close();
    return {};
  }
  Status apply(const command::AddRunner&, const Session&);
  Status apply(const command::RemoveRunner&, const Session&);
  Status apply(const command::SetRunnerParam&, const Session&);
  Status apply(const command::SetLanes& c, const Session& session) {
    if (c.on && !is_on_)
      if (auto status = apply(command::StartRace{}, session); status.failed()) return status;
    has_lanes_ = c.on;
    return {};
  }

  /// Stops the race; the measurements stay.
  void close() { is_on_ = has_lanes_ = false; }
  /// Runs the race on a frame; called after the session has found its pairs.
  void observe(const Session& session);
  /// Traces every contestant with a lane, for its picture; returns the ms that it took.
  double look_into_all(const Session& session);
  /// Traces one contestant; returns the ms that it took.
  double look_into(std::size_t runner, const Session& session);

  bool is_on() const { return is_on_; }
  bool has_lanes() const { return is_on_ && has_lanes_; }
  std::span<const RaceRunner> runners() const { return runners_; }
  /// The contestants that have a lane.
  std::span<const RaceRunner> in_lanes() const {
    return runners().first(std::min(runners_.size(), kMaxLanes));
  }
  /// The contestant's title; further ones with the same title are numbered.
  Sentence name(std::size_t runner) const;
  /// Frames seen since the contestants or the scene were last changed.
  std::uint64_t frames() const { return frames_; }
  std::size_t sprites() const { return sprites_; }  ///< in the last frame
  std::uint64_t pairs() const { return pairs_; }    ///< exact pairs of the last frame

  /// Resets all contestants, with the same settings, after plug-ins were loaded again.
  void renew_broadphases() {
    for (RaceRunner& runner : runners_) runner = RaceRunner(renewed(runner.contestant));
    frames_ = 0;
    counted_ = 0;
    counting_ = 0;
  }

  /// Forgets all times after the sprites or the field have changed.
  void forget_times() {
    for (RaceRunner& runner : runners_) runner.forget_times();
    frames_ = 0;
  }

  void set_timing(Timing timing) { timing_ = std::move(timing); }

 private:
  void run_one(RaceRunner&, const Frame&, const Session&);
  void count_some(const Frame&, const Session&);
  void catch_up(RaceRunner&, const Session&);
  void notice_another_scene(const Session&);
  Frame fresh(const Frame&);
  Frame begin_frame(const Session&);
  Status check_index(std::size_t runner) const {
    if (runner < runners_.size()) return {};
    return Error{Sentence("there is no contestant {} in this race", {Sentence::as_is(runner)})};
  }

  std::vector<RaceRunner> runners_;
  Timing timing_;  // empty except in tests
  bool is_on_ = false, has_lanes_ = false;
  std::vector<Aabb> boxes_;  // copy of the boxes, written again for each contestant
  PairDigest truth_;         // exact pairs of the current frame
  std::uint64_t frames_ = 0, pairs_ = 0;
  std::size_t sprites_ = 0;
  // Identifies the scene that the times belong to.
  const void* scene_ = nullptr;
  std::uint64_t steps_ = 0;
  // Box tests are counted for one contestant after the other: two frames to update it, one to
  // count, then a pause.
  std::size_t counted_ = 0;
  int counting_ = 0;
  double counting_owes_ = 0;  // ms
};

}  // namespace phasebox
