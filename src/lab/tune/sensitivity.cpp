// SPDX-License-Identifier: MIT
// Describes and plots the scores of several values of one parameter.
#include "lab/tune/sensitivity.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "lab/tune/ranking_table.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

// A parameter's unit, with the recording's unit of length in place of px.
Sentence in_unit_of(const FrameFacts& facts, std::string_view unit) {
  if (facts.unit == "px" || (unit != "px" && !unit.starts_with("px/"))) return unit;
  return Sentence::as_is(facts.unit + std::string(unit.substr(2)));
}

Sentence sensitivity_text(const Sensitivity& s, const FrameFacts& facts) {
  if (s.points.size() < 2) return "";
  const auto score = [](const auto& p) { return p.second; };
  const double best = score(*std::ranges::min_element(s.points, {}, score));
  const auto worst = *std::ranges::max_element(s.points, {}, score);
  double from = 0, to = 0;
  bool any = false;
  for (const auto& [value, cost] : s.points) {
    if (cost > 1.1 * best) continue;
    if (!any) from = value;
    to = value;
    any = true;
  }
  const std::string_view key = s.row->key;
  if (worst.second <= 1.1 * best)
    return say("{} hardly matters: all values tried are within 10 %.", key);
  const bool is_one = s.row->tune.scale == TuneRange::Scale::values || from == to;
  const Sentence last = value_text(*s.row, is_one ? from : to);
  const Sentence end =
      s.row->unit.empty() ? last : say("{} {}", last, in_unit_of(facts, s.row->unit));
  const Sentence good = is_one ? say("{} is best at {}", key, end)
                               : say("{} costs at most 10 % more than the best from {} to {}", key,
                                     value_text(*s.row, from), end);
  return say("{}; at {} it takes {:.1f} times as long.", good, value_text(*s.row, worst.first),
             worst.second / best);
}

/// A score in the unit of the sensitivity plot: a time in the report's `time_unit`, or box tests.
double shown(const TuneReport& report, double score) {
  return report.options.objective == Objective::tests ? score : score * time_unit(report).per_ms;
}

/// Adds the recommended value to the plot, and a dashed level line for "automatic" if that was
/// tried. The point has the winner's own score, so that plot and headline show the same number.
void append_recommended(Plot& plot, const TuneReport& report) {
  const Sensitivity& s = report.sensitivity;
  const double score = report.ranking[0].score(report.options.objective);
  const Sentence words = score_text(score, report.options.objective);
  const double lo = s.points.front().first, hi = s.points.back().first;
  const bool is_point = !s.automatic || (s.chosen >= lo && s.chosen <= hi);
  const double at_auto = shown(report, s.automatic && is_point ? *s.automatic : score);
  if (s.automatic)
    plot.series.push_back(
        {.name = is_point ? Sentence("auto") : say("recommended: auto, {}", words),
         .points = {{lo, at_auto}, {hi, at_auto}},
         .is_dashed = true});
  if (is_point)
    plot.series.push_back(
        {.name = say("recommended: {}", words), .points = {{s.chosen, shown(report, score)}}});
}

}  // namespace

Sensitivity sensitivity_of(const Param& row, std::span<const std::pair<double, double>> sweep,
                           const TuneReport& report) {
  Sensitivity s;
  s.row = &row;
  s.chosen = report.ranking[0].contestant.value(row);
  for (const auto& [value, score] : sweep)
    if (value == 0 && !row.zero.empty() && std::isfinite(score))
      s.automatic = score;
    else if (std::isfinite(score))
      s.points.emplace_back(value, score);
  if (s.points.empty()) return {};
  std::ranges::sort(s.points);
  s.words = sensitivity_text(s, report.facts);
  return s;
}

Plot sensitivity_plot(const TuneReport& report) {
  Plot plot;
  const Sensitivity& s = report.sensitivity;
  const bool is_tests = report.options.objective == Objective::tests;
  const std::string_view objective = objective_text(report.options.objective);
  plot.y_label = is_tests ? Sentence(objective) : say("{}, {}", objective, time_unit(report).name);
  if (!s.row || s.points.empty() || !report.winner()) return plot;
  plot.title =
      say("{}: {} against {}", report.ranking[0].contestant.title(), objective, label_of(*s.row));
  plot.x_label = s.row->key;
  if (!s.row->unit.empty())
    plot.x_label = say("{}, {}", plot.x_label, in_unit_of(report.facts, s.row->unit));
  for (std::size_t k = 0; k < s.row->choices.size(); ++k)
    plot.x_label = k == 0 ? say("{}: {} {}", plot.x_label, k, s.row->choices[k])
                          : say("{}, {} {}", plot.x_label, k, s.row->choices[k]);
  plot.log_x = s.row->tune.scale != TuneRange::Scale::values &&
               s.row->tune.scale != TuneRange::Scale::linear;
  plot.series.push_back({.name = std::string(s.row->key)});
  for (const auto& [value, score] : s.points)
    plot.series[0].points.emplace_back(value, shown(report, score));
  append_recommended(plot, report);
  return plot;
}

}  // namespace phasebox
