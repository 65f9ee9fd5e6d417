// SPDX-License-Identifier: MIT
// The bench's results as a table, as CSV, as JSON and as a plot.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "cli/bench.hpp"
#include "io/archive/json.hpp"
#include "lab/tune/tune_text.hpp"
#include "plot/csv.hpp"
#include "plot/plot.hpp"

namespace phasebox {
namespace {

std::string milliseconds(double ms) {
  return fmt::format("{:.{}f}", ms, ms < 0.1 ? 4 : ms < 10 ? 3 : ms < 100 ? 2 : 1);
}

std::string optional(const std::optional<double>& value, auto format) {
  return value ? format(*value) : "-";
}

using Cells = std::vector<std::string>;

const Cells kHeads{"broadphase", "median ms", "mean",      "p5",     "p95",      "p99",
                   "worst",      "ns/object", "box tests", "allocs", "B/sprite", "frames"};
const Cells kStepHeads{"broadphase", "median ms", "mean", "p5",     "p95",      "p99",   "worst",
                       "move",       "broad",     "sort", "narrow", "response", "frames"};

bool is_of_steps(const BenchTable& table) {
  return std::ranges::any_of(table.rows, [](const BenchRow& r) { return r.phases.has_value(); });
}

Cells cells(const BenchTable& table, const BenchRow& row) {
  const std::string name = row.is_exact ? row.name : row.name + " (subset)";
  if (row.verdict == RaceResult::Verdict::wrong) return {name, "WRONG", row.fault};
  if (row.times.empty()) return {name, "not timed"};
  Cells line{name};
  for (const double ms :
       {row.ms.median, row.ms.mean, row.ms.p5, row.ms.p95, row.ms.p99, row.ms.worst})
    line.push_back(milliseconds(ms));
  if (row.phases) {
    for (const double ms : *row.phases) line.push_back(milliseconds(ms));
    line.push_back(std::to_string(row.times.size()));
    return line;
  }
  const auto one_digit = [](double v) { return fmt::format("{:.1f}", v); };
  line.push_back(one_digit(row.ms.mean * 1e6 / static_cast<double>(table.boxes)));
  line.push_back(optional(row.box_tests, grouped_whole));
  line.push_back(optional(row.allocations, one_digit));
  line.push_back(optional(row.bytes, one_digit));
  line.push_back(std::to_string(row.times.size()));
  return line;
}

std::string frames_text(const BenchTable& table) {
  if (table.coverage.of > 0) return coverage_text(table.coverage);
  return fmt::format("{} frame{}", grouped_whole(static_cast<double>(table.frames)),
                     table.frames == 1 ? "" : "s");
}

}  // namespace

bool BenchTable::any_wrong() const {
  return std::ranges::any_of(
      rows, [](const BenchRow& r) { return r.verdict == RaceResult::Verdict::wrong; });
}

const BenchRow* BenchTable::find(std::string_view name) const {
  const auto it = std::ranges::find(rows, name, &BenchRow::name);
  return it == rows.end() ? nullptr : &*it;
}

std::string table_text(const BenchTable& table) {
  const Cells& heads = is_of_steps(table) ? kStepHeads : kHeads;
  std::vector<Cells> lines{heads};
  for (const BenchRow& row : table.rows) lines.push_back(cells(table, row));
  std::vector<std::size_t> widths(heads.size());
  for (const auto& line : lines)
    for (std::size_t k = 0; k < line.size(); ++k)
      if (line.size() == heads.size() || k == 0) widths[k] = std::max(widths[k], line[k].size());
  std::string text =
      fmt::format("{}: {} boxes, {}, {} pairs per frame, {} thread{}{}\n", table.scene,
                  grouped_whole(static_cast<double>(table.boxes)), frames_text(table),
                  grouped_whole(std::round(table.pairs)), table.threads,
                  table.threads == 1 ? "" : "s", table.is_complete ? "" : ", interrupted");
  for (const auto& line : lines) {
    const bool is_full = line.size() == heads.size();
    std::string out = fmt::format("  {:<{}}", line[0], widths[0]);
    for (std::size_t k = 1; k < line.size(); ++k)
      out += fmt::format("  {:>{}}", line[k], is_full ? widths[k] : 0);
    text.append(out).append(1, '\n');
  }
  text += '\n';
  return text;
}

std::string csv_text(std::span<const BenchTable> tables) {
  std::string text =
      "scene,boxes,threads,broadphase,verdict,median_ms,mean_ms,p5_ms,p95_ms,p99_ms,worst_ms,"
      "ns_per_object,pairs,box_tests,allocations_per_frame,bytes_per_sprite,frames,"
      "move_ms,broad_ms,sort_ms,narrow_ms,response_ms\n";
  const auto number = [](const std::optional<double>& v) { return v ? fmt::format("{}", *v) : ""; };
  constexpr std::string_view kVerdicts[] = {"pending", "right", "wrong"};
  for (const BenchTable& t : tables)
    for (const BenchRow& r : t.rows) {
      const bool timed = !r.times.empty();
      const auto ms = [&](double v) { return timed ? fmt::format("{:.6f}", v) : ""; };
      text +=
          fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{:.1f},{},{},{},{}", csv_cell(t.scene),
                      t.boxes, t.threads, r.name, kVerdicts[static_cast<std::size_t>(r.verdict)],
                      ms(r.ms.median), ms(r.ms.mean), ms(r.ms.p5), ms(r.ms.p95), ms(r.ms.p99),
                      ms(r.ms.worst), ms(r.ms.mean * 1e6 / static_cast<double>(t.boxes)), t.pairs,
                      number(r.box_tests), number(r.allocations), number(r.bytes), r.times.size());
      for (std::size_t k = 0; k < kPhases.size(); ++k)
        text += r.phases ? fmt::format(",{:.6f}", (*r.phases)[k]) : ",";
      text += '\n';
    }
  return text;
}

