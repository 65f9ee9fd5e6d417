// SPDX-License-Identifier: MIT
// `phasebox bench`: broadphases over the same frames, each checked before it is timed.
#include "cli/bench.hpp"

#include <algorithm>
#include <array>

#include "cli/output.hpp"
#include "io/files/text_file.hpp"

namespace phasebox {
namespace {

Status write_files(const BenchOptions& options, std::span<const BenchTable> tables) {
  if (!options.json.empty())
    if (auto error = write_file_atomically(options.json, bench_json(tables, options.command)))
      return error;
  if (!options.csv.empty())
    if (auto error = write_file_atomically(options.csv, csv_text(tables))) return error;
  if (!options.svg.empty()) return write_file_atomically(options.svg, bench_svg(tables));
  return {};
}

Result<BenchTable> run_one(const BenchOptions& options, std::optional<std::uint32_t> count) {
  if (options.whole_step) return run_steps(options, count);
  const Result<BenchCase> c = bench_case(options, count);
  if (!c) return c.error();
  return run_race(*c, race_options(options, *c));
}

Status check(const BenchOptions& options) {
  if (auto error = check_frames(options)) return error;
  const bool is_trace = !options.boxes.empty();
  if (is_trace && !options.counts.empty())
    return Error{"--count: a box recording has a fixed number of boxes; leave it out"};
  if (is_trace && options.whole_step)
    return Error{"--whole-step: recorded boxes have no step; name a scene instead"};
  if (options.motion != Motion::normal && (is_trace || options.whole_step))
    return Error{std::string("--motion: ") +
                 (is_trace ? "recorded boxes move as they were recorded; name a scene instead"
                           : "whole steps move as the scene does; leave --whole-step out")};
  const std::array outputs{OutputFile{"--json", options.json}, OutputFile{"--csv", options.csv},
                           OutputFile{"--svg", options.svg}};
  return check_outputs(outputs, is_trace ? options.boxes : input_file(options.launch));
}

}  // namespace

int run_bench(const BenchOptions& options) {
  if (auto error = check(options)) return report(*error);
  std::vector<std::optional<std::uint32_t>> counts(options.counts.begin(), options.counts.end());
  if (counts.empty()) counts.emplace_back();
  std::vector<BenchTable> tables;
  for (const auto count : counts) {
    if (was_interrupted()) break;
    Result<BenchTable> table = run_one(options, count);
    if (!table) return report(table.error());
    tables.push_back(*std::move(table));
    if (const int code = print(table_text(tables.back())); code != kDone) return code;
  }
  if (auto error = write_files(options, tables)) return report(*error);
  if (was_interrupted()) return kInterrupted;
  return std::ranges::any_of(tables, &BenchTable::any_wrong) ? kOurFailure : kDone;
}

}  // namespace phasebox
