// SPDX-License-Identifier: MIT
// The values of a parameter that a search tries.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "bench/race.hpp"
#include "session/session.hpp"

namespace phasebox {

/// The parameters of an algorithm that a search varies: those whose row gives a range to try
/// (Param::tune), without those in `fixed`.
std::vector<const Param*> tuned_rows(const BroadphaseEntry& entry,
                                     std::span<const ParamValue> fixed);

/// Up to `steps` values of a parameter, spread over the range to try, ascending and without its
/// default; all values of a flag or choice but the default. `box_side` is the longer side of the
/// typical box, px.
std::vector<double> coarse_values(const Param& row, double box_side, std::size_t steps);

/// Up to two values, one below and one above `value`, at the distance (or ratio) of `part` steps of
/// the grid that coarse_values(row, box_side, steps) makes. None for flags and choices, and if the
/// value is 0 and stands for "automatic".
std::vector<double> values_around(const Param& row, double value, double box_side,
                                  std::size_t steps, double part);

}  // namespace phasebox
