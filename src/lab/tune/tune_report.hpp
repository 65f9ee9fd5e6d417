// SPDX-License-Identifier: MIT
// The report of a search, as data.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/sentence.hpp"
#include "base/statistics.hpp"
#include "bench/race.hpp"
#include "bench/recording.hpp"
#include "lab/machine.hpp"
#include "lab/tune/objective.hpp"

namespace phasebox {

/// The origin of the frames, so that the search can be repeated, and the machine and date of the
/// search.
struct TuneOrigin {
  std::string name;     ///< scene or file, in the user's words
  std::string options;  ///< command-line options that give the same frames; empty: from the window
  Machine machine{};
  std::string date = "unknown";
};

struct TuneOptions {
  double budget = 20;  ///< s; the search ends earlier when nothing is left to try
  Objective objective = Objective::frame;
  std::size_t max_frames = 0;  ///< frames that the finals time; 0: as many as fit into the budget
  bool all_frames = false;     ///< the finals time all frames, however long that takes
  unsigned threads = 1;
  /// Queries made in each frame and included in its time
  QueryLoad queries{};
  std::uint64_t seed = 1;  ///< seed of the resampling for the confidence
  /// Algorithms to search; empty: all that may be recommended
  std::vector<const BroadphaseEntry*> entries{};
  std::vector<ParamValue> fixed{};  ///< parameter values that stay fixed
  TuneOrigin origin{};
};

/// The results of a contestant. `times` are of its last race; in the finals [TuneReport::steps].
struct Trial : RaceResult {
  /// Whether it was timed in the finals on the same frames as the others. Only such trials have a
  /// ratio and a bar.
  bool is_compared = false;

  /// The objective's figure, ms or box tests, lower is better; infinite for what may not win or has
  /// not run.
  double score(Objective objective) const;
  /// p99 over the median where that is above 4, else 0.
  double spike() const {
    constexpr double kSpike = 4;
    const Summary s = summary_of(times);
    return s.p99 > kSpike * s.median && s.median > 0 ? s.p99 / s.median : 0;
  }
};

/// The confidence in the choice of an algorithm. Places of the recording are resampled rather than
/// frames, since frames of one place resemble each other and another recording would show other
/// places.
struct Confidence {
  double ratio = 0;                 ///< score of the next algorithm over the winner's
  double low = 0, high = 0;         ///< interval that holds the ratio in 90 of 100 resamples
  std::size_t frames = 0;           ///< different frames timed
  std::size_t places = 0;           ///< places that were resampled
  bool is_tie = false;              ///< the lead is below 10 %, or resampling allows none
  bool is_clear = false;            ///< the lead is at least 10 % in 95 of 100 resamples
  std::vector<std::string> tied{};  ///< ids of all that tie with the winner, its own first
  Sentence words;                   ///< "clear: 1.8 times as fast as the next (quadtree), ..."
};

/// The score as a function of the winner's main parameter.
struct Sensitivity {
  const Param* row = nullptr;  ///< null: it has no parameter, or time was short
  /// (value, score), ascending by value. The scores are measured relative to the recommended value
  /// in one race; `chosen` has the winner's score.
  std::vector<std::pair<double, double>> points;
  double chosen = 0;                ///< the recommended value
  std::optional<double> automatic;  ///< score with the default, where that is "automatic"
  Sentence words;
};

/// Everything found so far. It is a copy, independent of the running search.
struct TuneReport {
  TuneOptions options;
  FrameFacts facts;
  FrameCoverage coverage;             ///< coverage of the finals; before them, of the first look
  std::vector<RaceStep> steps;        ///< the frames behind the times of the compared trials
  double seconds = 0;                 ///< time that the search took, s
  bool is_complete = false;           ///< false: stopped early
  std::vector<Trial> ranking;         ///< the best of each algorithm: the winner and those that tie
                                      ///< with it, the others by score, those that are wrong
  std::vector<Sentence> left_out;     ///< "brute-force: a frame would take 2 s"
  std::size_t tried = 0;              ///< contestants tried
  /// Score of the winner's algorithm without settings, same race
  std::optional<double> default_score;
  Confidence confidence;
  Sentence why;         ///< one sentence on why the winner wins
  Sentence proportion;  ///< the winner's time beside a 60 Hz frame, and what merged tiles save
  Sentence any_of;      ///< ids of the algorithms that `proportion` calls quick enough
  std::vector<Sentence> warnings;  ///< algorithms that spike, a sentence each
  Sensitivity sensitivity;

  const Trial* winner() const {
    const bool has_one = !ranking.empty() && std::isfinite(ranking[0].score(options.objective));
    return has_one ? &ranking[0] : nullptr;
  }
  /// The lowest score of all compared trials, by which the table's ratios are divided.
  double best_score() const;
  bool any_wrong() const {
    return std::ranges::any_of(
        ranking, [](const Trial& t) { return t.verdict == RaceResult::Verdict::wrong; });
  }
};

}  // namespace phasebox
