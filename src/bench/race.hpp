// SPDX-License-Identifier: MIT
// The measuring loop: contestants race over the same recorded frames, or over windows of them,
// after each has proved its pairs.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/sentence.hpp"
#include "bench/contestant.hpp"
#include "bench/frame_window.hpp"
#include "bench/query_load.hpp"
#include "bench/recording.hpp"
#include "collide/broadphase.hpp"

namespace phasebox {

/// Readings of the program's heap; a null function means that they are not known. The library does
/// not replace operator new; the executables do.
struct HeapMeter {
  std::uint64_t (*allocations)() = nullptr;  ///< calls of operator new so far
  std::uint64_t (*bytes)() = nullptr;        ///< in use now
};

struct RaceOptions {
  /// The frames to run; empty: all, of which the first `warm_up` are not timed.
  std::vector<FrameWindow> windows{};
  std::size_t warm_up = 10;
  unsigned threads = 1;  ///< Frame::threads
  bool is_wall = false;  ///< whether one thread is timed by the wall clock too, as several are
  /// Time, ms, that one contestant may take for its checks, and again for its timed frames. Beyond
  /// it a contestant gets no more frames, but at least `fewest` timed ones. 0: no limit.
  double budget = 0;
  std::size_t fewest = 3;
  bool check_first = true;  ///< whether all frames are checked before any is timed
  bool count_tests = true;  ///< whether there is a stage 4
  HeapMeter heap{};
  QueryLoad queries{};  ///< asked after each find_pairs, checked and timed with it
};

/// A frame in the order in which a race runs it.
struct RaceStep {
  std::size_t frame = 0;  ///< of the recording
  std::size_t place = 0;  ///< number of its window
  bool is_begin = false;  ///< of a window: algorithms are reset
  bool is_timed = false;
};

/// Whether the algorithm recorded any event beside its pairs. Adapters of other libraries do not.
bool says_anything(const Recorder& log);

/// Whether a frame of so many boxes takes the algorithm less than about a second. The reference is
/// left out of races beyond 20,000 boxes.
bool is_affordable(const BroadphaseEntry& entry, std::size_t boxes);

/// The results of a contestant in a race so far.
struct RaceResult {
  enum class Verdict : std::uint8_t { pending, right, wrong };

  Contestant contestant;
  std::string name;  ///< in this race

  Verdict verdict = Verdict::pending;
  bool is_exact = true;         ///< false: a parameter lets it leave pairs out, and none is missed
  Sentence fault{};             ///< wrong: which frame, and what it found
  std::vector<double> times{};  ///< ms, one per timed frame
  std::optional<double> box_tests{};    ///< of a frame, traced; mean over a few
  std::optional<double> allocations{};  ///< per timed frame
  std::optional<double> bytes{};        ///< kept after the checks, per box of the largest frame
};

/// Contestants over a recording, one small piece of work at a time, so that the caller can draw a
/// progress bar, a window, or stop. In this order:
/// 1. the truth about each frame of the windows;
/// 2. each contestant, with `check_first`: are its pairs and answers right in these frames, while
///    its `budget` lasts? A wrong one is out;
/// 3. frame by frame, the contestants in an order that rotates: `edit`, find_pairs and `queries`,
///    or the queries alone (`is_only`), are timed and compared; a wrong one is out;
/// 4. each contestant, with `count_tests`: the recorder counts the box tests of a few frames, on an
///    instance of its own.
/// Every window begins with a reset, which is not timed. Each run finds the frame's boxes freshly
/// written to the same place, as in a game.
class Race {
 public:
  /// The recording must outlive the race. The truth that `known` holds is believed, and what is
  /// found is added to it; if null, the race finds the truth by itself.
  Race(const Recording&, RaceOptions, FrameTruth* known = nullptr);
  Race(const Race&) = delete;
  Race& operator=(const Race&) = delete;

  /// Enters a contestant. Must be called before the first `advance`.
  void enter(Contestant contestant, std::string name) {
    assert(stage_ == Stage::truth && step_ == 0 && "contestants enter before the race");
    results_.push_back({.contestant = std::move(contestant), .name = std::move(name)});
    lanes_.emplace_back();
  }
  void enter(const Contestant& contestant) { enter(contestant, contestant.name()); }

  /// Does the next piece of work; false when nothing is left.
  bool advance();
  /// The share of the race's work that is done, 0 to 1.
  double progress() const;
  /// The work that `advance` does next, as text: "checking quadtree".
  std::string phase() const;

  std::span<const RaceResult> results() const { return results_; }
  /// Mean number of pairs per frame over the frames known so far.
  double mean_pairs() const { return truth_->mean_pairs(); }
  /// The timed frames in their order: time k of a contestant is that of step k here. The exception
  /// is a contestant whose budget ended within the first warm-up, where it was timed then.
  std::vector<RaceStep> timed_steps() const {
    std::vector<RaceStep> timed;
    std::ranges::copy_if(steps_, std::back_inserter(timed), &RaceStep::is_timed);
    return timed;
  }
  FrameCoverage coverage() const { return coverage_of(options_.windows, recording_.size()); }

 private:
  enum class Stage : std::uint8_t { truth, check, time, count, done };
  /// The state of a contestant while it runs.
  struct Lane {
    std::unique_ptr<Broadphase> algorithm;
    PairSink pairs;
    std::size_t steps = 0;          // how many are to be run: all, or as many as the budget allowed
    std::size_t first_timed = 0;    // no earlier than this, and where the window says so
    double spent = 0;               // ms in this stage
    std::uint64_t allocations = 0;  // during all timed frames
  };

  void find_truth();
  void prepare();
  void check();
  void end_check();
  void time();
  void time_one(Lane&, RaceResult&, std::size_t which);
  void count_tests();
  double count_at(Lane& shadow, std::size_t step, bool& is_known);
  std::vector<std::size_t> counted_steps() const;
  Frame show(std::size_t frame);
  double run(Lane&, const RaceStep&);
  const PairDigest& true_answers(std::size_t frame);
  bool is_right(const Lane&, std::size_t frame);
  void reject(std::size_t which, std::size_t frame);
  void go_to(Stage);

  const Recording& recording_;
  RaceOptions options_;
  std::vector<RaceStep> steps_;
  std::optional<FrameTruth> own_truth_;
  FrameTruth* truth_;
  std::vector<RaceResult> results_;
  std::vector<Lane> lanes_;
  std::vector<Aabb> now_;
  QueryRun queries_;
  PairSink answers_;                                     // of the last run
  std::vector<std::optional<PairDigest>> true_answers_;  // [frames]
  Stage stage_ = Stage::truth;
  std::size_t step_ = 0, turn_ = 0;  // the next piece: step, and contestant or rotation
  std::uint64_t max_pairs_ = 0, heap_before_ = 0;
};

}  // namespace phasebox
