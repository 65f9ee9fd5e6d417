// SPDX-License-Identifier: MIT
// Ranks the contestants of the live race, explains the ranking, and plots the times.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/sentence.hpp"
#include "lab/race/live_race.hpp"
#include "plot/plot.hpp"

namespace phasebox {

enum class RankBy : std::uint8_t { time, box_tests };

/// Indices of the contestants by median time or box tests, the lowest first; then those that have
/// none, and wrong ones last.
std::vector<std::size_t> ranking(const LiveRace& race, RankBy by);

/// In a few words: "Quadtree: fastest of 5", or "2 of 5 are level" when others are within 10 % of
/// the fastest; empty while nothing is timed.
Sentence answer(const LiveRace& race);

/// Explains which contestant wins and why, by comparing its time, box tests and pairs per sprite
/// with the second one's; or says that nothing is known or that the lead is below 10 %.
Sentence why(const LiveRace& race);

/// Plots the times, ms, of each contestant over the last 300 frames. The y axis ends at three times
/// the highest median, so that single slow frames do not flatten the rest.
Plot times_plot(const LiveRace& race);

}  // namespace phasebox
