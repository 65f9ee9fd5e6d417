// SPDX-License-Identifier: MIT
// The order in which contestants (algorithms with settings) are recommended.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "lab/tune/tune_report.hpp"

namespace phasebox {

/// Settings are recommended only if their score is at most this share of the score with defaults.
inline constexpr double kWorthASetting = 0.95;

/// The score of `a` divided by that of `b`, both timed in one race; where one has more times, only
/// the frames that both have timed count. Infinite when one has no times (or, for box tests, no
/// counts).
double score_ratio(const RaceResult& a, const RaceResult& b, Objective objective);

/// The order in which `rows`, compared trials with finite scores, are recommended. First come those
/// whose score is within 6 % of the best (for the objectives frame and mean, the mean time too),
/// then those within 10 %, each of these two sorted from simple to complex: by
/// BroadphaseEntry::complexity, then by the number of settings. The others follow by score.
struct ChoiceOrder {
  std::vector<std::size_t> order;  ///< indices into `rows`
  std::size_t tied = 0;  ///< how many of the first tie (within 10 %); 1: the first leads alone
};
ChoiceOrder choice_order(std::span<const Trial* const> rows, Objective objective);

/// A contestant whose score is below the best one times this ties with it.
inline constexpr double kTie = 1.1;

}  // namespace phasebox
