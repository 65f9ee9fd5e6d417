// SPDX-License-Identifier: MIT
// `phasebox tune` and `phasebox cliffs`: searches over frames of a scene or a recording.
#include <algorithm>

#include "cli/commands/bench.hpp"
#include "collide/registry.hpp"
#include "lab/scaling.hpp"
#include "lab/study_subject.hpp"
#include "lab/tune/tune_report.hpp"

namespace phasebox::cli {
namespace {

// ---- tune

struct TuneCommand {
  BenchOptions frames;  ///< frames, contestants and threads of the race
  std::optional<std::uint32_t> count;
  TuneOptions options;
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
         shell_word(file.empty() ? b.launch.scene.value_or(kDefaultWorkload) : absolute_path(file));
}

/// What brings the same frames again, whatever later defaults; without what concerns broadphases.
std::string options_text(const TuneCommand& c, const BenchCase& made) {
  const BenchOptions& b = c.frames;
  std::string text = source_option(b);
  if (c.count) text += fmt::format(" --count {}", *c.count);
  if (b.launch.seed) text += fmt::format(" --seed {}", *b.launch.seed);
  if (b.frames) text += fmt::format(" --frames {}", b.frames);
  if (b.all_frames) text += " --frames all";
  for (const auto& [key, value] : b.launch.sets)
    if (!is_fixed(key, made.fixed)) text += " --set " + shell_word(key + "=" + value);
  if (b.launch.is_swept) text += " --swept";
  text += query_options(b.queries);
  if (b.threads != 1) text += fmt::format(" --threads {}", b.threads);
  return text;
}

void check(const TuneCommand& c) {
  const BenchOptions& b = c.frames;
  check_frames(b);
  if (!b.boxes.empty() && c.count)
    throw Refusal{{"--count: a box recording has a fixed number of boxes; leave it out"}};
  if (!b.boxes.empty() && b.launch.seed)
    throw Refusal{{"--seed: recorded boxes have no seed; leave it out"}};
  b.files.check(b.boxes.empty() ? input_file(b.launch) : b.boxes);
}

TuneReport search(BenchCase&& frames, const TuneCommand& c) {
  TuneOptions options = c.options;
  options.threads = c.frames.threads;
  options.queries = c.frames.queries;
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
  check(c);
  BenchCase frames = bench_case(c.frames, c.count);
  if (frames.recording.max_boxes() == 0)
    return report({frames.scene + ": there is no box in it to search with; use --count"});
  const TuneReport found = search(std::move(frames), c);
  print(tune_text(found));
  const OutputFiles& files = c.frames.files;
  files.write("--json", [&] { return tune_json(found); });
  files.write("--report", [&] { return tune_html(found); });
  if (const auto* winner = found.winner()) {
    files.write("--cpp", [&] { return "#pragma once\n" + cpp_lines(winner->contestant); });
    files.write("--js", [&] { return js_lines(winner->contestant); });
  }
  if (was_interrupted()) return kInterrupted;
  return found.any_wrong() || !found.winner() ? kOurFailure : kDone;
}

// ---- cliffs

struct CliffsCommand {
  LaunchOptions launch;                 ///< scene, seed, parameters
  ScalingPlan plan;                     ///< as far as it is typed
  std::string range;                    ///< "LO:HI:STEPS"; empty: what suits it
  std::string broadphases = "all", of;  ///< ids; whose map is drawn, empty: the first
  OutputFiles files;
};

/// "LO:HI:STEPS".
Result<std::vector<double>> read_range(const std::string& text, const std::string& y) {
  std::vector<double> numbers;
  for (const std::string_view word : split(text, ':'))
    if (const auto number = read_number<double>(word)) numbers.push_back(*number);
  if (numbers.size() != 3 || std::ranges::count(text, ':') != 2)
    return Error{fmt::format("--range: '{}' is not LO:HI:STEPS, such as 4:256:7", text)};
  const double lo = numbers[0], hi = numbers[1], steps = numbers[2];
  if (!(lo > 0 && hi > lo && hi <= 1e6 && steps >= 2 && steps <= 64))
    return Error{fmt::format("--range: '{}' must rise from above 0 in 2 to 64 steps", text)};
  return scaling_values(y, lo, hi, static_cast<std::size_t>(steps));
}

/// Without what only delegates to others, and without what would take most of the time.
std::vector<const BroadphaseEntry*> entries_of(const CliffsCommand& c) {
  BenchOptions options;
  options.broadphases = c.broadphases;
  auto chosen = chosen_entries(options, 0);
  if (c.broadphases == "all")
    std::erase_if(chosen,
                  [](const BroadphaseEntry* e) { return e->role != BroadphaseRole::contender; });
  return chosen;
}

ScalingPlan plan_of(const CliffsCommand& c) {
  ScalingPlan plan = c.plan;
  for (const BroadphaseEntry* entry : entries_of(c)) plan.contestants.push_back({.entry = entry});
  plan.ys = must(c.range.empty() ? default_scaling_values(plan.y) : read_range(c.range, plan.y));
  if (plan.counts.empty()) plan.counts = scaling_counts();
  std::ranges::sort(plan.counts);
  plan.counts.erase(std::unique(plan.counts.begin(), plan.counts.end()), plan.counts.end());
  return plan;
}

/// Whose map is drawn: the one named, else the first that has the parameter.
std::size_t shown_entry(const CliffsCommand& c, const ScalingPlan& plan) {
  std::vector<const BroadphaseEntry*> entries;
  for (const Contestant& contestant : plan.contestants) entries.push_back(contestant.entry);
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const BroadphaseEntry& entry = *entries[k];
    if (c.of.empty()
            ? plan.y == "size" || find_param(entry.make()->params().rows, plan.y) != nullptr
            : entry.id == c.of)
      return k;
  }
  if (c.of.empty()) return 0;
  throw Refusal{
      "--of: " +
      unknown_id("broadphase", c.of, std::span<const BroadphaseEntry* const>(entries)).text};
}

int run_cliffs(const CliffsCommand& c) {
  ScalingPlan plan = plan_of(c);
  const std::size_t shown = shown_entry(c, plan);
  c.files.check(input_file(c.launch));
  LaunchOptions launch = c.launch;
  if (!launch.scene) launch.scene = kDefaultWorkload;
  Session session = session_of(launch);
  must(check_scaling(plan, session));
  const auto cliffs = scaling(std::move(session), std::move(plan));
  {
    ProgressBar bar;
    while (!was_interrupted() && cliffs->advance()) bar.show(cliffs->progress(), cliffs->phase());
  }
  const ScalingMap map = cliffs->result();
  print(scaling_text(map, shown));
  c.files.write("--csv", [&] { return scaling_csv(map); });
  if (was_interrupted()) return kInterrupted;
  return map.faults.empty() ? kDone : kOurFailure;
}

}  // namespace

