// SPDX-License-Identifier: MIT
// `phasebox tune` and `phasebox cliffs`: searches over frames of a scene or a recording.
#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/commands/bench.hpp"
#include "cli/terminal.hpp"
#include "collide/registry.hpp"
#include "io/files/text_file.hpp"
#include "io/pictures/images.hpp"
#include "lab/scaling.hpp"
#include "lab/study_subject.hpp"
#include "lab/tune/tune_report.hpp"

namespace phasebox::cli {
namespace {

// ---- tune

struct TuneCommand {
  BenchOptions frames;  ///< frames, contestants and threads of the race
  std::optional<std::uint32_t> count;
  double budget = 20;  ///< s
  Objective objective = Objective::frame;
  std::string json, report, cpp;  ///< paths; empty: not asked for
};

/// Whether --set meant a parameter of a broadphase.
bool is_fixed(const std::string& name, const std::vector<ParamValue>& fixed) {
  return std::ranges::any_of(fixed, [&](const ParamValue& p) {
    return name == p.key || name == full_name(p.owner, p.key);
  });
}

/// The scene or file, from whatever folder the command is run.
std::string source_option(const BenchOptions& b) {
  if (!b.boxes.empty()) return "--boxes " + shell_word(absolute_path(b.boxes));
  const std::string file = input_file(b.launch);
  return "--scene " +
         shell_word(file.empty() ? b.launch.scene.value_or("uniform") : absolute_path(file));
}

/// What brings the same frames again, whatever the defaults will be then; without what concerns the
/// broadphases.
std::string options_text(const TuneCommand& c, const BenchCase& made) {
  const BenchOptions& b = c.frames;
  std::string text = source_option(b);
  if (c.count) text += fmt::format(" --count {}", *c.count);
  if (b.launch.seed) text += fmt::format(" --seed {}", *b.launch.seed);
  if (b.frames) text += fmt::format(" --frames {}", b.frames);
  if (b.all_frames) text += " --frames all";
  for (const auto& [key, value] : b.launch.sets)
    if (!is_fixed(key, made.fixed)) text += " --set " + shell_word(key + "=" + value);
  if (b.threads != 1) text += fmt::format(" --threads {}", b.threads);
  return text;
}

Status check(const TuneCommand& c) {
  if (auto error = check_frames(c.frames)) return error;
  if (!c.frames.boxes.empty() && c.count)
    return Error{"--count: a box recording has a fixed number of boxes; leave it out"};
  if (!c.frames.boxes.empty() && c.frames.launch.seed)
    return Error{"--seed: recorded boxes have no seed; leave it out"};
  const std::array outputs{OutputFile{"--json", c.json}, OutputFile{"--report", c.report},
                           OutputFile{"--cpp", c.cpp}};
  const BenchOptions& b = c.frames;
  return check_outputs(outputs, b.boxes.empty() ? input_file(b.launch) : b.boxes);
}

Status write_files(const TuneCommand& c, const TuneReport& report) {
  if (!c.json.empty())
    if (auto error = write_file_atomically(c.json, tune_json(report))) return error;
  if (!c.report.empty())
    if (auto error = write_file_atomically(c.report, tune_html(report))) return error;
  if (!c.cpp.empty() && report.winner())
    return write_file_atomically(c.cpp, "#pragma once\n" + cpp_lines(report.winner()->contestant));
  return {};
}

TuneReport search(BenchCase&& frames, const TuneCommand& c) {
  TuneOptions options;
  options.budget = c.budget;
  options.objective = c.objective;
  options.threads = c.frames.threads;
  options.origin = {frames.scene, options_text(c, frames), this_machine(), today()};
  if (c.frames.broadphases != "all")
    for (const Contestant& named : frames.contestants) options.entries.push_back(named.entry);
  options.fixed = frames.fixed;
  options.all_frames = c.frames.all_frames;
  if (!frames.is_scene) options.max_frames = c.frames.frames;
  const std::string scene = frames.scene;
  const auto search = tune_search(std::move(frames.recording), options);
  ProgressBar bar;
  while (!was_interrupted() && search->advance())
    bar.show(search->progress(), fmt::format("{}: {}", scene, search->phase()));
  return search->result();
}

int run_tune(const TuneCommand& c) {
  if (auto error = check(c)) return report(*error);
  BenchOptions recorded = c.frames;
  recorded.has_warm_up = false;
  Result<BenchCase> frames = bench_case(recorded, c.count);
  if (!frames) return report(frames.error());
  if (frames->recording.max_boxes() == 0)
    return report({frames->scene + ": there is no box in it to search with; use --count"});
  const TuneReport found = search(*std::move(frames), c);
  if (const int code = print(tune_text(found)); code != kDone) return code;
  if (auto error = write_files(c, found)) return report(*error);
  if (was_interrupted()) return kInterrupted;
  return found.any_wrong() || !found.winner() ? kOurFailure : kDone;
}

// ---- cliffs

struct CliffsCommand {
  LaunchOptions launch;                 ///< scene, seed, parameters
  std::vector<std::uint32_t> counts;    ///< across; empty: 100 to 10,000
  std::string y = "size";               ///< "size", or the key of a parameter
  std::string range;                    ///< "LO:HI:STEPS"; empty: what suits it
  std::string broadphases = "all", of;  ///< ids; whose map is drawn, empty: the first
  unsigned threads = 1;
  double budget = 30;    ///< s
  std::string csv, svg;  ///< paths; empty: not asked for
};

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
  return scaling_values(y, lo, hi, static_cast<std::size_t>(steps));
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

Result<ScalingPlan> plan_of(const CliffsCommand& c) {
  auto entries = entries_of(c);
  if (!entries) return entries.error();
  const auto ys = c.range.empty() ? default_scaling_values(c.y) : read_range(c.range, c.y);
  if (!ys) return ys.error();
  ScalingPlan plan{.counts = c.counts.empty() ? scaling_counts() : c.counts,
                   .y = c.y,
                   .ys = *ys,
                   .threads = c.threads,
                   .budget = c.budget};
  for (const BroadphaseEntry* entry : *entries) plan.contestants.push_back({.entry = entry});
  std::ranges::sort(plan.counts);
  plan.counts.erase(std::unique(plan.counts.begin(), plan.counts.end()), plan.counts.end());
  return plan;
}

/// Whose map is drawn: the one named, else the first that has the parameter.
Result<std::size_t> shown_entry(const CliffsCommand& c, const ScalingPlan& plan) {
  std::vector<const BroadphaseEntry*> entries;
  for (const Contestant& contestant : plan.contestants) entries.push_back(contestant.entry);
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const BroadphaseEntry& entry = *entries[k];
    if (c.of.empty() ? c.y == "size" || find_param(entry.make()->params().rows, c.y) != nullptr
                     : entry.id == c.of)
      return k;
  }
  if (c.of.empty()) return std::size_t{0};
  return Error{
      "--of: " +
      unknown_id("broadphase", c.of, std::span<const BroadphaseEntry* const>(entries)).text};
}

Status write_files(const CliffsCommand& c, const ScalingMap& map, std::size_t shown) {
  if (!c.csv.empty())
    if (auto error = write_file_atomically(c.csv, scaling_csv(map))) return error;
  if (!c.svg.empty())
    return write_file_atomically(c.svg, heat_map_svg(scaling_heat_map(map, shown)));
  return {};
}

int run_cliffs(const CliffsCommand& c) {
  Result<ScalingPlan> plan = plan_of(c);
  if (!plan) return report(plan.error());
  const Result<std::size_t> shown = shown_entry(c, *plan);
  if (!shown) return report(shown.error());
  const std::array outputs{OutputFile{"--csv", c.csv}, OutputFile{"--svg", c.svg}};
  if (auto error = check_outputs(outputs, input_file(c.launch))) return report(*error);
  Session session(builtin_images());
  LaunchOptions launch = c.launch;
  if (!launch.scene) launch.scene = "uniform";
  if (auto error = configure(session, launch)) return report(*error);
  if (auto error = check_scaling(*plan, session)) return report(*error);
  const auto cliffs = scaling(std::move(session), *std::move(plan));
  {
    ProgressBar bar;
    while (!was_interrupted() && cliffs->advance()) bar.show(cliffs->progress(), cliffs->phase());
  }
  const ScalingMap map = cliffs->result();
  if (const int code = print(scaling_text(map, *shown)); code != kDone) return code;
  if (auto error = write_files(c, map, *shown)) return report(*error);
  if (was_interrupted()) return kInterrupted;
  return map.faults.empty() ? kDone : kOurFailure;
}

}  // namespace

