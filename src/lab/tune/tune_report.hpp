// SPDX-License-Identifier: MIT
// Which algorithm is recommended and how sure; the finished search for people, programs, a browser.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/tune/tune_search.hpp"
#include "plot/plot.hpp"

namespace phasebox {

/// Settings are recommended over the defaults only at or below this share of their score.
inline constexpr double kWorthASetting = 0.95;

/// Ratio of scores a / b over frames timed in one race (shorter list's); infinite without any.
double score_ratio(const RaceResult& a, const RaceResult& b, Objective objective);

/// The order of recommendation of `rows` (numbers into it): those within 6 % of the best, then
/// those within 10 %, in both parts the simplest first (by complexity, then by the number of
/// settings), then the others by score. To be among the first the mean must lie within 6 % too,
/// where the objective is one of time. `rows` are compared trials with finite scores.
struct ChoiceOrder {
  std::vector<std::size_t> order;
  std::size_t tied = 0;  ///< how many tie; 1: the first alone leads
};
ChoiceOrder choice_order(std::span<const Trial* const> rows, Objective objective);

/// How sure the choice of ranking[0] is, by resampling the places of `report.steps` (moving blocks
/// of one long window count as places). The ranking is in the order of `choice_order`.
Confidence confidence_of(const TuneReport& report);

/// Fills in the confidence, the sentences and the warnings; the ranking is not empty.
void explain(TuneReport& report);

/// What values of one parameter of the winner's scored: (value, score) pairs.
Sensitivity sensitivity_of(const Param& row, std::span<const std::pair<double, double>> sweep,
                           const TuneReport& report);

/// "0.42 ms", "85 µs", "1,234 box tests".
std::string score_text(double score, Objective objective);
/// "312 of 10,000 frames, from 12 places", "all 3,000 frames".
std::string coverage_text(const FrameCoverage& coverage);
/// "median time", "99th percentile of the times", "box tests".
std::string_view objective_text(Objective objective);

/// The command lines that search again, and that race the winner against the next by the bench;
/// empty for a search of the window.
std::string tune_command(const TuneReport& report);
std::string check_command(const TuneReport& report);

/// The ranked table and the sentences.
std::string tune_text(const TuneReport& report);
/// All numbers, with the recommended settings and the C++ lines.
std::string tune_json(const TuneReport& report);
/// One file: the text, facts of the frames, the machine, a plot; light or dark as the screen is.
std::string tune_html(const TuneReport& report);

/// Time against the winner's main parameter, with the recommended value; no series without it.
Plot sensitivity_plot(const TuneReport& report);
/// So many significant digits, without an exponent, thousands grouped: "1,280", "0.0314".
std::string rounded_text(double value, int digits);

/// A row: algorithm, settings, times, times the best, tests per object, frames; a cell per head.
std::vector<std::string> ranking_cells(const TuneReport& report, std::size_t row);
std::vector<std::string> ranking_heads(const TuneReport& report);

/// C++ for the installed library, ready to compile: `recommended_broadphase` with its settings.
std::string cpp_lines(const Contestant& contestant);
/// The same as a module of JavaScript, by the npm package: the function `recommendedFinder`.
std::string js_lines(const Contestant& contestant);

}  // namespace phasebox
