// SPDX-License-Identifier: MIT
// The measuring loop: contestants race over the same recorded frames, or over windows of them, and
// those that find wrong pairs are out.
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

/// Functions that read the program's heap; null where a reading is not available. Only executables
/// that replace operator new, which the library does not, can give them.
struct HeapMeter {
  std::uint64_t (*allocations)() = nullptr;  ///< calls of operator new so far
  std::uint64_t (*bytes)() = nullptr;        ///< bytes in use now
};

struct RaceOptions {
  /// The frames to run. Empty: all frames, of which the first `warm_up` are not timed.
  std::vector<FrameWindow> windows{};
  std::size_t warm_up = 10;  ///< frames; ignored when there are windows
  unsigned threads = 1;      ///< threads that find_pairs may use
  /// Work on one thread is timed by the lesser of its CPU time and the wall clock; true: by the
  /// wall clock alone, as work on several threads always is.
  bool is_wall = false;
  /// Time, ms, that one contestant may take for its checks, and again for its timing with warm-ups.
  /// A contestant that has used it up gets no more frames once it has `fewest` timed ones. 0: no
  /// limit.
  double budget = 0;
  std::size_t fewest = 3;
  /// Whether the pairs of each contestant are checked in a run of their own before any is timed.
  /// The timed run is checked in any case.
  bool check_first = true;
  bool count_tests = true;  ///< whether box tests are counted after the timing
  HeapMeter heap{};
  QueryLoad queries{};  ///< made after each find_pairs; their answers are checked too
};

/// One frame that a race runs. The race has a list of steps, in the order in which it runs them.
struct RaceStep {
  std::size_t frame = 0;  ///< index in the recording
  std::size_t place = 0;  ///< index of its window
  bool is_begin = false;  ///< first of its window, where algorithms are reset
  bool is_timed = false;  ///< after the window's warm-up
};

/// Whether an algorithm recorded any event except the pairs it found. Adapters of other libraries
/// record none, so their box tests are unknown and not 0.
bool says_anything(const Recorder& log);

/// Whether an algorithm may take part in a race with so many boxes: false only for the reference
/// (brute force) beyond 20,000 boxes, where a frame takes about a second.
bool is_affordable(const BroadphaseEntry& entry, std::size_t boxes);

/// What a race has found out about one contestant so far.
struct RaceResult {
  enum class Verdict : std::uint8_t { pending, right, wrong };

  Contestant contestant;
  std::string name;  ///< its name in this race

  Verdict verdict = Verdict::pending;
  bool is_exact = true;               ///< false: its parameters allow it to leave pairs out
  Sentence fault{};                   ///< in which frame it was wrong, and how; empty if it was not
  std::vector<double> times{};        ///< ms, one per timed frame; none when it was wrong
  std::optional<double> box_tests{};  ///< per frame, mean over a few traced frames; none: unknown
  /// Calls of operator new per timed frame, mean; none without a heap meter.
  std::optional<double> allocations{};
  /// Heap bytes that it holds after its checks, per box of the largest frame; none without a heap
  /// meter or checks.
  std::optional<double> bytes{};
};

/// A race of broadphases over the frames of a recording. It works in small pieces (`advance`), so
/// that the caller can show progress or stop between them. In this order:
/// 1. finds the true pairs of each frame of the windows;
/// 2. with `check_first`, runs one contestant after the other over these frames, as far as its
///    `budget` lasts, and compares its pairs and query answers with the true ones. A wrong one is
///    out;
/// 3. frame by frame, runs all contestants in an order that rotates and times them: `edit`,
///    `find_pairs` and the queries, or the queries alone (`QueryLoad::is_only`). Pairs and answers
///    are compared again, and a wrong contestant is out;
/// 4. with `count_tests`, counts the box tests of each contestant in a few frames, on another
///    instance than the timed one.
/// Every window begins with a reset, which is not timed. Before each run the frame's boxes are
/// copied to the same memory, so that they are as warm in the cache as after a game's step.
class Race {
 public:
  /// The recording, and `known` if it is not null, must outlive the race. The race takes the true
  /// pairs of a frame from `known` and adds those that it finds; if null, it finds all.
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
  /// Mean number of true pairs per frame, over the frames whose true pairs are known so far.
  double mean_pairs() const { return truth_->mean_pairs(); }
  /// The timed steps in their order: `times[k]` of a contestant is the time of step k here. The
  /// exception is a contestant whose budget ended before the first of them: the last frames of its
  /// warm-up were timed then.
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
    std::size_t steps = 0;          // number of steps to run: all, or as many as the budget allows
    std::size_t first_timed = 0;    // from this step on, warm-up steps are timed too
    double spent = 0;               // ms in this stage
    std::uint64_t allocations = 0;  // calls of operator new during all timed frames
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
  PairSink answers_;                                     // to the queries of the last run
  std::vector<std::optional<PairDigest>> true_answers_;  // [frames of the recording]
  Stage stage_ = Stage::truth;
  // The next piece of work: index of the step, and index of the contestant (while timing: how many
  // contestants have run this step).
  std::size_t step_ = 0, turn_ = 0;
  std::uint64_t max_pairs_ = 0, heap_before_ = 0;
};

}  // namespace phasebox
