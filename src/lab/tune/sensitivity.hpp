// SPDX-License-Identifier: MIT
// Describes and plots how the winner's score depends on its main parameter.
#pragma once
#include <span>
#include <utility>

#include "lab/tune/tune_report.hpp"
#include "plot/plot.hpp"

namespace phasebox {

/// Makes the Sensitivity from the scores of several values of one parameter of the winner. `sweep`
/// has (value, score) in any order; infinite scores are left out. Without finite ones it is empty.
Sensitivity sensitivity_of(const Param& row, std::span<const std::pair<double, double>> sweep,
                           const TuneReport& report);

/// Plots the score (a time or box tests) against the winner's main parameter, and marks the
/// recommended value. Has no series if the report has no sensitivity.
Plot sensitivity_plot(const TuneReport& report);

}  // namespace phasebox
