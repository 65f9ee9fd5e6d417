// SPDX-License-Identifier: MIT
// The settings that a search tries for an algorithm.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "bench/contestant.hpp"

namespace phasebox {

/// The rows that a search varies: those with a TuneRange that are not among the fixed ones.
std::vector<const Param*> tuned_rows(const Contestant& base, std::span<const std::string> fixed);

/// `steps` values over the range of a row, beside its default, in ascending order; all of a flag or
/// choice. `box_side`: px, the boxes' typical longer side.
std::vector<double> coarse_values(const Param& row, double box_side, std::size_t steps);

/// Up to two values around `value`, a part of the distance (or ratio) of the coarse grid away:
/// 0.5 is half a step. None for flags, choices and what stands for "automatic".
std::vector<double> values_around(const Param& row, double value, double box_side,
                                  std::size_t steps, double part);

}  // namespace phasebox
