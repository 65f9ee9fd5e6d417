// SPDX-License-Identifier: MIT
// Table, JSON and plots of a search.
#include "lab/tune_report.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/registry.hpp"
#include "lab/tune_words.hpp"

namespace phasebox {
namespace {

using Json = nlohmann::ordered_json;
using Cells = std::vector<std::string>;

std::string objective_name(Objective o) {
  return std::string(kObjectiveNames[static_cast<std::size_t>(o)]);
}

/// Four digits are what a clock is good for.
Json number(double value) {
  if (!std::isfinite(value)) return {};
  return std::stod(fmt::format("{:.4g}", value));
}

Json value_json(const Param& row, double value) {
  if (row.kind == Param::Kind::flag) return value != 0;
  if (row.kind == Param::Kind::choice) return format_value(row, value);
  return std::stod(format_value(row, value));
}

Json settings_json(const Candidate& candidate) {
  Json json = Json::object();
  for (const Setting& s : candidate.settings)
    json[std::string(s.row->key)] = value_json(*s.row, s.value);
  return json;
}

Json trial_json(const Trial& t, const TuneReport& report) {
  Json json{{"broadphase", std::string(t.candidate.entry->id)},
            {"settings", settings_json(t.candidate)},
            {"verdict", t.verdict == Rival::Verdict::wrong ? "wrong" : "right"}};
  if (!t.fault.empty()) json["fault"] = t.fault;
  if (!t.is_exact) json["is_exact"] = false;
  if (t.times.empty()) return json;
  const Spread s = spread(t.times);
  json["score"] = number(t.score(report.options.objective));
  json["ms"] = {{"median", number(s.median)},
                {"mean", number(s.mean)},
                {"p95", number(s.p95)},
                {"p99", number(s.p99)},
                {"worst", number(s.worst)}};
  json["box_tests"] = t.tests ? number(*t.tests) : Json();
  json["frames"] = t.times.size();
  json["is_compared"] = t.is_compared;
  json["times_the_best"] =
      t.is_compared ? number(t.score(report.options.objective) / report.best_score()) : Json();
  json["spike"] = t.spike() > 0 ? number(t.spike()) : Json();
  return json;
}

Json facts_json(const FrameFacts& f) {
  return {{"boxes", number(f.boxes)},
          {"pairs_per_frame", number(f.pairs)},
          {"field_px", {number(f.width), number(f.height)}},
          {"usual_side_px", number(f.side)},
          {"largest_side_px", number(f.largest_side)},
          {"usual_move_px_per_frame", number(f.move)},
          {"share_at_rest", number(f.still)},
          {"covered_share", number(f.crowd)},
          {"population_changes", f.changes}};
}

Json sensitivity_json(const Sensitivity& s) {
  if (!s.row) return {};
  Json points = Json::array();
  for (const auto& [value, score] : s.points)
    points.push_back({value_json(*s.row, value), number(score)});
  return {{"parameter", std::string(s.row->key)},
          {"unit", std::string(s.row->unit)},
          {"chosen", value_json(*s.row, s.chosen)},
          {"automatic_score", s.automatic ? number(*s.automatic) : Json()},
          {"points", std::move(points)},
          {"words", s.words}};
}

std::string summary(const TuneReport& report, const TuneOrigin& origin) {
  return fmt::format(
      "{}: {} boxes, {}, {} pairs per frame, {} thread{}; {} settings tried "
      "in {:.1f} s{}",
      origin.name, grouped_text(report.facts.boxes), coverage_text(report.coverage),
      grouped_text(report.facts.pairs), report.options.threads,
      report.options.threads == 1 ? "" : "s", report.tried, report.seconds,
      report.is_complete ? "" : ", stopped early");
}

/// Characters, not bytes: "µ" is one.
std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & '\xC0') != '\x80'; }));
}

void append_table(std::string& text, const std::vector<Cells>& lines) {
  std::vector<std::size_t> widths(lines[0].size());
  for (const Cells& line : lines)
    for (std::size_t k = 0; k < line.size(); ++k)
      if (line.size() == widths.size()) widths[k] = std::max(widths[k], columns(line[k]));
  for (const Cells& line : lines) {
    std::string out = " ";
    for (std::size_t k = 0; k < line.size(); ++k) {
      const bool is_left = k == 1 || k == 2;
      const std::string room(widths[k] - std::min(widths[k], columns(line[k])), ' ');
      out += is_left ? " " + line[k] + room + " " : " " + room + line[k] + " ";
    }
    text += out.substr(0, out.find_last_not_of(' ') + 1) + "\n";
  }
}

}  // namespace

