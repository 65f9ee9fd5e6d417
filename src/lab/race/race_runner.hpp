// SPDX-License-Identifier: MIT
// A contestant of the live race: its algorithm, times and counts.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/sentence.hpp"
#include "base/statistics.hpp"
#include "bench/race.hpp"
#include "collide/broadphase.hpp"
#include "session/session.hpp"

namespace phasebox {

class RaceRunner;

/// Replaces a measured time, ms, in tests that must not depend on the machine. Empty: the measured
/// time counts.
using Timing = std::function<double(const RaceRunner&, double measured)>;

/// One contestant of the race. `times` has the ms of the last kMaxTimes frames, the oldest first;
/// NaN: not measured.
class RaceRunner : public RaceResult {
 public:
  static constexpr std::size_t kMaxTimes = 300;

  explicit RaceRunner(Contestant of) : RaceResult{.contestant = std::move(of), .name = {}} {
    timed_.algorithm = contestant.make();
    shadow_.algorithm = contestant.make();
    is_exact = timed_.algorithm->is_exact();
  }

  ParamView params() const { return timed_.algorithm->params(); }
  /// Sets a parameter to a checked value and forgets all measurements.
  void set(const Param& row, double value);
  /// Forgets times and counts, which belonged to other sprites; a wrong verdict stays.
  void forget_times() {
    times.clear();
    all_ms_ = 0;
    all_count_ = 0;
    box_tests.reset();
    trace_ = EventLog();
    rest_ = 0;
  }
  /// Forgets times and resets both instances of the algorithm.
  void begin_anew() {
    timed_.seen.reset();
    shadow_.seen.reset();
    forget_times();
  }

  std::vector<double> measured() const;  ///< the times without NaN, ms
  /// Statistics of the times. With a coarse clock the median is the mean of all frames since
  /// `forget_times`.
  Summary summary() const;
  std::size_t all_count() const { return all_count_; }  ///< timed frames since `forget_times`
  /// The events of the last traced run; empty before the first.
  const EventLog& trace() const { return trace_; }
  std::vector<Remark> remarks(const Session& session) const {
    if (verdict != Verdict::right || !timed_.seen) return {};
    return remarks_of(session, *timed_.algorithm);
  }

  /// Finds the frame's pairs and returns the time in ms, which is recorded after warm-up. None
  /// while the contestant is out, because it was wrong or is too slow.
  std::optional<double> run(const Frame&, const Session&, const Timing& timing);
  /// Whether the pairs of the last run equal the exact ones, or are allowed to differ from them.
  bool agrees_with(const PairDigest& truth) const { return is_allowed(found(), truth, is_exact); }
  void reject(Sentence what) {
    forget_times();
    verdict = Verdict::wrong;
    fault = std::move(what);
  }
  PairDigest found() const { return digest(timed_.pairs.items()); }

  /// Runs the untimed instance: it keeps events with `keep_events`, counts box tests with `count`,
  /// else only updates what the algorithm keeps between frames.
  void look(const Frame&, const Session&, bool count, bool keep_events);

 private:
  // An instance that follows the sprites' changes, however many frames it has missed.
  struct Follower {
    std::unique_ptr<Broadphase> algorithm;
    std::optional<std::uint64_t> seen;  // PopulationChanges::count
    PairSink pairs;

    /// Whether it has missed changes, so that it must be reset.
    bool is_lost(const Session& session) const {
      const PopulationChanges now = session.population_changes();
      return !seen || (now.count != *seen && now.count - *seen != now.last.size());
    }
    void run(const Frame&, const Session&, Recorder* log);
  };

  void keep_time(double ms) {
    if (!std::isnan(ms)) {
      all_ms_ += ms;
      ++all_count_;
    }
    if (times.size() == kMaxTimes) times.erase(times.begin());
    times.push_back(ms);
  }

  Follower timed_, shadow_;
  int warm_up_ = 0, rest_ = 0;  // frames left to run untimed; frames left to pause
  double all_ms_ = 0;
  std::size_t all_count_ = 0;
  EventLog trace_;
};

}  // namespace phasebox
