// SPDX-License-Identifier: MIT
// The objective that a search minimizes: a figure of the times of frames, or box tests.
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "base/sentence.hpp"
#include "base/statistics.hpp"

namespace phasebox {

enum class Objective : std::uint8_t {
  frame,   ///< the mean, plus up to a tenth of it for spikes (`frame_cost`)
  mean,    ///< the mean time of a frame
  median,  ///< the median time of a frame
  p99,     ///< the time that 99 of 100 frames stay below
  tests,   ///< box tests per frame
};
inline constexpr std::array<std::string_view, 5> kObjectiveNames{"frame", "mean", "median", "p99",
                                                                 "tests"};

/// The score of what was not timed or may not win.
inline constexpr double kNoScore = std::numeric_limits<double>::infinity();

/// The mean plus spikes, ms: the mean + 2 % of what p99 lies above it, at most a tenth of the mean.
/// So spikes decide only between nearly equal means: the winner's mean is at most a tenth above the
/// lowest.
double frame_cost(const Summary& times);

/// The figure of the times that the objective minimizes, ms; infinite without times and for
/// `tests`.
double score_of(std::vector<double> times, Objective objective);

/// The objective's name in options and files.
inline std::string_view objective_name(Objective o) {
  return kObjectiveNames[static_cast<std::size_t>(o)];
}

/// A score with its unit: "0.42 ms", "85 µs", "1,234 box tests".
Sentence score_text(double score, Objective objective);

/// Names an objective: "median time", "99th percentile of the times", "box tests".
std::string_view objective_text(Objective objective);

}  // namespace phasebox
