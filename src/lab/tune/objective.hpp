// SPDX-License-Identifier: MIT
// What a search minimizes: a statistic of the times of frames, or the number of box tests.
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "base/sentence.hpp"
#include "base/statistics.hpp"

namespace phasebox {

/// The figure of a contestant that a search minimizes.
enum class Objective : std::uint8_t {
  frame,   ///< the mean time of a frame, plus up to a tenth of it for spikes (`frame_cost`)
  mean,    ///< the mean time of a frame
  median,  ///< the median time of a frame
  p99,     ///< the time that 99 of 100 frames stay below
  tests,   ///< box tests per frame
};
inline constexpr std::array<std::string_view, 5> kObjectiveNames{"frame", "mean", "median", "p99",
                                                                 "tests"};

/// The score of a contestant that was not timed or may not win.
inline constexpr double kNoScore = std::numeric_limits<double>::infinity();

/// The mean time plus a share for spikes, ms: 2 % of the difference between the 99th percentile and
/// the mean, but at most a tenth of the mean. So spikes decide only between nearly equal means: the
/// mean of the one with the lowest cost is at most a tenth above the lowest mean.
double frame_cost(const Summary& times);

/// The statistic of these times, ms, that the objective minimizes; infinite without times and for
/// `tests`.
double score_of(std::vector<double> times, Objective objective);

/// The objective's name in options and files.
inline std::string_view objective_name(Objective o) {
  return kObjectiveNames[static_cast<std::size_t>(o)];
}

/// A score with its unit: "0.420 ms", "85.0 µs", "1,234 box tests"; "-" if it is not finite.
Sentence score_text(double score, Objective objective);

/// Describes an objective: "median time", "99th percentile of the times", "box tests".
std::string_view objective_text(Objective objective);

}  // namespace phasebox
