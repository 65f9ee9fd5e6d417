// SPDX-License-Identifier: MIT
// What the numbers of a search mean, in sentences built from them and from nothing else.
#pragma once
#include <string>
#include <vector>

#include "lab/tuning.hpp"

namespace phasebox {

/// Fills in the confidence and why the winner wins; the ranking must be there and not empty.
void explain(TuneReport& report);

/// The winner with other values of one parameter, in ascending order of it, as a line over it.
Sensitivity sensitivity_of(const std::vector<Trial>& sweep, const TuneReport& report);

/// "0.42 ms", "85 µs", "1,234 box tests".
std::string score_text(double score, Objective objective);
/// "median time", "99th percentile of the times", "box tests".
std::string_view objective_text(Objective objective);
/// "1,234,567".
std::string grouped_text(double value);

}  // namespace phasebox
