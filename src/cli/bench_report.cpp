// SPDX-License-Identifier: MIT
// The bench's results as a table, as CSV, as JSON and as a plot.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cli/bench.hpp"
#include "io/json.hpp"

namespace phasebox {
namespace {

/// 1234567 as "1,234,567".
std::string grouped(double value) {
  std::string text = fmt::format("{:.0f}", value);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

std::string milliseconds(double ms) {
  return fmt::format("{:.{}f}", ms, ms < 0.1 ? 4 : ms < 10 ? 3 : ms < 100 ? 2 : 1);
}

std::string optional(const std::optional<double>& value, auto format) {
  return value ? format(*value) : "-";
}

std::vector<std::string> cells(const BenchTable& table, const BenchRow& row) {
  if (row.verdict == Rival::Verdict::wrong) return {row.name, "WRONG", row.fault};
  if (row.times.empty()) return {row.name, "not timed"};
  const auto per_object = [&](double ms) {
    return fmt::format("{:.1f}",
                       ms * 1e6 / static_cast<double>(std::max<std::size_t>(table.boxes, 1)));
  };
  const auto one_digit = [](double v) { return fmt::format("{:.1f}", v); };
  return {row.name,
          milliseconds(row.ms.median),
          milliseconds(row.ms.mean),
          milliseconds(row.ms.p5),
          milliseconds(row.ms.p95),
          milliseconds(row.ms.worst),
          per_object(row.ms.mean),
          optional(row.box_tests, grouped),
          optional(row.allocations, one_digit),
          optional(row.bytes, one_digit),
          std::to_string(row.times.size())};
}

const std::vector<std::string> kHeads{"broadphase", "median ms", "mean",      "p5",
                                      "p95",        "worst",     "ns/object", "box tests",
                                      "allocs",     "B/sprite",  "frames"};

}  // namespace

std::string table_text(const BenchTable& table) {
  std::vector<std::vector<std::string>> lines{kHeads};
  for (const BenchRow& row : table.rows) lines.push_back(cells(table, row));
  std::vector<std::size_t> widths(kHeads.size());
  for (const auto& line : lines)
    for (std::size_t k = 0; k < line.size(); ++k)
      if (line.size() == kHeads.size() || k == 0) widths[k] = std::max(widths[k], line[k].size());
  std::string text = fmt::format(
      "{}: {} boxes, {} frames, {} pairs per frame, {} thread{}{}\n", table.scene,
      grouped(static_cast<double>(table.boxes)), table.frames, grouped(std::round(table.pairs)),
      table.threads, table.threads == 1 ? "" : "s", table.is_complete ? "" : ", interrupted");
  for (const auto& line : lines) {
    const bool is_full = line.size() == kHeads.size();
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
      "scene,boxes,threads,broadphase,verdict,median_ms,mean_ms,p5_ms,p95_ms,worst_ms,"
      "ns_per_object,pairs,box_tests,allocations_per_frame,bytes_per_sprite,frames\n";
  const auto number = [](const std::optional<double>& v) { return v ? fmt::format("{}", *v) : ""; };
  constexpr std::string_view kVerdicts[] = {"pending", "right", "wrong"};
  for (const BenchTable& t : tables)
    for (const BenchRow& r : t.rows) {
      const bool timed = !r.times.empty();
      const auto ms = [&](double v) { return timed ? fmt::format("{:.6f}", v) : ""; };
      text +=
          fmt::format("{},{},{},{},{},{},{},{},{},{},{},{:.1f},{},{},{},{}\n", t.scene, t.boxes,
                      t.threads, r.name, kVerdicts[static_cast<std::size_t>(r.verdict)],
                      ms(r.ms.median), ms(r.ms.mean), ms(r.ms.p5), ms(r.ms.p95), ms(r.ms.worst),
                      ms(r.ms.mean * 1e6 / static_cast<double>(t.boxes)), t.pairs,
                      number(r.box_tests), number(r.allocations), number(r.bytes), r.times.size());
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
  if (r.times.empty()) return json;
  const auto ms = [](double v) { return static_cast<float>(v); };
  json["ms"] = {{"median", ms(r.ms.median)},
                {"mean", ms(r.ms.mean)},
                {"p5", ms(r.ms.p5)},
                {"p95", ms(r.ms.p95)},
                {"worst", ms(r.ms.worst)}};
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
    races.push_back({{"scene", t.scene},
                     {"boxes", t.boxes},
                     {"pairs_per_frame", static_cast<float>(t.pairs)},
                     {"threads", t.threads},
                     {"is_complete", t.is_complete},
                     {"rows", std::move(rows)}});
  }
  const Json json{{"command", std::vector<std::string>(command.begin(), command.end())},
                  {"version", std::string(kVersion)},
                  {"races", std::move(races)}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string bench_svg(std::span<const BenchTable>) { return {}; }

}  // namespace phasebox
