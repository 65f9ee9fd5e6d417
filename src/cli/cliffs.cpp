// SPDX-License-Identifier: MIT
// `phasebox cliffs`: a map of where an algorithm becomes slow.
#include "lab/map/cliffs.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "cli/bench.hpp"
#include "cli/output.hpp"
#include "collide/registry.hpp"
#include "io/files/text_file.hpp"
#include "io/pictures/images.hpp"

namespace phasebox {
namespace {

/// "LO:HI:STEPS".
Result<std::vector<double>> read_range(const std::string& text, const std::string& y) {
  std::array<double, 3> numbers{};
  const char *at = text.data(), *end = at + text.size();
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const auto [next, failure] = std::from_chars(at, end, numbers[k]);
    const bool is_last = k + 1 == numbers.size();
    if (failure != std::errc{} || (is_last ? next != end : next == end || *next != ':'))
      return Error{fmt::format("--range: '{}' is not LO:HI:STEPS, such as 4:256:7", text)};
    at = next + 1;
  }
  const auto [lo, hi, steps] = numbers;
  if (!(lo > 0 && hi > lo && hi <= 1e6 && steps >= 2 && steps <= 64))
    return Error{fmt::format("--range: '{}' must rise from above 0 in 2 to 64 steps", text)};
  return cliff_values(y, lo, hi, static_cast<std::size_t>(steps));
}

/// Without what only delegates to others, and without what would take most of the time.
Result<std::vector<const BroadphaseEntry*>> entries_of(const CliffsCommand& c) {
  BenchOptions options;
  options.broadphases = c.broadphases;
  auto chosen = chosen_entries(options, 0);
  if (chosen && c.broadphases == "all")
    std::erase_if(*chosen,
                  [](const BroadphaseEntry* e) { return e->role != BroadphaseRole::contender; });
  return chosen;
}

Result<CliffPlan> plan_of(const CliffsCommand& c) {
  auto entries = entries_of(c);
  if (!entries) return entries.error();
  const auto ys = c.range.empty() ? default_values(c.y) : read_range(c.range, c.y);
  if (!ys) return ys.error();
  CliffPlan plan{.counts = c.counts.empty() ? default_counts() : c.counts,
                 .y = c.y,
                 .ys = *ys,
                 .entries = *std::move(entries),
                 .threads = c.threads,
                 .budget = c.budget};
  std::ranges::sort(plan.counts);
  plan.counts.erase(std::unique(plan.counts.begin(), plan.counts.end()), plan.counts.end());
  return plan;
}

/// Whose map is drawn: the one named, else the first that has the parameter.
Result<std::size_t> shown_entry(const CliffsCommand& c, const CliffPlan& plan) {
  for (std::size_t k = 0; k < plan.entries.size(); ++k) {
    const BroadphaseEntry& entry = *plan.entries[k];
    if (c.of.empty() ? c.y == "size" || find_param(entry.make()->params().rows, c.y) != nullptr
                     : entry.id == c.of)
      return k;
  }
  if (c.of.empty()) return std::size_t{0};
  return Error{
      "--of: " +
      unknown_id("broadphase", c.of, std::span<const BroadphaseEntry* const>(plan.entries)).text};
}

Status write_files(const CliffsCommand& c, const CliffMap& map, std::size_t shown) {
  if (!c.csv.empty())
    if (auto error = write_file_atomically(c.csv, cliff_csv(map))) return error;
  if (!c.svg.empty()) return write_file_atomically(c.svg, heat_map_svg(cliff_heat_map(map, shown)));
  return {};
}

}  // namespace

int run_cliffs(const CliffsCommand& c) {
  Result<CliffPlan> plan = plan_of(c);
  if (!plan) return report(plan.error());
  const Result<std::size_t> shown = shown_entry(c, *plan);
  if (!shown) return report(shown.error());
  const std::array outputs{OutputFile{"--csv", c.csv}, OutputFile{"--svg", c.svg}};
  if (auto error = check_outputs(outputs, input_file(c.launch))) return report(*error);
  Session session(builtin_images());
  LaunchOptions launch = c.launch;
  if (!launch.scene) launch.scene = "uniform";
  if (auto error = configure(session, launch)) return report(*error);
  if (auto error = check_plan(*plan, session)) return report(*error);
  Cliffs cliffs(std::move(session), *std::move(plan));
  {
    ProgressBar bar;
    while (!was_interrupted() && cliffs.advance()) bar.show(cliffs.progress(), cliffs.phase());
  }
  const CliffMap& map = cliffs.result();
  if (const int code = print(cliff_text(map, *shown)); code != kDone) return code;
  if (auto error = write_files(c, map, *shown)) return report(*error);
  if (was_interrupted()) return kInterrupted;
  return map.faults.empty() ? kDone : kOurFailure;
}

}  // namespace phasebox
