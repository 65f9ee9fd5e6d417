// SPDX-License-Identifier: MIT
// The ranking of a search as cells of a table.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "base/sentence.hpp"
#include "lab/tune/tune_report.hpp"

namespace phasebox {

/// A number rounded to `digits` significant digits, without an exponent and with thousands grouped:
/// "1,280", "0.0314".
std::string rounded_text(double value, int digits);

/// The unit of all times in a table or plot: µs when the winner's median is below 0.1 ms, else ms.
struct TimeUnit {
  std::string name;  ///< "µs" or "ms"
  double per_ms;     ///< units in a ms
  /// A time, given in ms, as a number of this unit.
  std::string text(double ms) const { return rounded_text(ms * per_ms, 3); }
};

TimeUnit time_unit(const TuneReport& report);

/// The column of the table that has the figure which the objective minimizes.
std::size_t cost_column(Objective objective);

/// The cells of one trial of the ranking, one cell per head of `ranking_heads`: algorithm,
/// settings, times, score relative to the best, box tests per object, frames.
std::vector<Sentence> ranking_cells(const TuneReport& report, std::size_t row);
std::vector<Sentence> ranking_heads(const TuneReport& report);

}  // namespace phasebox
