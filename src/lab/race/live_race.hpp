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

/// Starts the race with these contestants, 2 to 16. If there are none, the race continues with
/// those that it has; if it never had any, it takes the session's broadphase and up to 15 others
/// that can run on so many sprites.
struct StartRace {
  std::vector<Contestant> contestants;
};
/// Stops the race, which then costs nothing; the measurements stay.
struct StopRace {};
/// Adds a contestant, unless there are 16.
struct AddRunner {
  Contestant contestant;
};
/// Removes the contestant of this index, unless only two are left.
struct RemoveRunner {
  std::size_t runner;
};
/// Sets a parameter, by its key, of the contestant of this index, which then begins again.
struct SetRunnerParam {
  std::size_t runner;
  std::string key;
  double value;
};
/// With `on`, the field is shown divided into lanes, one for each of up to six contestants, which
/// show the structure (groups, cells, nodes) that each makes; starts the race if it is off. Without
/// `on`, the field is shown whole again.
struct SetLanes {
  bool on;
};

/// Whether the narrowphase is timed too: each contestant's pairs are then confirmed by the
/// session's narrowphase, and both together are its time. All contestants begin again.
struct TimeNarrowphase {
  bool on;
};

}  // namespace command

/// Runs every contestant on every detected frame, times it and checks its pairs. Wrong contestants
/// are out, and slow ones pause. The order rotates; each runs on one thread and on boxes that were
/// just copied. Costs nothing while off.
class LiveRace {
 public:
  static constexpr std::size_t kMin = 2, kMax = 16;  ///< contestants
  static constexpr std::size_t kMaxLanes = 6;

  using Commands =
      std::variant<command::StartRace, command::StopRace, command::AddRunner, command::RemoveRunner,
                   command::SetRunnerParam, command::SetLanes, command::TimeNarrowphase>;
  Status apply(const command::StartRace&, const Session&);
  Status apply(const command::StopRace&, const Session&) {
    close();
    return {};
  }
  Status apply(const command::AddRunner&, const Session&);
  Status apply(const command::RemoveRunner&, const Session&);
  Status apply(const command::SetRunnerParam&, const Session&);
  Status apply(const command::SetLanes&, const Session&);
  Status apply(const command::TimeNarrowphase&, const Session&);

  /// Stops the race; the measurements stay.
  void close() { is_on_ = has_lanes_ = false; }
  /// Runs the race on a frame; called after the session has found its pairs.
  void observe(const Session& session);
  /// Traces every contestant that has a lane, whose picture is drawn from the events; returns the
  /// ms that it took.
  double look_into_all(const Session& session);
  /// Traces the contestant of this index on the session's frame; returns the ms that it took.
  double look_into(std::size_t runner, const Session& session);

  bool is_on() const { return is_on_; }
  bool has_lanes() const { return is_on_ && has_lanes_; }
  bool with_narrowphase() const { return with_narrowphase_; }
  std::span<const RaceRunner> runners() const { return runners_; }
  std::vector<Contestant> contestants() const;  ///< of the runners, with their settings
  /// All algorithms that can run on so many sprites and do not race, as many as have room.
  std::vector<Contestant> missing(const Session&) const;
  /// The indices of the contestants that have a lane when lanes are shown: the first kMaxLanes,
  /// until another one leads. That takes the lane of the slowest of them, except the first lane.
  std::span<const std::size_t> in_lanes() const { return lanes_; }
  /// The title of the contestant of this index; among equal titles, all but the first are numbered.
  Sentence name(std::size_t runner) const;
  /// The look (`look_of`) of the contestant of this index.
  std::size_t look(std::size_t runner) const {
    const BroadphaseEntry* entry = runners_[runner].contestant.entry;
    const auto earlier = std::ranges::count_if(
        runners().first(runner),
        [entry](const RaceRunner& other) { return other.contestant.entry == entry; });
    return look_of(*entry, static_cast<std::size_t>(earlier));
  }
  /// Frames raced since the race was started, all times were forgotten, or plug-ins were loaded.
  std::uint64_t frames() const { return frames_; }
  std::size_t sprites() const { return sprites_; }  ///< in the last frame
  std::uint64_t pairs() const { return pairs_; }    ///< exact pairs of the last frame

  /// Makes all contestants again, with the settings that the new code still has, after plug-ins
  /// were loaded again.
  void renew_broadphases() {
    for (RaceRunner& runner : runners_) runner = RaceRunner(renewed(runner.contestant));
    frames_ = 0;
    counted_ = 0;
    counting_ = 0;
  }

  /// Forgets the times and counts of all contestants, because the scene, or something else that
  /// they depend on, has changed.
  void forget_times() {
    for (RaceRunner& runner : runners_) runner.forget_times();
    frames_ = 0;
  }

  /// Replaces measured times; see Timing.
  void set_timing(Timing timing) { timing_ = std::move(timing); }

 private:
  void run_one(RaceRunner&, const Frame&, const Session&);
  void count_some(const Frame&, const Session&);
  void catch_up(RaceRunner&, const Session&);
  void notice_another_scene(const Session&);
  void choose_lanes();
  Frame fresh(const Frame&);
  Frame begin_frame(const Session&);
  Status check_index(std::size_t runner) const {
    if (runner < runners_.size()) return {};
    return Error{Sentence("there is no contestant {} in this race", {Sentence::as_is(runner)})};
  }

  std::vector<RaceRunner> runners_;
  std::vector<std::size_t> lanes_;  // indices of `runners_`, at most kMaxLanes
  Timing timing_;                   // empty except in tests
  bool is_on_ = false, has_lanes_ = false, with_narrowphase_ = false;
  std::vector<Aabb> boxes_;  // copy of the boxes, written again for each contestant
  // Exact pairs of the current frame: the session's own, if its broadphase is exact, until a
  // contestant differs from them, and then those found by other means.
  PairDigest truth_;
  std::uint64_t frames_ = 0, pairs_ = 0;
  std::size_t sprites_ = 0;
  // The scene or recording that the times belong to (compared, never used), and its last step.
  const void* scene_ = nullptr;
  std::uint64_t steps_ = 0;
  // Box tests are counted for one contestant after the other: two frames bring its untimed instance
  // up to date, the third counts, then counting pauses until its time has been made up for.
  // counted_: contestants counted so far; counting_: frames of the current one.
  std::size_t counted_ = 0;
  int counting_ = 0;
  double counting_owes_ = 0;  // ms that counting took beyond its share; it pauses while above 0
};

}  // namespace phasebox
