// SPDX-License-Identifier: MIT
// The search for the fastest broadphase and its settings over recorded frames.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/statistics.hpp"
#include "bench/race.hpp"
#include "bench/recording.hpp"
#include "lab/background_study.hpp"
#include "lab/study_subject.hpp"
#include "session/session.hpp"

namespace phasebox {

/// The rows that a search varies: those with a TuneRange that are not among the fixed ones.
std::vector<const Param*> tuned_rows(const BroadphaseEntry& entry,
                                     std::span<const ParamValue> fixed);

/// `steps` values over the range of a row, beside its default, in ascending order; all of a flag or
/// choice. `box_side`: px, the boxes' typical longer side.
std::vector<double> coarse_values(const Param& row, double box_side, std::size_t steps);

/// Up to two values around `value`, a part of the distance (or ratio) of the coarse grid away:
/// 0.5 is half a step. None for flags, choices and what stands for "automatic".
std::vector<double> values_around(const Param& row, double value, double box_side,
                                  std::size_t steps, double part);

enum class Objective : std::uint8_t {
  frame,   ///< what a game feels: the mean, and up to a tenth more for spikes (`frame_cost`)
  mean,    ///< the mean time of a frame
  median,  ///< the typical frame's time
  p99,     ///< the time that 99 of 100 frames stay below
  tests,   ///< box tests of a frame
};
inline constexpr std::array<std::string_view, 5> kObjectiveNames{"frame", "mean", "median", "p99",
                                                                 "tests"};

/// The mean plus spikes, ms: mean + 2 % of what p99 lies above it, at most a tenth of the mean. So
/// spikes decide only between about equal means: the winner's is at most a tenth above the least.
double frame_cost(const Summary& times);

/// The times' figure that the objective minimizes, ms; infinite for none and for `tests`.
double score_of(std::vector<double> times, Objective objective);

/// Where the frames came from, so that the same can be asked again, and what measured them.
struct TuneOrigin {
  std::string name;     ///< scene or file, as a user knows it
  std::string options;  ///< of the command line, that bring the same frames; empty: of a window
  Machine machine{};
  std::string date = "unknown";
};

struct TuneOptions {
  double budget = 20;  ///< s; the search ends earlier when there is nothing left to learn
  Objective objective = Objective::frame;
  std::size_t max_frames = 0;  ///< that the finals are timed over; 0: as many as the time allows
  bool all_frames = false;     ///< the finals go over all frames, however long that takes
  unsigned threads = 1;
  QueryLoad queries{};                            ///< asked in each frame, and part of its time
  std::uint64_t seed = 1;                         ///< of the resampling behind the confidence
  std::vector<const BroadphaseEntry*> entries{};  ///< empty: all that may recommend themselves
  std::vector<ParamValue> fixed{};                ///< values that are not searched
  TuneOrigin origin{};
};

/// A contestant's results; `times` are of its last race, in the finals [TuneReport::steps].
struct Trial : RaceResult {
  /// Timed in the finals, all on the same frames. Only those have a ratio and a bar.
  bool is_compared = false;

  /// ms or tests, the less the better; infinite for what may not win or has not run.
  double score(Objective objective) const;
  /// p99 over median where that is above 4, otherwise 0.
  double spike() const {
    constexpr double kSpike = 4;
    const Summary s = summary_of(times);
    return s.p99 > kSpike * s.median && s.median > 0 ? s.p99 / s.median : 0;
  }
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
  /// Value, score, ascending; relative to the recommended's in one race: `chosen` has the winner's.
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
  Confidence confidence;
  std::string why;         ///< one sentence
  std::string proportion;  ///< the winner's time beside a 60 Hz frame, and what merged tiles save
  std::string any_of;      ///< the algorithms that it calls quick enough, by their ids
  std::vector<std::string> warnings;  ///< algorithms that spike, a sentence each
  Sensitivity sensitivity;

  const Trial* winner() const {
    const bool has_one = !ranking.empty() && std::isfinite(ranking[0].score(options.objective));
    return has_one ? &ranking[0] : nullptr;
  }
  /// The least score of all compared trials, which the ratios of the table are over.
  double best_score() const;
  bool any_wrong() const {
    return std::ranges::any_of(
        ranking, [](const Trial& t) { return t.verdict == RaceResult::Verdict::wrong; });
  }
};

/// The search: every algorithm with its defaults, then settings of those that are near the best,
/// then the finals over the same frames. The recording holds at least one frame with a box.
std::unique_ptr<PiecewiseWork<TuneReport>> tune_search(Recording recording, TuneOptions options);

namespace command {
/// Searches the best broadphase for the session as it stands; a search at work is begun again.
struct StartTuning {
  double budget = 20;  ///< s, 1 to 600
  Objective objective = Objective::frame;
};
/// Ends the search; what it has found is kept.
struct StopTuning {};
}  // namespace command

/// The search beside the window: on a copy of the session, in the background.
class TuneStudy : public BackgroundStudy<TuneReport> {
 public:
  Status apply(const command::StartTuning& how, const Session& session);
  Status apply(const command::StopTuning&, const Session&) { return stop(), Status{}; }
  /// The scene, file or recording that `result` is about, and whether it has changed since.
  const SubjectWatch& subject() const { return watch_; }

 private:
  SubjectWatch watch_;
};

}  // namespace phasebox