Cells ranking_heads(const TuneReport& report) {
  Cells heads{"",    "broadphase", "settings", "median",       "mean",
              "p99", "worst",      "x best",   "tests/object", "frames"};
  if (report.options.objective == Objective::tests) heads[7] = "x fewest";
  return heads;
}

Cells ranking_cells(const TuneReport& report, std::size_t row) {
  const Trial& t = report.ranking[row];
  Cells cells{"-", std::string(t.candidate.entry->id), t.candidate.settings_text()};
  const auto note = [&](const std::string& text) {
    cells.push_back(text);
    cells.resize(ranking_heads(report).size());
    return cells;
  };
  if (t.verdict == Rival::Verdict::wrong) return note("WRONG: " + t.fault);
  if (!t.is_exact) return note("leaves pairs out: may not win");
  const Spread s = spread(t.times);
  if (t.is_compared) cells[0] = std::to_string(row + 1);
  for (const double ms : {s.median, s.mean, s.p99, s.worst})
    cells.push_back(score_text(ms, Objective::mean));
  cells.push_back(t.is_compared ? fmt::format("{:.2f}", t.score(report.options.objective) /
                                                            std::max(report.best_score(), 1e-12))
                                : "-");
  cells.push_back(t.tests ? fmt::format("{:.2f}", *t.tests / std::max(report.facts.boxes, 1.0))
                          : "-");
  const std::string frames = grouped_text(static_cast<double>(t.times.size()));
  cells.push_back(t.is_compared ? frames : "(" + frames + ")");
  return cells;
}

std::string tune_command(const TuneReport& report, const TuneOrigin& origin) {
  const TuneOptions& options = report.options;
  std::string text = "phasebox tune " + origin.options;
  for (std::size_t k = 0; k < options.entries.size(); ++k)
    text += fmt::format("{}{}", k == 0 ? " --broadphase " : ",", options.entries[k]->id);
  for (const ParamValue& p : options.fixed)
    if (const auto* entry = find_entry(broadphases(), p.owner))
      if (const Param* row = find_param(rows_of(*entry), p.key))
        text += fmt::format(" --set {}.{}={}", p.owner, p.key, format_value(*row, p.value));
  return fmt::format("{} --budget {:g} --objective {}", text, options.budget,
                     objective_name(options.objective));
}

std::string check_command(const TuneReport& report, const TuneOrigin& origin) {
  std::string ids, sets;
  for (std::size_t k = 0; k < std::min<std::size_t>(report.ranking.size(), 2); ++k) {
    const Trial& t = report.ranking[k];
    if (!std::isfinite(t.score(report.options.objective))) break;
    ids += fmt::format("{}{}", ids.empty() ? "" : ",", t.candidate.entry->id);
    if (const std::string s = set_options(t.candidate); !s.empty()) sets += " " + s;
  }
  return fmt::format("phasebox bench {} --broadphase {}{}", origin.options, ids, sets);
}

std::string tune_text(const TuneReport& report, const TuneOrigin& origin) {
  std::string text = summary(report, origin) + "\n";
  std::vector<Cells> lines{ranking_heads(report)};
  for (std::size_t k = 0; k < report.ranking.size(); ++k) lines.push_back(ranking_cells(report, k));
  append_table(text, lines);
  for (const std::string& out : report.left_out) text += "  left out: " + out + "\n";
  const Trial* winner = report.winner();
  if (!winner) return text + "\nno algorithm has shown an exact result yet\n";
  text +=
      fmt::format("\nRecommended: {}\nConfidence:  {}\nWhy:         {}\nProportion:  {}\n",
                  winner->candidate.name(), report.confidence.words, report.why, report.proportion);
  for (const std::string& warning : report.warnings)
    text += fmt::format("Warning:     {}\n", warning);
  if (!report.sensitivity.words.empty())
    text += fmt::format("Sensitivity: {}\n", report.sensitivity.words);
  if (report.default_score && !winner->candidate.settings.empty())
    text += fmt::format("Defaults:    would take {:.2f} times as long\n",
                        *report.default_score / winner->score(report.options.objective));
  return text + fmt::format("Again:       {}\nCheck:       {}\n\n{}", tune_command(report, origin),
                            check_command(report, origin), cpp_lines(winner->candidate));
}

