// SPDX-License-Identifier: MIT
// The search for the fastest broadphase and its settings over recorded frames.
#pragma once
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bench/race.hpp"
#include "core/scene/document.hpp"
#include "lab/candidate.hpp"
#include "lab/frame_facts.hpp"

namespace phasebox {

/// What "best" means.
enum class Objective : std::uint8_t {
  median,  ///< the usual frame's time
  p99,     ///< the time that 99 of 100 frames stay below
  tests,   ///< box tests of a frame
};
inline constexpr std::array<std::string_view, 3> kObjectiveNames{"median", "p99", "tests"};

/// How a search is run.
struct TuneOptions {
  double budget = 20;  ///< s; the search ends earlier when there is nothing left to learn
  Objective objective = Objective::median;
  unsigned threads = 1;
  std::uint64_t seed = 1;                         ///< of the resampling behind the confidence
  std::vector<const BroadphaseEntry*> entries{};  ///< empty: all that may recommend themselves
  std::vector<ParamValue> fixed{};                ///< values that are not searched
};

/// A candidate and what it has shown.
struct Trial {
  Candidate candidate;
  Rival::Verdict verdict = Rival::Verdict::pending;
  bool is_exact = true;
  std::string fault{};            ///< of a wrong one
  std::vector<double> times{};    ///< ms, of its last race
  std::optional<double> tests{};  ///< box tests of one frame
  bool is_finalist = false;

  /// ms or tests, the less the better; infinite for what may not win or has not run.
  double score(Objective objective) const;
};

/// How sure the answer is: the winner beside the next.
struct Confidence {
  double ratio = 0;          ///< next over winner by the objective
  double low = 0, high = 0;  ///< in which the ratio lies, with 90 % confidence (bootstrap)
  double share = 0;          ///< of the frames in which the winner was ahead
  std::size_t frames = 0;    ///< that both ran in turn
  bool is_tie = false, is_clear = false;
  std::string words;  ///< "clear: 1.8 times as fast as the next (quadtree), in 98 % of the frames"
};

/// Time against the winner's main parameter.
struct Sensitivity {
  const Param* row = nullptr;                     ///< null: it has none, or time was short
  std::vector<std::pair<double, double>> points;  ///< value, score; ascending
  double chosen = 0;                              ///< the recommended value
  std::optional<double> automatic;  ///< score with the default, where that is "automatic"
  std::string words;
};

/// All that was found so far; a value of its own.
struct TuneReport {
  TuneOptions options;
  FrameFacts facts;
  std::size_t frames = 0;             ///< of the recording that were raced over
  double seconds = 0;                 ///< that the search took
  bool is_complete = false;           ///< false: stopped early
  std::vector<Trial> ranking;         ///< the best of each algorithm, best first; who is wrong last
  std::vector<std::string> left_out;  ///< "brute-force: a frame would take 2 s"
  std::size_t tried = 0;              ///< candidates
  std::optional<double> default_score;  ///< of the winner's algorithm without settings, same race
  std::optional<double> from_scratch;   ///< ms; a frame of the winner with nothing kept
  Confidence confidence;
  std::string why;  ///< one sentence
  Sensitivity sensitivity;

  const Trial* winner() const;
  bool any_wrong() const;
};

/// The search, one small piece of work at a time, so that whoever runs it can show it or stop it:
/// 1. the truth about as many frames as a part of the budget allows;
/// 2. every algorithm with its defaults, over few frames;
/// 3. a coarse grid over each parameter of those that are near the best, then refinement around the
///    best values of those that are still nearer;
/// 4. the best of each algorithm that is left, over all frames, again and again, in turn;
/// 5. what the recommended settings' main parameter does to the time.
/// Every candidate's pairs are checked in every race, as in the bench.
class Tuning {
 public:
  /// The recording holds at least one frame with a box.
  Tuning(Recording recording, TuneOptions options);
  ~Tuning();
  Tuning(const Tuning&) = delete;
  Tuning& operator=(const Tuning&) = delete;

  /// Does the next piece of work; false when nothing is left.
  bool advance();
  double progress() const;    ///< 0 to 1
  std::string phase() const;  ///< "trying quadtree"
  TuneReport report() const;

 private:
  enum class Stage : std::uint8_t { truth, defaults, coarse, refine, finals, sensitivity, done };
  struct Family;                            // an algorithm and all that was tried of it
  using Trials = std::vector<std::size_t>;  // numbers in trials_

  double passed() const;  // s
  double end_of(Stage stage) const;
  void find_truth();
  void enter_families();
  void enter_stage(Stage stage);
  void next_race();
  bool race_defaults();
  bool race_coarse();
  bool race_refined();
  bool race_finals();
  bool race_sensitivity();
  void start(Trials trials, double seconds, std::size_t most_frames,
             std::optional<std::size_t> like = {});
  void finish_race();
  void keep(const Rival& rival, Trial& trial) const;
  std::size_t add(Family& family, const Candidate& candidate);
  Candidate combined(const Family& family) const;
  std::size_t best_of(const Family& family) const;
  double score_of(std::size_t trial) const { return trials_[trial].score(options_.objective); }
  std::vector<Family*> contenders(double factor, std::size_t most) const;
  void choose_finalists();
  bool is_worth(std::size_t settings, std::size_t plain) const;
  std::optional<std::size_t> recommended(const Family& family) const;
  std::vector<const Family*> ranked() const;
  void measure_from_scratch();

  Recording recording_;
  TuneOptions options_;
  FrameFacts facts_;
  std::vector<PairDigest> truth_;
  std::vector<Trial> trials_;
  std::vector<std::unique_ptr<Family>> families_;
  std::vector<std::string> left_out_;

  Stage stage_ = Stage::truth;
  std::vector<Family*> queue_;  // whose turn it is yet in this stage
  std::size_t pass_ = 0;        // of this stage
  std::unique_ptr<Race> race_;
  std::string racing_name_;
  Trials racing_;        // in the order of the race's rivals
  double race_end_ = 0;  // s
  Trials finalists_, swept_;
  std::optional<double> from_scratch_;
  std::chrono::steady_clock::time_point begun_;
  double seconds_ = 0;  // that the whole search took
};

}  // namespace phasebox
