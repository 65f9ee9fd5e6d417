// SPDX-License-Identifier: MIT
// The values of a parameter that a search tries.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "bench/race.hpp"
#include "session/session.hpp"

namespace phasebox {

/// The parameters that a search varies: those with a TuneRange that are not fixed.
std::vector<const Param*> tuned_rows(const BroadphaseEntry& entry,
                                     std::span<const ParamValue> fixed);

/// `steps` values over the range of a parameter without its default, ascending; all values of a
/// flag or choice. `box_side` is the typical longer side of the boxes, px.
std::vector<double> coarse_values(const Param& row, double box_side, std::size_t steps);

/// Up to two values around `value`, at the distance (or ratio) of `part` steps of the coarse grid.
/// None for flags, choices and a value that stands for "automatic".
std::vector<double> values_around(const Param& row, double value, double box_side,
                                  std::size_t steps, double part);

}  // namespace phasebox
