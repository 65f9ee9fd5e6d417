// SPDX-License-Identifier: MIT
// The score of the winner as its main parameter varies.
#pragma once
#include <span>
#include <utility>

#include "lab/tune/tune_report.hpp"
#include "plot/plot.hpp"

namespace phasebox {

/// Summarizes the scores of several values of one parameter of the winner; `sweep` has (value,
/// score).
Sensitivity sensitivity_of(const Param& row, std::span<const std::pair<double, double>> sweep,
                           const TuneReport& report);

/// Plots time against the winner's main parameter, with the recommended value; no series without
/// one.
Plot sensitivity_plot(const TuneReport& report);

}  // namespace phasebox