Run tune_command(Options& to, const Program&) {
  const auto c = std::make_shared<TuneCommand>();
  BenchOptions& frames = c->frames;
  frames.has_warm_up = false;
  add_source(to, frames);
  add_queries(to, frames.queries);
  to.number("--count", c->count, 1, kMaxCount,
            "Number of sprites; the field of a workload grows along")
      .by_default("the scene's");
  to.number("--budget", c->options.budget, 0.5, 100'000, "Seconds that the search may take");
  to.choice(
        "--objective", fmt::format("{}", fmt::join(kObjectiveNames, "|")),
        {kObjectiveNames.begin(), kObjectiveNames.end()},
        [c](std::size_t k) { c->options.objective = static_cast<Objective>(k); },
        "What is minimized: mean time with its tail (frame), mean, median, 99th "
        "percentile, box tests")
      .by_default(std::string(kObjectiveNames[0]));
  add_frames(to, frames);
  to.text("--broadphase", "all|ID,...", frames.broadphases, "Which are searched")
      .by_default(frames.broadphases);
  add_sets(to, frames.launch.sets);
  add_seed(to, frames.launch);
  add_threads(to, frames.threads);
  frames.files.add(to, "--json", "FILE", "All numbers and the recommended settings");
  frames.files.add(to, "--report", "FILE.html",
                   "The answer with a plot, as one file for a browser");
  frames.files.add(to, "--cpp", "FILE.hpp", "The lines that use the library, as a header");
  frames.files.add(to, "--js", "FILE.mjs", "The lines that use the npm package, as a module");
  return [c] { return run_tune(*c); };
}

Run cliffs_command(Options& to, const Program&) {
  const auto c = std::make_shared<CliffsCommand>();
  to.text("--scene", "NAME", c->launch.scene, "Scene").by_default(kDefaultWorkload);
  add_counts(to, c->plan.counts, "Numbers of sprites, across").by_default("100 to 10,000");
  to.text("--y", "size|cell-size|group-size|KEY", c->plan.y,
          "Upwards: size of the sprites, or a parameter of an algorithm")
      .by_default(c->plan.y);
  to.text("--range", "LO:HI:STEPS", c->range, "From, to and number of its values")
      .by_default("the parameter's");
  to.text("--broadphase", "all|ID,...", c->broadphases, "Which are compared")
      .by_default(c->broadphases);
  to.text("--of", "ID", c->of, "Whose map is drawn").by_default("the first compared");
  add_sets(to, c->launch.sets);
  add_seed(to, c->launch);
  add_threads(to, c->plan.threads);
  to.number("--budget", c->plan.budget, 0.5, 100'000, "Seconds for the whole map");
  c->files.add(to, "--csv", "FILE", "Times and costs of all of them");
  return [c] { return run_cliffs(*c); };
}

}  // namespace phasebox::cli
