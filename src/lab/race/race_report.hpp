// SPDX-License-Identifier: MIT
// What a race has shown: places, the sentence why, and its plots.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "lab/race/live_race.hpp"
#include "plot/plot.hpp"

namespace phasebox {

enum class RankBy : std::uint8_t { time, box_tests };

/// Numbers of the contestants, the best first: by median ms or by box tests; those with neither
/// come later, wrong ones last.
std::vector<std::size_t> ranking(const LiveRace& race, RankBy by);

/// Which wins and by what: times, box tests and pairs per sprite beside the second's. Says so when
/// nothing is known yet, and when the difference is too small to call.
std::string why(const LiveRace& race);

/// ms of the last 300 frames; one slow frame does not press the others flat.
Plot times_plot(const LiveRace& race);

}  // namespace phasebox
