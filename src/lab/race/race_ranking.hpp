// SPDX-License-Identifier: MIT
// The result of the live race: an order, sentences, and a plot of the times.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/sentence.hpp"
#include "lab/race/live_race.hpp"
#include "plot/plot.hpp"

namespace phasebox {

enum class RankBy : std::uint8_t { time, box_tests };

/// Indices of the contestants, best first, by median ms or box tests; then those without a figure,
/// wrong ones last.
std::vector<std::size_t> ranking(const LiveRace& race, RankBy by);

/// In a few words: the fastest of how many, or how many are level; empty while nothing is timed.
Sentence answer(const LiveRace& race);

/// Explains which contestant wins and why, by times, tests and pairs per sprite beside the second;
/// or that nothing is known or the lead is too small.
Sentence why(const LiveRace& race);

/// Plots the times of the last 300 frames, ms; its range ignores single slow frames.
Plot times_plot(const LiveRace& race);

}  // namespace phasebox
