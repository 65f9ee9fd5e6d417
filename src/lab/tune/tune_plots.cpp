// SPDX-License-Identifier: MIT
// The plots of a search.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "lab/tune/tune_report.hpp"
#include "lab/tune/tune_text.hpp"

namespace phasebox {
namespace {

/// The frame of the recording at which each time of a compared trial was taken.
std::vector<std::size_t> frames_of(const TuneReport& report) {
  std::vector<std::size_t> frames;
  for (const RaceStep& step : report.steps) frames.push_back(step.frame);
  return frames;
}

// ---- sensitivity

/// A score as the sensitivity plot shows it: a time in the report's unit, or box tests.
double shown(const TuneReport& report, double score) {
  return report.options.objective == Objective::tests ? score : score * time_unit(report).per_ms;
}

std::string parameter_label(const TuneReport& report) {
  const Param& row = *report.sensitivity.row;
  std::string label(row.key);
  if (!row.unit.empty()) label += ", " + in_unit_of(report.facts, row.unit);
  for (std::size_t k = 0; k < row.choices.size(); ++k)
    label += fmt::format("{}{} {}", k == 0 ? ": " : ", ", k, row.choices[k]);
  return label;
}

/// The recommended point has the winner's own score: the same number as in the headline.
void append_recommended(Plot& plot, const TuneReport& report) {
  const Sensitivity& s = report.sensitivity;
  const double score = report.ranking[0].score(report.options.objective);
  const std::string words = score_text(score, report.options.objective);
  const double lo = s.points.front().first, hi = s.points.back().first;
  const bool is_point = !s.automatic || (s.chosen >= lo && s.chosen <= hi);
  if (s.automatic)
    plot.series.push_back({.name = is_point ? "auto" : "recommended: auto, " + words,
                           .points = {{lo, shown(report, is_point ? *s.automatic : score)},
                                      {hi, shown(report, is_point ? *s.automatic : score)}},
                           .is_dashed = true});
  if (is_point)
    plot.series.push_back(
        {.name = "recommended: " + words, .points = {{s.chosen, shown(report, score)}}});
}

// ---- frames

using Points = std::vector<std::pair<double, double>>;

/// Means of up to `block` neighbors of a run of consecutive frames.
void append_run(Points& out, std::span<const std::pair<double, double>> run, std::size_t block) {
  if (!out.empty()) out.emplace_back(run[0].first, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t k = 0; k < run.size(); k += block) {
    const auto part = run.subspan(k, std::min(block, run.size() - k));
    double at = 0, sum = 0;
    for (const auto& [frame, ms] : part) at += frame, sum += ms;
    const auto n = static_cast<double>(part.size());
    out.emplace_back(at / n, sum / n);
  }
}

}  // namespace

Plot sensitivity_plot(const TuneReport& report) {
  Plot plot;
  const Sensitivity& s = report.sensitivity;
  const bool is_tests = report.options.objective == Objective::tests;
  plot.y_label = is_tests ? "box tests"
                          : fmt::format("{}, {}", objective_text(report.options.objective),
                                        time_unit(report).name);
  if (!s.row || s.points.empty() || !report.winner()) return plot;
  plot.title = fmt::format("{}: {} against {}", report.ranking[0].contestant.entry->id,
                           objective_text(report.options.objective), s.row->key);
  plot.x_label = parameter_label(report);
  plot.log_x = s.row->tune.scale != TuneRange::Scale::values &&
               s.row->tune.scale != TuneRange::Scale::linear;
  plot.series.push_back({.name = std::string(s.row->key), .points = {}});
  for (const auto& [value, score] : s.points)
    plot.series[0].points.emplace_back(value, shown(report, score));
  append_recommended(plot, report);
  return plot;
}

Points times_by_frame(std::span<const std::size_t> frames, std::span<const double> times,
                      std::size_t most) {
  std::map<std::size_t, std::pair<double, std::size_t>> by_frame;  // sum, number
  for (std::size_t k = 0; k < std::min(frames.size(), times.size()); ++k) {
    auto& [sum, n] = by_frame[frames[k]];
    sum += times[k], ++n;
  }
  Points all, out;
  for (const auto& [frame, sum] : by_frame)
    all.emplace_back(static_cast<double>(frame), sum.first / static_cast<double>(sum.second));
  const std::size_t block = (all.size() + most - 1) / std::max<std::size_t>(most, 1);
  for (std::size_t from = 0, k = 1; k <= all.size(); ++k) {
    if (k < all.size() && all[k].first == all[k - 1].first + 1) continue;
    append_run(out, std::span(all).subspan(from, k - from), std::max<std::size_t>(block, 1));
    from = k;
  }
  return out;
}

Plot finals_plot(const TuneReport& report) {
  constexpr std::size_t kPoints = 60, kMaxLines = 5;
  const TimeUnit unit = time_unit(report);
  Plot plot;
  plot.title = "The finalists, frame by frame";
  plot.x_label = "frame of the recording";
  plot.y_label = "time, " + unit.name;
  const std::vector<std::size_t> frames = frames_of(report);
  for (const Trial& t : report.ranking) {
    if (!t.is_compared || frames.empty() || plot.series.size() == kMaxLines) continue;
    PlotSeries series{.name = std::string(t.contestant.entry->id), .points = {}};
    series.points = times_by_frame(frames, t.times, kPoints);
    for (auto& [frame, ms] : series.points) ms *= unit.per_ms;
    plot.series.push_back(std::move(series));
  }
  return plot;
}

}  // namespace phasebox
