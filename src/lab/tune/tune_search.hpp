// SPDX-License-Identifier: MIT
// The search for the fastest broadphase and its settings over recorded frames: which settings are
// tried, and what is found.
#pragma once
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/statistics.hpp"
#include "bench/contestant.hpp"
#include "bench/race.hpp"
#include "lab/tune/frame_facts.hpp"
#include "world/scene/document.hpp"

namespace phasebox {

// The settings that a search tries for an algorithm.

/// The rows that a search varies: those with a TuneRange that are not among the fixed ones.
std::vector<const Param*> tuned_rows(const Contestant& base, std::span<const std::string> fixed);

/// `steps` values over the range of a row, beside its default, in ascending order; all of a flag or
/// choice. `box_side`: px, the boxes' typical longer side.
std::vector<double> coarse_values(const Param& row, double box_side, std::size_t steps);

/// Up to two values around `value`, a part of the distance (or ratio) of the coarse grid away:
/// 0.5 is half a step. None for flags, choices and what stands for "automatic".
std::vector<double> values_around(const Param& row, double value, double box_side,
                                  std::size_t steps, double part);

// The search for the fastest broadphase and its settings over recorded frames.

/// What is minimized.
enum class Objective : std::uint8_t {
  frame,   ///< what a game feels: the mean, and up to a tenth more for spikes (`frame_cost`)
  mean,    ///< the mean time of a frame
  median,  ///< the typical frame's time
  p99,     ///< the time that 99 of 100 frames stay below
  tests,   ///< box tests of a frame
};
inline constexpr std::array<std::string_view, 5> kObjectiveNames{"frame", "mean", "median", "p99",
                                                                 "tests"};

/// The mean with its tail, ms: mean + 2 % of what p99 lies above it, but at most a tenth of the
/// mean. So spikes decide only between algorithms of about the same mean: the winner's mean is at
/// most a tenth above the least mean.
double frame_cost(const Summary& times);

/// The times' figure that the objective minimizes, ms; infinite for none and for `tests`.
double score_of(std::vector<double> times, Objective objective);

/// How a search is run.
struct TuneOptions {
  double budget = 20;  ///< s; the search ends earlier when there is nothing left to learn
  Objective objective = Objective::frame;
  std::size_t max_frames = 0;  ///< that the finals are timed over; 0: as many as the time allows
  bool all_frames = false;     ///< the finals go over all frames, however long that takes
  unsigned threads = 1;
  std::uint64_t seed = 1;                         ///< of the resampling behind the confidence
  std::vector<const BroadphaseEntry*> entries{};  ///< empty: all that may recommend themselves
  std::vector<ParamValue> fixed{};                ///< values that are not searched
};

/// A contestant and what it has shown.
struct Trial {
  Contestant contestant;
  RaceResult::Verdict verdict = RaceResult::Verdict::pending;
  bool is_exact = true;
  std::string fault{};            ///< of a wrong one
  std::vector<double> times{};    ///< ms, of its last race; in the finals [TuneReport::steps]
  std::optional<double> tests{};  ///< box tests of one frame
  /// Timed in the finals, on the same frames as all others of which this is true. Only those have
  /// a ratio and a bar.
  bool is_compared = false;

  /// ms or tests, the less the better; infinite for what may not win or has not run.
  double score(Objective objective) const;
  /// p99 over median where that is above 4, otherwise 0.
  double spike() const;
};

/// How sure the choice is. The places of the recording are resampled, not its frames: frames of
/// one place are alike, and another recording of the game would show other places.
struct Confidence {
  double ratio = 0;                 ///< the best other algorithm over the winner, by the objective
  double low = 0, high = 0;         ///< in which the ratio lies in 90 of 100 resamples
  std::size_t frames = 0;           ///< timed, different ones
  std::size_t places = 0;           ///< that were resampled
  bool is_tie = false;              ///< the lead is below 10 %, or may be none
  bool is_clear = false;            ///< the lead is at least 10 % in 95 of 100 resamples
  std::vector<std::string> tied{};  ///< ids of all that tie, the simplest first; the winner's too
  std::string words;                ///< "clear: 1.8 times as fast as the next (quadtree), ..."
};

/// Time against the winner's main parameter.
struct Sensitivity {
  const Param* row = nullptr;  ///< null: it has none, or time was short
  /// Value and score, ascending; each score was measured relative to the recommended value's in
  /// the same race, so that the point at `chosen` is the winner's score.
  std::vector<std::pair<double, double>> points;
  double chosen = 0;                ///< the recommended value
  std::optional<double> automatic;  ///< score with the default, where that is "automatic"
  std::string words;
};

/// All that was found so far; a value of its own.
struct TuneReport {
  TuneOptions options;
  FrameFacts facts;
  FrameCoverage coverage;             ///< of the finals; before them, of the first look
  std::vector<RaceStep> steps;        ///< the frames behind the times of the compared trials
  double seconds = 0;                 ///< that the search took
  bool is_complete = false;           ///< false: stopped early
  std::vector<Trial> ranking;         ///< the best of each algorithm: the winner and those that tie
                                      ///< with it, the others by score, those that are wrong
  std::vector<std::string> left_out;  ///< "brute-force: a frame would take 2 s"
  std::size_t tried = 0;              ///< contestants
  std::optional<double> default_score;  ///< of the winner's algorithm without settings, same race
  std::optional<double> from_scratch;   ///< ms; a frame of the winner with nothing kept
  Confidence confidence;
  std::string why;                    ///< one sentence
  std::string proportion;             ///< the winner's time beside a 60 Hz frame; one sentence
  std::vector<std::string> warnings;  ///< algorithms that spike, a sentence each
  Sensitivity sensitivity;

