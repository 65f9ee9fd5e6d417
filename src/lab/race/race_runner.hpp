// SPDX-License-Identifier: MIT
// A contestant of the live race: its instances of the algorithm, its times and its counts.
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

#include "base/radix_sort.hpp"
#include "base/sentence.hpp"
#include "base/statistics.hpp"
#include "bench/race.hpp"
#include "collide/broadphase.hpp"
#include "collide/narrowphase.hpp"
#include "session/session.hpp"

namespace phasebox {

class RaceRunner;

/// Returns the time, ms, that counts in place of the measured one. Tests that must not depend on
/// the machine set one; when it is empty, the measured time counts.
using Timing = std::function<double(const RaceRunner&, double measured)>;

/// One contestant of the live race. It has two instances of its algorithm: one is timed, the other
/// is traced. `times` has the ms of the last kMaxTimes frames, the oldest first, and NaN for frames
/// in which it was not timed: while it warmed up, paused or was out.
class RaceRunner : public RaceResult {
 public:
  static constexpr std::size_t kMaxTimes = 300;
  static constexpr std::size_t kMaxCounts = 31;  ///< counts of box tests whose median is shown

  explicit RaceRunner(Contestant of) : RaceResult{.contestant = std::move(of), .name = {}} {
    timed_.algorithm = contestant.make();
    shadow_.algorithm = contestant.make();
    is_exact = timed_.algorithm->is_exact();
  }

  ParamView params() const { return timed_.algorithm->params(); }
  /// Sets a parameter to a valid value, forgets all measurements and a wrong verdict, and begins
  /// again.
  void set(const Param& row, double value);
  /// Forgets times and counts, because something that they depend on has changed. The verdict
  /// stays.
  void forget_times() {
    times.clear();
    all_ms_ = 0;
    all_count_ = 0;
    box_tests.reset();
    counts_.clear();
    trace_ = EventLog();
    rest_ = 0;
    boxes_.reset();
  }
  /// Forgets times and counts, and makes both instances begin from a reset with the next frame.
  void begin_anew() {
    timed_.seen.reset();
    shadow_.seen.reset();
    forget_times();
  }

  /// Whether the last frame was answered by the loop that small frames share, so that its time and
  /// tests say nothing about the algorithm. False before the first frame since `forget_times`.
  bool runs_small_frame_loop() const {
    return boxes_ && timed_.algorithm->runs_small_frame_loop(*boxes_);
  }
  std::vector<double> measured() const;  ///< `times` without NaN, ms
  /// Statistics of the times, ms. With a coarse clock, as in browsers, the median is replaced by
  /// the mean of all frames timed since `forget_times`.
  Summary summary() const;
  std::size_t all_count() const { return all_count_; }  ///< timed frames since `forget_times`
  /// The events of the last run of `look` with `keep_events`; empty before the first.
  const EventLog& trace() const { return trace_; }
  /// The algorithm's remarks on its last frame; none unless its last pairs were right.
  std::vector<Remark> remarks(const Session& session) const {
    if (verdict != Verdict::right || !timed_.seen) return {};
    return remarks_of(session, *timed_.algorithm);
  }

  /// Finds the frame's pairs, and `with_narrowphase` confirms them by the session's narrowphase.
  /// Returns the time, ms, which is also added to `times`, as NaN during warm-up. Returns none and
  /// adds NaN if the contestant does not run: it was wrong, pauses since it is slow, or may not run
  /// on so many boxes.
  std::optional<double> run(const Frame&, const Session&, const Timing& timing,
                            bool with_narrowphase);
  /// Whether the pairs of the last timed run equal the exact ones `truth`, or may differ from them
  /// since the algorithm is not exact.
  bool agrees_with(const PairDigest& truth) const { return is_allowed(found(), truth, is_exact); }
  /// Sets the verdict to wrong, with `what` as the fault. The contestant then runs no more.
  void reject(Sentence what) {
    forget_times();
    verdict = Verdict::wrong;
    fault = std::move(what);
  }
  /// The digest of the pairs of the last timed run.
  PairDigest found() const { return digest(timed_.pairs.items()); }

  /// What a run of the traced instance is for.
  enum class Look : std::uint8_t {
    follow,   ///< it only brings what the algorithm keeps between frames up to date
    count,    ///< it counts the box tests of a frame that followed on other runs
    first,    ///< it counts them where it may have missed frames, so that they are not typical
    picture,  ///< as `first`, and it keeps the events as `trace`
  };
  /// Runs the traced instance, unless the contestant is wrong. `box_tests` is the median of the
  /// last kMaxCounts counts, since algorithms that keep something between frames rebuild it in some
  /// of them; until the first of these it is what was counted last.
  void look(const Frame&, const Session&, Look purpose);

 private:
  // An instance that is told which sprites were added and removed. It may miss frames: it is reset
  // if sprites were added or removed in a frame that it missed.
  struct Follower {
    std::unique_ptr<Broadphase> algorithm;
    std::optional<std::uint64_t> seen;  // PopulationChanges::count in its last frame
    PairSink pairs;

    /// Whether it has missed sprites being added or removed, or never ran, so that it must be
    /// reset.
    bool is_lost(const Session& session) const {
      const PopulationChanges now = session.population_changes();
      return !seen || (now.count != *seen && now.count - *seen != now.last.size());
    }
    void run(const Frame&, const Session&, Recorder* log);
  };

  void prepare_narrowphase(const Frame&, const Session&);
  void confirm(const Frame&);

  void keep_time(double ms) {
    if (!std::isnan(ms)) {
      all_ms_ += ms;
      ++all_count_;
    }
    if (times.size() == kMaxTimes) times.erase(times.begin());
    times.push_back(ms);
  }

  Follower timed_, shadow_;
  std::optional<std::size_t> boxes_;  // of the last frame since `forget_times`
  // An instance of the session's narrowphase, with what it keeps for the pairs of this contestant.
  const NarrowphaseEntry* narrowphase_ = nullptr;
  std::unique_ptr<Narrowphase> confirming_;
  RadixSort<Pair, 64> pair_sort_;
  Sink<Contact> contacts_;
  int warm_up_ = 0, rest_ = 0;  // frames left to run untimed; frames left to pause
  double all_ms_ = 0;           // sum of the times since `forget_times`, ms
  std::size_t all_count_ = 0;
  std::vector<double> counts_;  // box tests of the last kMaxCounts frames that were counted
  EventLog trace_;
};

}  // namespace phasebox
