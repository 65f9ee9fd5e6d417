// SPDX-License-Identifier: MIT
// Table, JSON and plots of a search.
#include "lab/tune/tune_report.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/statistics.hpp"
#include "collide/registry.hpp"
#include "io/archive/json.hpp"
#include "lab/shell.hpp"
#include "lab/tune/tune_text.hpp"
#include "plot/scale.hpp"
#include "plot/wrap.hpp"

namespace phasebox {
namespace {

using Cells = std::vector<std::string>;

std::string objective_name(Objective o) {
  return std::string(kObjectiveNames[static_cast<std::size_t>(o)]);
}

/// A clock is accurate to about four digits.
Json number_json(double value) {
  if (!std::isfinite(value)) return {};
  return std::stod(fmt::format("{:.4g}", value));
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
  Json entry{{"broadphase", std::string(t.contestant.entry->id)},
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
  entry["box_tests"] = t.tests ? number_json(*t.tests) : Json();
  entry["frames"] = t.times.size();
  entry["is_compared"] = t.is_compared;
  entry["times_the_best"] =
      t.is_compared ? number_json(t.score(report.options.objective) / report.best_score()) : Json();
  entry["spike"] = t.spike() > 0 ? number_json(t.spike()) : Json();
  return entry;
}

Json facts_json(const FrameFacts& f) {
  return {{"boxes", number_json(f.boxes)},
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
          {"population_changes", f.changes}};
}

Json sensitivity_json(const Sensitivity& s) {
  if (!s.row) return {};
  Json points = Json::array();
  for (const auto& [value, score] : s.points)
    points.push_back({value_json(*s.row, value), number_json(score)});
  return {{"parameter", std::string(s.row->key)},
          {"unit", std::string(s.row->unit)},
          {"chosen", value_json(*s.row, s.chosen)},
          {"automatic_score", s.automatic ? number_json(*s.automatic) : Json()},
          {"points", std::move(points)},
          {"words", s.words}};
}

Json machine_json(const TuneOrigin& origin) {
  const Machine& m = origin.machine;
  return {{"processor", m.processor},
          {"cores", m.cores},
          {"system", m.system},
          {"compiler", m.compiler}};
}

/// A column for the objective's figure where none of the others shows it.
std::string own_column(Objective objective) {
  if (objective == Objective::tests) return "box tests";
  return objective_name(objective) == "frame" ? "cost" : "";
}

void append_figures(Cells& cells, const TuneReport& report, std::size_t row) {
  const Trial& t = report.ranking[row];
  const TimeUnit unit = time_unit(report);
  const Objective objective = report.options.objective;
  const double score = t.score(objective), best = report.best_score();
  const Summary s = summary_of(t.times);
  if (t.is_compared) cells[0] = std::to_string(row + 1);
  if (!own_column(objective).empty())
    cells.push_back(objective == Objective::tests ? grouped_whole(score) : unit.text(score));
  for (const double ms : {s.median, s.mean, s.p99, s.worst}) cells.push_back(unit.text(ms));
  cells.push_back(t.is_compared ? rounded_text(score / std::max(best, 1e-12), 3) : "-");
  cells.push_back(t.tests ? rounded_text(*t.tests / std::max(report.facts.boxes, 1.0), 3) : "-");
  cells.push_back(t.is_compared ? grouped_whole(static_cast<double>(t.times.size()))
                                : fmt::format("({})", t.times.size()));
}

std::string summary(const TuneReport& report, const TuneOrigin& origin) {
  return fmt::format(
      "{}: {} boxes, {}, {} pairs per frame, {} thread{}; {} settings tried "
      "in {:.1f} s{}",
      origin.name, grouped_whole(report.facts.boxes), coverage_text(report.coverage),
      grouped_whole(report.facts.pairs), report.options.threads,
      report.options.threads == 1 ? "" : "s", report.tried, report.seconds,
      report.is_complete ? "" : ", stopped early");
}

void append_table(std::string& text, const std::vector<Cells>& lines) {
  std::vector<std::size_t> widths(lines[0].size());
  for (const Cells& line : lines)
    for (std::size_t k = 0; k < line.size(); ++k)
      if (k < 3 || !line.back().empty()) widths[k] = std::max(widths[k], letters(line[k]));
  for (const Cells& line : lines) {
    std::string out = " ";
    for (std::size_t k = 0; k < line.size(); ++k) {
      const bool is_left = k == 1 || k == 2;
      const std::string room(widths[k] - std::min(widths[k], letters(line[k])), ' ');
      out += is_left ? " " + line[k] + room + " " : " " + room + line[k] + " ";
    }
    text += out.substr(0, out.find_last_not_of(' ') + 1) + "\n";
  }
}

}  // namespace

// ---- numbers

std::string rounded_text(double value, int digits) {
  if (!std::isfinite(value)) return "-";
  if (value == 0) return "0";
  const double decade = std::floor(std::log10(std::abs(value)));
  const double unit = std::pow(10, decade - digits + 1);
  const double rounded = std::round(value / unit) * unit;
  if (std::abs(rounded) >= 1000) return tick_text(rounded);
  // Rounding up may have reached the next decade.
  const int whole = static_cast<int>(std::floor(std::log10(std::abs(rounded)) + 1e-9));
  return fmt::format("{:.{}f}", rounded, std::max(digits - 1 - whole, 0));
}

std::string TimeUnit::text(double ms) const { return rounded_text(ms * per_ms, 3); }

TimeUnit time_unit(const TuneReport& report) {
  constexpr double kShort = 0.1;  // ms
  const Trial* winner = report.winner();
  if (winner && winner->score(Objective::median) < kShort) return {"µs", 1000};
  return {"ms", 1};
}

// ---- tables

Cells ranking_heads(const TuneReport& report) {
  Cells heads{"", "broadphase", "settings"};
  if (const std::string own = own_column(report.options.objective); !own.empty())
    heads.push_back(own == "cost" ? "cost, " + time_unit(report).name : own);
  for (const char* figure : {"median", "mean", "p99", "worst"})
    heads.push_back(fmt::format("{}, {}", figure, time_unit(report).name));
  heads.insert(heads.end(), {"x best", "tests/object", "frames"});
  return heads;
}

Cells ranking_cells(const TuneReport& report, std::size_t row) {
  const Trial& t = report.ranking[row];
  Cells cells{"-", std::string(t.contestant.entry->id), t.contestant.settings_text()};
  if (t.verdict == RaceResult::Verdict::wrong)
    cells.insert(cells.end(), {"WRONG", t.fault});
  else if (!t.is_exact)
    cells.push_back("leaves pairs out: may not win");
  else
    append_figures(cells, report, row);
  cells.resize(ranking_heads(report).size());
  return cells;
}

namespace {

// What is loaded here must be loaded there as well.
std::string plugin_options() {
  std::string text;
  for (const BroadphaseEntry* entry : broadphases())
    if (!entry->file.empty()) text += " --plugin " + shell_word(entry->file);
  return text;
}

// A game has the plug-in's own source.
std::string plugin_lines(const Contestant& contestant) {
  return fmt::format("// Recommended by phasebox tune: the plug-in {}, with {}.\n",
                     contestant.entry->file, contestant.settings_text());
}

}  // namespace

std::string tune_command(const TuneReport& report, const TuneOrigin& origin) {
  const TuneOptions& options = report.options;
  std::string text = "phasebox tune " + origin.options + plugin_options();
  for (std::size_t k = 0; k < options.entries.size(); ++k)
    text += fmt::format("{}{}", k == 0 ? " --broadphase " : ",", options.entries[k]->id);
  for (const ParamValue& p : options.fixed)
    if (const auto* entry = find_entry(broadphases(), p.owner.id()))
      if (const Param* row = find_param(rows_of(*entry), p.key))
        text += fmt::format(" --set {}={}", full_name(p.owner, p.key), format_value(*row, p.value));
  return fmt::format("{} --budget {:g} --objective {}", text, options.budget,
                     objective_name(options.objective));
}

std::string check_command(const TuneReport& report, const TuneOrigin& origin) {
  std::string ids, sets;
  for (std::size_t k = 0; k < std::min<std::size_t>(report.ranking.size(), 2); ++k) {
    const Trial& t = report.ranking[k];
    if (!std::isfinite(t.score(report.options.objective))) break;
    ids += fmt::format("{}{}", ids.empty() ? "" : ",", t.contestant.entry->id);
    if (const std::string s = t.contestant.set_options(); !s.empty()) sets += " " + s;
  }
  return fmt::format("phasebox bench {}{} --broadphase {}{}", origin.options, plugin_options(), ids,
                     sets);
}

std::string cpp_lines(const Contestant& contestant) {
  if (!contestant.entry->file.empty()) return plugin_lines(contestant);
  std::string text = fmt::format(
      "#include <memory>\n\n"
      "#include <phasebox/collide/broadphase.hpp>\n"
      "#include <phasebox/collide/registry.hpp>\n\n"
      "/// {}, as recommended by phasebox tune.\n"
      "inline std::unique_ptr<phasebox::Broadphase> recommended_broadphase() {{\n"
      "  auto made = find_entry(phasebox::broadphases(), \"{}\")->make();\n",
      contestant.name(), contestant.entry->id);
  if (!contestant.settings.empty())
    text += "  const phasebox::ParamView params = made->params();\n";
  for (const Setting& s : contestant.settings) {
    const bool is_named = s.row->kind == Param::Kind::choice || s.row->kind == Param::Kind::flag;
    text += fmt::format("  find_param(params.rows, \"{}\")->set(params.object, {});{}\n",
                        s.row->key, static_cast<float>(s.value),
                        is_named ? "  // " + format_value(*s.row, s.value) : std::string());
  }
  return text + "  return made;\n}\n";
}

std::string tune_text(const TuneReport& report, const TuneOrigin& origin) {
  std::string text = summary(report, origin) + "\n";
  std::vector<Cells> lines{ranking_heads(report)};
  for (std::size_t k = 0; k < report.ranking.size(); ++k) lines.push_back(ranking_cells(report, k));
  append_table(text, lines);
  for (const std::string& out : report.left_out) text += "  left out: " + out + "\n";
  const Trial* winner = report.winner();
  if (!winner) return text + "\nno algorithm has shown an exact result yet\n";
  text += fmt::format("\nRecommended: {}\nConfidence:  {}\nWhy:         {}\nProportion:  {}\n",
                      winner->contestant.name(), report.confidence.words, report.why,
                      report.proportion);
  for (const std::string& warning : report.warnings)
    text += fmt::format("Warning:     {}\n", warning);
  if (!report.sensitivity.words.empty())
    text += fmt::format("Sensitivity: {}\n", report.sensitivity.words);
  if (report.default_score && !winner->contestant.settings.empty())
    text += fmt::format("Defaults:    would take {:.2f} times as long\n",
                        *report.default_score / winner->score(report.options.objective));
  return text + fmt::format("Again:       {}\nCheck:       {}\n\n{}", tune_command(report, origin),
                            check_command(report, origin), cpp_lines(winner->contestant));
}

std::string tune_json(const TuneReport& report, const TuneOrigin& origin) {
  Json rows = Json::array();
  for (const Trial& t : report.ranking) rows.push_back(trial_json(t, report));
  Json entry{{"command", tune_command(report, origin)},
             {"source", origin.name},
             {"version", origin.machine.version},
             {"date", origin.date},
             {"machine", machine_json(origin)},
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
    entry["recommended"] = {{"broadphase", std::string(winner->contestant.entry->id)},
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
    entry["proportion"] = report.proportion;
    entry["why"] = report.why;
    entry["from_scratch_ms"] = report.from_scratch ? number_json(*report.from_scratch) : Json();
    entry["default_score"] = report.default_score ? number_json(*report.default_score) : Json();
    entry["check"] = check_command(report, origin);
    entry["cpp"] = cpp_lines(winner->contestant);
  }
  entry["warnings"] = report.warnings;
  entry["ranking"] = std::move(rows);
  entry["left_out"] = report.left_out;
  entry["sensitivity"] = sensitivity_json(report.sensitivity);
  return json_text(entry, {.indent = 1, .real = JsonReal::float64}) + "\n";
}

}  // namespace phasebox
