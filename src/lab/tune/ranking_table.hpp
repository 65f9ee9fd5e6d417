// SPDX-License-Identifier: MIT
// The ranking of a search as cells of a table.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "base/sentence.hpp"
#include "lab/tune/tune_report.hpp"

namespace phasebox {

/// A number with `digits` significant digits, no exponent and grouped thousands: "1,280", "0.0314".
std::string rounded_text(double value, int digits);

/// The unit of all times in a table or plot: µs when the winner's median is below 0.1 ms, else ms.
struct TimeUnit {
  std::string name;
  double per_ms;
  std::string text(double ms) const { return rounded_text(ms * per_ms, 3); }
};

TimeUnit time_unit(const TuneReport& report);

/// One row of the ranking, one cell per head: algorithm, settings, times, times the best, tests per
/// object, frames.
std::vector<Sentence> ranking_cells(const TuneReport& report, std::size_t row);
std::vector<Sentence> ranking_heads(const TuneReport& report);

}  // namespace phasebox