Run tune_command(Options& to, const Program&) {
  const auto c = std::make_shared<TuneCommand>();
  BenchOptions& frames = c->frames;
  to.text("--scene", frames.launch.scene, "Scene")
      .of_type("NAME|FILE")
      .by_default(kDefaultWorkload);
  to.text("--boxes", frames.boxes, "Box recording of your own instead of a scene")
      .of_type("RECORDING.csv")
      .excludes("--scene");
  to.number("--count", c->count, 1, kMaxCount,
            "Number of sprites; the field of a workload grows along")
      .by_default("the scene's");
  to.number("--budget", c->budget, 0.5, 100'000, "Seconds that the search may take");
  to.choice(
        "--objective", {kObjectiveNames.begin(), kObjectiveNames.end()},
        [c](std::size_t k) { c->objective = static_cast<Objective>(k); },
        "What is minimized: mean time with its tail (frame), mean, median, 99th "
        "percentile, box tests")
      .by_default(std::string(kObjectiveNames[0]))
      .of_type(fmt::format("{}", fmt::join(kObjectiveNames, "|")));
  add_frames(to, frames);
  to.text("--broadphase", frames.broadphases, "Which are searched")
      .of_type("all|ID,...")
      .by_default(frames.broadphases);
  add_sets(to, frames.launch.sets);
  add_seed(to, frames.launch);
  add_threads(to, frames.threads);
  to.text("--json", c->json, "All numbers and the recommended settings").of_type("FILE");
  to.text("--report", c->report, "The answer with plots, as one file for a browser")
      .of_type("FILE.html");
  to.text("--cpp", c->cpp, "The lines that use the library, as a header").of_type("FILE.hpp");
  return [c] { return run_tune(*c); };
}

Run cliffs_command(Options& to, const Program&) {
  const auto c = std::make_shared<CliffsCommand>();
  to.text("--scene", c->launch.scene, "Scene").of_type("NAME").by_default(kDefaultWorkload);
  add_counts(to, c->counts, "Numbers of sprites, across").by_default("100 to 10,000");
  to.text("--y", c->y, "Upwards: size of the sprites, or a parameter of an algorithm")
      .of_type("size|cell-size|group-size|KEY")
      .by_default(c->y);
  to.text("--range", c->range, "From, to and number of its values")
      .of_type("LO:HI:STEPS")
      .by_default("the parameter's");
  to.text("--broadphase", c->broadphases, "Which are compared")
      .of_type("all|ID,...")
      .by_default(c->broadphases);
  to.text("--of", c->of, "Whose map is drawn").of_type("ID").by_default("the first compared");
  add_sets(to, c->launch.sets);
  add_seed(to, c->launch);
  add_threads(to, c->threads);
  to.number("--budget", c->budget, 0.5, 100'000, "Seconds for the whole map");
  to.text("--csv", c->csv, "Times and costs of all of them").of_type("FILE");
  to.text("--svg", c->svg, "The map").of_type("FILE");
  return [c] { return run_cliffs(*c); };
}

}  // namespace phasebox::cli
