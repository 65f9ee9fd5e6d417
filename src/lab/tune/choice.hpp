// SPDX-License-Identifier: MIT
// The order in which algorithms with settings are recommended.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "lab/tune/tune_report.hpp"

namespace phasebox {

/// Settings are recommended only when their score is at most this share of the defaults' score.
inline constexpr double kWorthASetting = 0.95;

/// The ratio of scores a / b over frames timed in one race; a longer list is cut to the shorter.
/// Infinite when one has no times.
double score_ratio(const RaceResult& a, const RaceResult& b, Objective objective);

/// The order in which `rows` are recommended (indices into it). First come those within 6 % of the
/// best, then those within 10 %, each sorted by complexity and number of settings; then the others
/// by score. For the first part the mean must lie within 6 % too, where the objective is a time.
/// `rows` are compared trials with finite scores.
struct ChoiceOrder {
  std::vector<std::size_t> order;
  std::size_t tied = 0;  ///< number that tie; 1: the first leads alone
};
ChoiceOrder choice_order(std::span<const Trial* const> rows, Objective objective);

/// A lead below this factor is a tie.
inline constexpr double kTie = 1.1;

}  // namespace phasebox
