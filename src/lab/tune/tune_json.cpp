// SPDX-License-Identifier: MIT
// Writes a search as JSON.
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/statistics.hpp"
#include "io/archive/json.hpp"
#include "lab/tune/choice.hpp"
#include "lab/tune/tune_output.hpp"

namespace phasebox {
namespace {

/// A number rounded to four digits, since clocks are hardly more accurate; null if there is none or
/// it is not finite.
Json number_json(std::optional<double> value) {
  if (!value || !std::isfinite(*value)) return {};
  return std::stod(fmt::format("{:.4g}", *value));
}

Json value_json(const Param& row, double value) {
  if (row.kind == Param::Kind::flag) return value != 0;
  if (row.kind == Param::Kind::choice) return format_value(row, value);
  return std::stod(format_value(row, value));
}

Json settings_json(const Contestant& contestant) {
  Json entry = Json::object();
  for (const Setting& s : contestant.settings)
    entry[std::string(s.row->key)] = value_json(*s.row, s.value);
  return entry;
}

Json trial_json(const Trial& t, const TuneReport& report) {
  Json entry{{"broadphase", t.contestant.entry->id},
             {"settings", settings_json(t.contestant)},
             {"verdict", t.verdict == RaceResult::Verdict::wrong ? "wrong" : "right"}};
  if (!t.fault.empty()) entry["fault"] = t.fault;
  if (!t.is_exact) entry["is_exact"] = false;
  if (t.times.empty()) return entry;
  const Summary s = summary_of(t.times);
  entry["score"] = number_json(t.score(report.options.objective));
  entry["ms"] = {{"median", number_json(s.median)},
                 {"mean", number_json(s.mean)},
                 {"p95", number_json(s.p95)},
                 {"p99", number_json(s.p99)},
                 {"worst", number_json(s.worst)}};
  entry["box_tests"] = number_json(t.box_tests);
  entry["frames"] = t.times.size();
  entry["is_compared"] = t.is_compared;
  entry["times_the_best"] =
      t.is_compared ? number_json(t.score(report.options.objective) / report.best_score()) : Json();
  entry["spike"] = t.spike() > 0 ? number_json(t.spike()) : Json();
  return entry;
}

Json facts_json(const FrameFacts& f) {
  return {{"boxes", number_json(f.boxes)},
          {"static_boxes", number_json(f.statics)},
          {"filtered_boxes", number_json(f.filtered)},
          {"pairs_per_frame", number_json(f.pairs)},
          {"unit", f.unit},
          {"field", {number_json(f.width), number_json(f.height)}},
          {"typical_side", number_json(f.side)},
          {"largest_side", number_json(f.largest_side)},
          {"size_ratio", number_json(f.size_ratio)},
          {"size_ratio_log2", number_json(std::log2(f.size_ratio))},
          {"typical_move_per_frame", f.knows_movement ? number_json(f.move) : Json()},
          {"share_at_rest", f.knows_movement ? number_json(f.still) : Json()},
          {"arrivals_per_frame", number_json(f.arrivals)},
          {"departures_per_frame", number_json(f.departures)},
          {"covered_share", number_json(f.crowd)},
          {"population_changes", f.changes},
          {"notes", std::vector<std::string>(f.notes.begin(), f.notes.end())}};
}

Json sensitivity_json(const Sensitivity& s) {
  if (!s.row) return {};
  Json points = Json::array();
  for (const auto& [value, score] : s.points)
    points.push_back({value_json(*s.row, value), number_json(score)});
  return {{"parameter", s.row->key},
          {"unit", s.row->unit},
          {"chosen", value_json(*s.row, s.chosen)},
          {"automatic_score", number_json(s.automatic)},
          {"points", std::move(points)},
          {"words", s.words}};
}

}  // namespace

std::string tune_json(const TuneReport& report) {
  const Machine& m = report.options.origin.machine;
  Json rows = Json::array();
  for (const Trial& t : report.ranking) rows.push_back(trial_json(t, report));
  Json entry{{"command", tune_command(report)},
             {"source", report.options.origin.name},
             {"version", m.version},
             {"date", report.options.origin.date},
             {"machine",
              {{"processor", m.processor},
               {"cores", m.cores},
               {"system", m.system},
               {"compiler", m.compiler}}},
             {"objective", objective_name(report.options.objective)},
             {"budget_s", number_json(report.options.budget)},
             {"seconds", number_json(report.seconds)},
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
    entry["recommended"] = {{"broadphase", winner->contestant.entry->id},
                            {"settings", settings_json(winner->contestant)}};
    entry["confidence"] = {{"words", c.words},
                           {"is_clear", c.is_clear},
                           {"is_tie", c.is_tie},
                           {"times_as_fast", number_json(c.ratio)},
                           {"from", number_json(c.low)},
                           {"to", number_json(c.high)},
                           {"frames", c.frames},
                           {"places", c.places},
                           {"tied", c.tied}};
    entry["choice"] = kWhyFirstNames[static_cast<std::size_t>(choice_order(report).why)];
    entry["proportion"] = report.proportion;
    entry["why"] = report.why;
    entry["default_score"] = number_json(report.default_score);
    entry["check"] = check_command(report);
    entry["cpp"] = cpp_lines(winner->contestant);
  }
  entry["warnings"] = report.warnings;
  entry["ranking"] = std::move(rows);
  entry["left_out"] = report.left_out;
  entry["sensitivity"] = sensitivity_json(report.sensitivity);
  return json_text(entry, {.indent = 1, .real = JsonReal::float64}) + "\n";
}

}  // namespace phasebox
