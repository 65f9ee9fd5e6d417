// SPDX-License-Identifier: MIT
// The live race: two to six algorithms find the pairs of every frame beside the session's own.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/race/race_runner.hpp"
#include "session/session.hpp"

namespace phasebox {

namespace command {

/// Begins the race. Without contestants it continues with the present contestants, or, the first
/// time, with the chosen broadphase and some of other kinds.
struct StartRace {
  std::vector<Contestant> contestants;
};
/// Ends it: from now on it costs nothing. The measurements stay.
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
/// Divides the field into lanes, one for each contestant's structure; starts the race.
struct SetLanes {
  bool on;
};

}  // namespace command

/// Runs every contestant on every frame that the session detected, one after the other in an order
/// that rotates, each on freshly written boxes, with one thread, and checks its pairs. Costs
/// nothing while it is off.
class LiveRace {
 public:
  static constexpr std::size_t kMin = 2, kMax = 6;

  Status apply(const command::StartRace&, const Session&);
  Status apply(const command::StopRace&, const Session&);
  Status apply(const command::AddRunner&, const Session&);
  Status apply(const command::RemoveRunner&, const Session&);
  Status apply(const command::SetRunnerParam&, const Session&);
  Status apply(const command::SetLanes&, const Session&);

  /// After every frame that the session was looked at for pairs.
  void observe(const Session& session) {
    if (is_on_) run_frame(session);
  }
  /// Looks into every contestant, for the lanes' pictures; gives the ms that it took.
  double look_into_all(const Session& session);

  bool is_on() const { return is_on_; }
  bool has_lanes() const { return is_on_ && has_lanes_; }
  std::span<const RaceRunner> runners() const { return runners_; }
  /// As in a table: two of one name are numbered.
  std::string name(std::size_t runner) const;
  /// Frames seen since the contestants or the scene were last changed.
  std::uint64_t frames() const { return frames_; }
  std::size_t sprites() const { return sprites_; }  ///< in the last frame
  std::uint64_t pairs() const { return pairs_; }    ///< true ones, in the last frame

  /// Plug-ins have other code: all contestants begin again, with the same settings.
  void renew_broadphases();

  void set_timing(Timing timing) { timing_ = std::move(timing); }

 private:
  void run_frame(const Session&);
  void run_one(RaceRunner&, const Frame&, const Session&);
  void count_some(const Frame&, const Session&);
  void catch_up(RaceRunner&, const Session&);
  void notice_another_scene(const Session&);
  Frame fresh(const Frame&);
  PairDigest truth_of(const Session&, const Frame&) const;
  Status check_index(std::size_t runner) const;

  std::vector<RaceRunner> runners_;
  Timing timing_;  // empty but in tests
  bool is_on_ = false, has_lanes_ = false;
  std::vector<Aabb> boxes_;  // a copy, to be written afresh for each
  PairDigest truth_;         // of the current frame
  std::uint64_t frames_ = 0, pairs_ = 0;
  std::size_t sprites_ = 0;
  // Which scene the times are of.
  const void* scene_ = nullptr;
  std::uint64_t steps_ = 0;
  // Box tests are counted contestant by contestant: two frames to see, one to count, then a rest.
  std::size_t counted_ = 0;
  int counting_ = 0;
  double counting_owes_ = 0;  // ms
};

}  // namespace phasebox
