// SPDX-License-Identifier: MIT
// Which of the measured algorithms is recommended, how sure that is, and what the numbers mean in
// sentences.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lab/tune/tune_search.hpp"

namespace phasebox {

/// Settings must save that much to be recommended instead of the defaults: their score is at most
/// this share of the defaults'.
inline constexpr double kWorthASetting = 0.95;
/// A lead below this factor is a tie.
inline constexpr double kTie = 1.1;
/// Of those that tie, the simplest within this factor of the best is recommended.
inline constexpr double kNearBest = 1.06;

/// The score of `a` over that of `b`, over the frames that both were timed on in the same race: as
/// many as the shorter list has. Infinite where one of them has none.
double score_ratio(const Trial& a, const Trial& b, Objective objective);

/// The order of recommendation of `rows` (numbers into it): those within 6 % of the best, then
/// those within 10 %, in both parts the simplest first (by `BroadphaseEntry::complexity`, then by
/// the number of settings), then the others by score. To be among the first the mean must lie
/// within 6 % too, where the objective is one of time. `rows` are compared trials with finite
/// scores.
struct ChoiceOrder {
  std::vector<std::size_t> order;
  std::size_t tied = 0;  ///< how many tie; 1: the first alone leads
};
ChoiceOrder choice_order(std::span<const Trial* const> rows, Objective objective);

/// How sure the choice of ranking[0] is, by resampling the places of `report.steps` (moving blocks
/// of one long window count as places). The ranking is in the order of `choice_order`.
Confidence confidence_of(const TuneReport& report);

/// Fills in the confidence, the sentences and the warnings; the ranking must be there and not
/// empty.
void explain(TuneReport& report);

/// What values of one parameter of the winner's scored: (value, score) pairs.
Sensitivity sensitivity_of(const Param& row, std::span<const std::pair<double, double>> sweep,
                           const TuneReport& report);

/// "0.42 ms", "85 µs", "1,234 box tests".
std::string score_text(double score, Objective objective);
/// A parameter's unit with the recording's unit of length in place of px.
std::string in_unit_of(const FrameFacts& facts, std::string_view unit);
/// "312 of 10,000 frames, from 12 places", "all 3,000 frames".
std::string coverage_text(const FrameCoverage& coverage);
/// "median time", "99th percentile of the times", "box tests".
std::string_view objective_text(Objective objective);

}  // namespace phasebox
