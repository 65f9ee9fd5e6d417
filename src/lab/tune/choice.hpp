// SPDX-License-Identifier: MIT
// The order in which contestants (algorithms with settings) are recommended.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "lab/tune/tune_report.hpp"

namespace phasebox {

/// Settings are recommended only if their score is at most this share of the score with defaults.
inline constexpr double kWorthASetting = 0.95;

/// The score of `a` divided by that of `b`, both timed in one race; where one has more times, only
/// the frames that both have timed count. Infinite when one has no times (or, for box tests, no
/// counts).
double score_ratio(const RaceResult& a, const RaceResult& b, Objective objective);

/// Why the first of a ranking stands first.
enum class WhyFirst : std::uint8_t {
  fastest,  ///< it has the best score
  near,     ///< it is the simplest of those within 10 % of the best score
  small,    ///< it is the simplest of all, whose times are all small (is_small)
};
inline constexpr std::array<std::string_view, 3> kWhyFirstNames{"fastest", "near", "small"};

/// The order in which `rows`, compared trials with finite scores, are recommended. First comes the
/// answer: the simplest of those whose score is within 6 % of the best (for the objectives frame
/// and mean, the mean time too). Where the times of all are small (is_small), it is the simplest of
/// all. The simplest has the lowest BroadphaseEntry::complexity, then the fewest settings. The
/// others follow by score.
struct ChoiceOrder {
  std::vector<std::size_t> order;  ///< indices into `rows`
  std::size_t tied = 0;  ///< how many of the first tie (within 10 %); 1: the first leads alone
  WhyFirst why = WhyFirst::fastest;
};
ChoiceOrder choice_order(std::span<const Trial* const> rows, Objective objective);
/// Orders the compared trials of a ranking with finite scores, which come first in it.
ChoiceOrder choice_order(const TuneReport& report);

inline constexpr double kFrameOf60Hz = 1000.0 / 60;  // ms
/// Whether the mean time is at most 1 % of a frame at 60 Hz.
bool is_small(const Trial& trial);

/// A contestant whose score is below the best one times this ties with it.
inline constexpr double kTie = 1.1;

}  // namespace phasebox