namespace {

Json number_json(const std::optional<double>& v) {
  return v ? Json(static_cast<float>(*v)) : Json();
}

Json row_json(const BenchRow& r) {
  constexpr std::string_view kVerdicts[] = {"pending", "right", "wrong"};
  Json json{{"broadphase", r.name},
            {"verdict", std::string(kVerdicts[static_cast<std::size_t>(r.verdict)])}};
  if (!r.fault.empty()) json["fault"] = r.fault;
  if (!r.is_exact) json["is_exact"] = false;
  if (r.times.empty()) return json;
  const auto ms = [](double v) { return static_cast<float>(v); };
  json["ms"] = {{"median", ms(r.ms.median)}, {"mean", ms(r.ms.mean)}, {"p5", ms(r.ms.p5)},
                {"p95", ms(r.ms.p95)},       {"p99", ms(r.ms.p99)},   {"worst", ms(r.ms.worst)}};
  if (r.phases)
    for (std::size_t k = 0; k < kPhases.size(); ++k)
      json["mean_ms_by_phase"][std::string(kPhases[k])] = ms((*r.phases)[k]);
  json["box_tests"] = number_json(r.box_tests);
  json["allocations_per_frame"] = number_json(r.allocations);
  json["bytes_per_sprite"] = number_json(r.bytes);
  Json times = Json::array();
  for (const double t : r.times) times.push_back(ms(t));
  json["frames"] = std::move(times);
  return json;
}

}  // namespace

std::string bench_json(std::span<const BenchTable> tables, std::span<const std::string> command) {
  Json races = Json::array();
  for (const BenchTable& t : tables) {
    Json rows = Json::array();
    for (const BenchRow& r : t.rows) rows.push_back(row_json(r));
    Json& race = races.push_back({{"scene", t.scene},
                                  {"boxes", t.boxes},
                                  {"pairs_per_frame", static_cast<float>(t.pairs)},
                                  {"threads", t.threads},
                                  {"is_complete", t.is_complete},
                                  {"rows", std::move(rows)}});
    if (t.coverage.of > 0)
      race["frames"] = {
          {"used", t.coverage.used}, {"of", t.coverage.of}, {"places", t.coverage.places}};
  }
  const Json json{{"command", std::vector<std::string>(command.begin(), command.end())},
                  {"version", std::string(kVersion)},
                  {"races", std::move(races)}};
  return json_text(json, {.indent = 1}) + "\n";
}

std::string bench_svg(std::span<const BenchTable> tables) {
  Plot plot;
  plot.x_label = "boxes", plot.y_label = "mean time per frame, ms";
  plot.log_x = plot.log_y = true;
  for (const BenchTable& t : tables) {
    plot.title = t.scene;
    for (const BenchRow& r : t.rows) {
      if (r.times.empty()) continue;
      auto s = std::ranges::find(plot.series, r.name, &PlotSeries::name);
      if (s == plot.series.end()) s = plot.series.insert(s, {.name = r.name, .points = {}});
      s->points.emplace_back(static_cast<double>(t.boxes), r.ms.mean);
    }
  }
  return plot_svg(plot);
}

}  // namespace phasebox
