// SPDX-License-Identifier: MIT
// The report of a search for the best broadphase and its settings, as data.
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

/// Where the frames came from, so that the search can be repeated, and where and when it ran.
struct TuneOrigin {
  std::string name;     ///< scene or file, in the user's words
  std::string options;  ///< command-line options that give the same frames; empty: from the window
  Machine machine{};
  std::string date = "unknown";  ///< UTC, "2026-03-01"
};

/// What a search looks for, and how long.
struct TuneOptions {
  double budget = 20;  ///< s; the search ends earlier when nothing is left to try
  Objective objective = Objective::frame;
  /// Frames that the finals (the last race, which decides) time; 0: as many as fit into the budget.
  std::size_t max_frames = 0;
  bool all_frames = false;  ///< true: the finals time all frames, however long that takes
  unsigned threads = 1;     ///< threads that a contestant may use
  /// Queries made in each frame; their time is included in the frame's.
  QueryLoad queries{};
  std::uint64_t seed = 1;  ///< seed of the resampling for the confidence
  /// Algorithms to search; empty: all except those that only choose one, and those for which the
  /// recording or the budget is not suitable (`TuneReport::left_out`).
  std::vector<const BroadphaseEntry*> entries{};
  std::vector<ParamValue> fixed{};  ///< parameter values that the search does not vary
  TuneOrigin origin{};
};

/// The results of a contestant. `times` are those of its last race; if it was in the finals, they
/// are [TuneReport::steps].
struct Trial : RaceResult {
  /// Whether it was timed on the same frames as the others, in the finals or, before them, in the
  /// first look. Only such trials are compared by their scores.
  bool is_compared = false;

  /// The figure that the objective minimizes, ms or box tests; infinite if it is wrong or not
  /// exact, so that it may not win, or was not timed (counted).
  double score(Objective objective) const;
  /// How much the slowest frames stand out: the 99th percentile of the times divided by their
  /// median if that is above 4, else 0.
  double spike() const {
    constexpr double kSpike = 4;
    const Summary s = summary_of(times);
    return s.p99 > kSpike * s.median && s.median > 0 ? s.p99 / s.median : 0;
  }
};

/// How sure the choice of the winner is. It is found by resampling places of the recording (windows
/// of frames) rather than frames, since frames of one place resemble each other, and another
/// recording would show other places.
struct Confidence {
  double ratio = 0;          ///< score of the second in the ranking divided by the winner's
  double low = 0, high = 0;  ///< interval that holds the ratio in 90 of 100 resamples
  std::size_t frames = 0;    ///< number of different frames that were timed
  std::size_t places = 0;    ///< number of places that were resampled
  /// Another algorithm's score is less than 10 % above the best one, or is below the winner's in 5
  /// of 100 resamples.
  bool is_tie = false;
  /// No tie, and the lead is at least 10 % in 95 of 100 resamples of 4 or more places.
  bool is_clear = false;
  std::vector<std::string> tied{};  ///< ids of all that tie, the winner's own first
  Sentence words;                   ///< "clear: 1.8 times as fast as the next (quadtree), ..."
};

/// The winner's score as a function of its main parameter.
struct Sensitivity {
  const Param* row = nullptr;  ///< the parameter; null: it has none, or time was short
  /// (value, score), ascending by value, without "automatic". The scores follow from one race by
  /// their ratio to the recommended value, whose score is the winner's.
  std::vector<std::pair<double, double>> points;
  double chosen = 0;                ///< the recommended value
  std::optional<double> automatic;  ///< score with 0, if that stands for "automatic" and was tried
  Sentence words;  ///< one sentence on which values are good, and how bad others are
};

/// Everything found so far. It is a copy, independent of the running search.
struct TuneReport {
  TuneOptions options;
  FrameFacts facts;
  FrameCoverage coverage;       ///< coverage of the finals; before them, of the first look
  std::vector<RaceStep> steps;  ///< [times of a compared trial] the frames of the finals
  double seconds = 0;           ///< time that the search took so far, s
  bool is_complete = false;     ///< false: still running, or stopped early
  /// The best trial of each algorithm: first the winner (choice_order), then the others by score,
  /// then those not compared. At the end come all trials that were wrong or not exact.
  std::vector<Trial> ranking;
  std::vector<Sentence> left_out;  ///< algorithms that were not searched: "ID: the reason"
  std::size_t tried = 0;           ///< number of algorithms with settings that were timed
  /// Score of the winner's algorithm without settings, in the same race; none if not compared.
  std::optional<double> default_score;
  Confidence confidence;
  Sentence why;         ///< one sentence on why the winner wins
  /// The winner's time as a share of 1/60 s, how much faster than brute force that is or why the
  /// fastest is not the answer, and what merged statics save.
  Sentence proportion;
  std::vector<Sentence> warnings;  ///< algorithms that spike, a sentence each
  Sensitivity sensitivity;

  /// The first of the ranking; null if it has no score.
  const Trial* winner() const {
    const bool has_one = !ranking.empty() && std::isfinite(ranking[0].score(options.objective));
    return has_one ? &ranking[0] : nullptr;
  }
  /// The lowest score of all compared trials, to which the table relates the others; infinite
  /// without any.
  double best_score() const;
  /// Whether some algorithm found wrong pairs.
  bool any_wrong() const {
    return std::ranges::any_of(
        ranking, [](const Trial& t) { return t.verdict == RaceResult::Verdict::wrong; });
  }
};

}  // namespace phasebox
