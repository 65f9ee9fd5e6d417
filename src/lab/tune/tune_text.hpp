// SPDX-License-Identifier: MIT
// What the numbers of a search mean, in sentences built from them and from nothing else.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "lab/tune/tuning.hpp"

namespace phasebox {

/// Fills in the confidence, the sentences and the warnings; the ranking must be there and not
/// empty.
void explain(TuneReport& report);

/// The winner with other values of one parameter and their scores, as a line over it; the first
/// has the recommended value.
Sensitivity sensitivity_of(const std::vector<std::pair<Contestant, double>>& sweep,
                           const TuneReport& report);

/// "0.42 ms", "85 µs", "1,234 box tests".
std::string score_text(double score, Objective objective);
/// A parameter's unit with the recording's unit of length in place of px.
std::string in_unit_of(const FrameFacts& facts, std::string_view unit);
/// "312 of 10,000 frames, from 12 places", "all 3,000 frames".
std::string coverage_text(const FrameCoverage& coverage);
/// "median time", "99th percentile of the times", "box tests".
std::string_view objective_text(Objective objective);

}  // namespace phasebox
