// SPDX-License-Identifier: MIT
// The live race: 2 to 16 algorithms find each frame's pairs; places, the sentence why, a time plot.
#pragma once
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/statistics.hpp"
#include "bench/race.hpp"
#include "bench/recording.hpp"
#include "collide/broadphase.hpp"
#include "plot/plot.hpp"
#include "session/session.hpp"
#include "world/scene/document.hpp"

namespace phasebox {

class RaceRunner;

/// What ms a measured run counts as, for machine-independent tests. Empty: what was measured.
using Timing = std::function<double(const RaceRunner&, double measured)>;

/// One algorithm in the race: ms of the last kMaxTimes frames, the oldest first; NaN: not measured.
class RaceRunner : public RaceResult {
 public:
  static constexpr std::size_t kMaxTimes = 300;

  explicit RaceRunner(Contestant of) : RaceResult{.contestant = std::move(of), .name = {}} {
    timed_.algorithm = contestant.make();
    shadow_.algorithm = contestant.make();
    is_exact = timed_.algorithm->is_exact();
  }

  ParamView params() const { return timed_.algorithm->params(); }
  /// The value has been checked. What was measured so far is forgotten.
  void set(const Param& row, double value);
  /// Times of other sprites do not count; a wrong answer stands.
  void forget_times() {
    times.clear();
    all_ms_ = 0, all_count_ = 0;
    box_tests.reset();
    trace_ = EventLog();
    rest_ = 0;
  }
  /// The same, and both instances forget what they know.
  void begin_anew() {
    timed_.seen.reset(), shadow_.seen.reset();
    forget_times();
  }

  std::vector<double> measured() const;  ///< of the times
  /// Where the clock is coarse the median is the mean of all frames since times were forgotten.
  Summary summary() const;
  std::size_t all_count() const { return all_count_; }  ///< of those
  /// What the last look into it showed; empty before the first.
  const EventLog& trace() const { return trace_; }
  std::vector<Remark> remarks(const Session& session) const {
    if (verdict != Verdict::right || !timed_.seen) return {};
    return session.remarks_of(*timed_.algorithm);
  }

  /// Finds the frame's pairs, timed after warm-up, ms; nothing if out: wrong before or too slow.
  std::optional<double> run(const Frame&, const Session&, const Timing& timing);
  /// Of the frame that has just run: whether the pairs are these.
  bool agrees_with(const PairDigest& truth) const { return is_allowed(found(), truth, is_exact); }
  void reject(std::string what) {
    forget_times();
    verdict = Verdict::wrong;
    fault = std::move(what);
  }
  PairDigest found() const { return digest(timed_.pairs.items()); }

  /// Runs the untimed instance: logs (`keep_events`) or counts; without `count` only looks.
  void look(const Frame&, const Session&, bool count, bool keep_events);

 private:
  // An instance that keeps up with the sprites, however many frames it has missed.
  struct Follower {
    std::unique_ptr<Broadphase> algorithm;
    std::optional<std::uint64_t> seen;  // Session::population_changes
    PairSink pairs;

    /// Whether it has missed something and must begin again.
    bool is_lost(const Session& session) const {
      const std::uint64_t now = session.population_changes();
      return !seen || (now != *seen && now - *seen != session.last_edits().size());
    }
    void run(const Frame&, const Session&, Recorder* log);
  };

  void keep_time(double ms) {
    if (!std::isnan(ms)) all_ms_ += ms, ++all_count_;
    if (times.size() == kMaxTimes) times.erase(times.begin());
    times.push_back(ms);
  }

  Follower timed_, shadow_;
  int warm_up_ = 0, rest_ = 0;  // frames to go
  double all_ms_ = 0;
  std::size_t all_count_ = 0;
  EventLog trace_;
};

namespace command {

/// Begins the race. Without contestants it continues with the present contestants, or, the first
/// time, with the chosen broadphase and all others that can run on so many sprites.
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

/// Runs every contestant on every frame that was detected, in an order that rotates, each on
/// freshly written boxes, with one thread, and checks its pairs. Costs nothing while it is off.
class LiveRace {
 public:
  static constexpr std::size_t kMin = 2, kMax = 16;
  static constexpr std::size_t kMaxLanes = 6;

  Status apply(const command::StartRace&, const Session&);
  Status apply(const command::StopRace&, const Session&) {
    is_on_ = has_lanes_ = false;
    return {};
  }
  Status apply(const command::AddRunner&, const Session&);
  Status apply(const command::RemoveRunner&, const Session&);
  Status apply(const command::SetRunnerParam&, const Session&);
  Status apply(const command::SetLanes& c, const Session& session) {
    if (c.on && !is_on_)
      if (auto error = apply(command::StartRace{}, session)) return error;
    has_lanes_ = c.on;
    return {};
  }

  /// After every frame that the session was looked at for pairs.
  void observe(const Session& session);
  /// Looks into every contestant with a lane, for its picture; gives the ms that it took.
  double look_into_all(const Session& session);
  /// The same of one of them.
  double look_into(std::size_t runner, const Session& session);

  bool is_on() const { return is_on_; }
  bool has_lanes() const { return is_on_ && has_lanes_; }
  std::span<const RaceRunner> runners() const { return runners_; }
  /// Those that have a lane each.
  std::span<const RaceRunner> in_lanes() const {
    return runners().first(std::min(runners_.size(), kMaxLanes));
  }
  /// As in a table: two of one name are numbered.
  std::string name(std::size_t runner) const;
  /// Frames seen since the contestants or the scene were last changed.
  std::uint64_t frames() const { return frames_; }
  std::size_t sprites() const { return sprites_; }  ///< in the last frame
  std::uint64_t pairs() const { return pairs_; }    ///< true ones, in the last frame

  /// Plug-ins have other code: all contestants begin again, with the same settings.
  void renew_broadphases() {
    for (RaceRunner& runner : runners_) runner = RaceRunner(renewed(runner.contestant));
    frames_ = 0;
    counted_ = 0, counting_ = 0;
  }

  /// Other sprites, or another field: what was measured is of those before.
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
    return Error{"there is no contestant " + std::to_string(runner) + " in this race"};
  }

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

enum class RankBy : std::uint8_t { time, box_tests };

/// Contestants, best first: by median ms or box tests; then those with neither, wrong ones last.
std::vector<std::size_t> ranking(const LiveRace& race, RankBy by);

/// In a few words: the fastest of how many, or how many are level; empty when nothing is timed yet.
std::string answer(const LiveRace& race);

/// Which wins and why: times, tests, pairs per sprite beside the second's; or unknown, too close.
std::string why(const LiveRace& race);

/// ms of the last 300 frames; one slow frame does not press the others flat.
Plot times_plot(const LiveRace& race);

}  // namespace phasebox