std::string tune_json(const TuneReport& report, const TuneOrigin& origin) {
  Json rows = Json::array();
  for (const Trial& t : report.ranking) rows.push_back(trial_json(t, report));
  Json json{{"command", tune_command(report, origin)},
            {"source", origin.name},
            {"objective", objective_name(report.options.objective)},
            {"budget_s", number(report.options.budget)},
            {"seconds", number(report.seconds)},
            {"is_complete", report.is_complete},
            {"threads", report.options.threads},
            {"frames",
             {{"used", report.coverage.used},
              {"of", report.coverage.of},
              {"places", report.coverage.places}}},
            {"settings_tried", report.tried},
            {"facts", facts_json(report.facts)}};
  if (const Trial* winner = report.winner()) {
    const Confidence& c = report.confidence;
    json["recommended"] = {{"broadphase", std::string(winner->candidate.entry->id)},
                           {"settings", settings_json(winner->candidate)}};
    json["confidence"] = {{"words", c.words},      {"is_clear", c.is_clear},
                          {"is_tie", c.is_tie},    {"times_as_fast", number(c.ratio)},
                          {"from", number(c.low)}, {"to", number(c.high)},
                          {"frames", c.frames},    {"places", c.places},
                          {"tied", c.tied}};
    json["proportion"] = report.proportion;
    json["why"] = report.why;
    json["from_scratch_ms"] = report.from_scratch ? number(*report.from_scratch) : Json();
    json["default_score"] = report.default_score ? number(*report.default_score) : Json();
    json["check"] = check_command(report, origin);
    json["cpp"] = cpp_lines(winner->candidate);
  }
  json["warnings"] = report.warnings;
  json["ranking"] = std::move(rows);
  json["left_out"] = report.left_out;
  json["sensitivity"] = sensitivity_json(report.sensitivity);
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Plot sensitivity_plot(const TuneReport& report) {
  Plot plot;
  const Sensitivity& s = report.sensitivity;
  const bool is_tests = report.options.objective == Objective::tests;
  plot.y_label =
      is_tests ? "box tests" : std::string(objective_text(report.options.objective)) + ", ms";
  if (!s.row || s.points.empty()) return plot;
  plot.title = fmt::format("{}: {} against {}", report.ranking[0].candidate.entry->id,
                           objective_text(report.options.objective), s.row->key);
  plot.x_label = s.row->unit.empty() ? std::string(s.row->key)
                                     : fmt::format("{}, {}", s.row->key, s.row->unit);
  for (std::size_t k = 0; k < s.row->choices.size(); ++k)
    plot.x_label += fmt::format("{}{} {}", k == 0 ? ": " : ", ", k, s.row->choices[k]);
  plot.log_x = s.row->tune.scale != TuneRange::Scale::values &&
               s.row->tune.scale != TuneRange::Scale::linear;
  plot.series.push_back({.name = std::string(s.row->key), .points = s.points});
  const double lo = s.points.front().first, hi = s.points.back().first;
  if (s.automatic)
    plot.series.push_back({.name = "automatic",
                           .points = {{lo, *s.automatic}, {hi, *s.automatic}},
                           .is_dashed = true});
  for (const auto& [value, score] : s.points)
    if (value == s.chosen)
      plot.series.push_back({.name = "recommended", .points = {{value, score}}});
  return plot;
}

Plot finals_plot(const TuneReport& report) {
  constexpr std::size_t kPoints = 60;
  Plot plot;
  plot.title = "The finalists, frame by frame";
  plot.x_label = "timed frame";
  plot.y_label = "time, ms";
  for (const Trial& t : report.ranking) {
    if (!t.is_compared || t.times.empty()) continue;
    PlotSeries series{.name = std::string(t.candidate.entry->id), .points = {}};
    const std::size_t block = (t.times.size() + kPoints - 1) / kPoints;
    for (std::size_t k = 0; k + block <= t.times.size(); k += block) {
      double sum = 0;
      for (std::size_t m = k; m < k + block; ++m) sum += t.times[m];
      series.points.emplace_back(static_cast<double>(k), sum / static_cast<double>(block));
    }
    plot.series.push_back(std::move(series));
  }
  return plot;
}

}  // namespace phasebox