  const Trial* winner() const;
  /// The least score of all compared trials, which the ratios of the table are over.
  double best_score() const;
  bool any_wrong() const;
};

/// The search, one small piece of work at a time, so that the caller can show it or stop it.
/// Every stage runs over windows of frames from the whole recording (`spread_windows`), each with
/// a warm-up of its own:
/// 1. every algorithm with its defaults, in turn over the same frames;
/// 2. a coarse grid over each parameter of those that are near the best;
/// 3. refinement around the best values of those that are still nearer;
/// 4. the finals: every algorithm with its defaults and the best settings, frame by frame in turn,
///    over all frames if the budget allows, again and again, otherwise over more and more places;
/// 5. what the recommended settings' main parameter does to the time.
/// Every contestant's pairs are checked in every frame, as in the bench.
class TuneSearch {
 public:
  /// The recording holds at least one frame with a box.
  TuneSearch(Recording recording, TuneOptions options);
  ~TuneSearch();
  TuneSearch(const TuneSearch&) = delete;
  TuneSearch& operator=(const TuneSearch&) = delete;

  /// Does the next piece of work; false when nothing is left.
  bool advance();
  double progress() const;    ///< 0 to 1
  std::string phase() const;  ///< "trying settings of quadtree"
  TuneReport result() const;

 private:
  enum class Stage : std::uint8_t { scouting, coarse, refine, finals, sensitivity, done };
  using Trials = std::vector<std::size_t>;  // numbers in trials_
  /// An algorithm and all that was tried of it.
  struct Family {
    Contestant base;                 // the fixed values and defaults
    std::vector<const Param*> rows;  // that are varied
    Trials trials{};                 // [0]: the base
  };

  double passed() const;  // s
  double end_of(Stage stage) const;
  void enter_families();
  std::optional<std::string> reason_to_leave_out(const BroadphaseEntry& entry) const;
  void enter_stage(Stage stage);
  void next_race();
  bool race_scouting();
  bool race_coarse();
  bool race_refined();
  bool race_finals();
  bool race_sensitivity();
  Trials coarse_trials(Family& family);
  Trials refined_trials(Family& family);
  void start_search(const Trials& trials, double seconds);
  void start(const Trials& trials, RaceOptions options, double end);
  bool is_race_over();
  void finish_race();
  void keep_verdicts();
  void finish_scouting();
  void finish_search();
  void finish_finals();
  std::size_t common_steps() const;
  void keep_final_times(Trial& trial, const RaceResult& result, std::size_t common);
  std::size_t add(Family& family, const Contestant& contestant);
  Contestant combined(const Family& family) const;
  std::size_t best_of(const Family& family) const;
  double mean_ms(std::size_t trial) const;
  std::vector<Family*> contenders(double factor, std::size_t most) const;
  void choose_finalists();
  Trials affordable(Trials wanted, double seconds) const;
  std::size_t frames_for(const Trials& trials, double seconds) const;
  void plan_rounds(double seconds);
  bool has_enough_frames() const;
  bool is_worth(std::size_t settings, std::size_t plain) const;
  std::optional<std::size_t> recommended(const Family& family) const;
  std::vector<std::size_t> ranked() const;
  Family* family_of(std::size_t trial) const;
  void measure_from_scratch();
  void report_left_out(TuneReport& report) const;
  FrameCoverage coverage() const;

  Recording recording_;
  TuneOptions options_;
  FrameFacts facts_;
  FrameTruth truth_;
  std::vector<Trial> trials_;
  std::vector<double> estimates_;  // [trials] score as far as the search knows it
  std::vector<std::unique_ptr<Family>> families_;
  std::vector<std::string> left_out_;

  Stage stage_ = Stage::scouting;
  std::vector<Family*> queue_;  // whose turn it is yet in this stage
  std::size_t pass_ = 0;        // of this stage
  std::unique_ptr<Race> race_;
  std::string racing_name_;
  Trials racing_;                         // in the order of the race's contestants
  double race_begin_ = 0, race_end_ = 0;  // s
  bool is_whole_ = false;                 // whether a pass of the finals goes over all frames
  std::vector<RaceStep> steps_;           // of the finals
  std::size_t round_frames_ = 0;          // timed in each round of the finals
  double round_seconds_ = 0;              // that the last round took
  FrameCoverage first_look_;
  Trials finalists_, swept_;  // swept_[0]: with the recommended value
  std::optional<double> from_scratch_;
  std::chrono::steady_clock::time_point begun_;
  double seconds_ = 0;  // that the whole search took
};

}  // namespace phasebox
