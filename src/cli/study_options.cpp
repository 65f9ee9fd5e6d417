// SPDX-License-Identifier: MIT
// The commands that race, search and measure, with their options.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "cli/command_line.hpp"

namespace phasebox {

namespace {

std::vector<std::uint32_t> read_counts(const std::string& text) {
  std::vector<std::uint32_t> counts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const auto n = read_number<std::uint32_t>(text.substr(at, comma - at));
    if (!n || *n < 1 || *n > kMaxCount)
      throw CLI::ValidationError(
          "--count",
          fmt::format("'{}' is not a list of whole numbers from 1 to {}", text, kMaxCount));
    counts.push_back(*n);
    at = comma + 1;
  }
  return counts;
}

void add_bench_files(CLI::App& bench, BenchOptions& to) {
  bench.add_option("--json", to.json, "All numbers, every frame's time among them")
      ->type_name("FILE");
  bench.add_option("--csv", to.csv, "The table")->type_name("FILE");
  bench.add_option("--svg", to.svg, "Plot of time against count, both logarithmic")
      ->type_name("FILE");
}

void add_motion(CLI::App& bench, BenchOptions& to) {
  std::vector<std::string> ids;
  for (const MotionEntry& entry : motions()) ids.emplace_back(entry.id);
  bench
      .add_option_function<std::string>(
          "--motion",
          [&to](const std::string& id) {
            to.motion = std::ranges::find(motions(), id, &MotionEntry::id)->motion;
          },
          "How the boxes of the scene move")
      ->check(CLI::IsMember(ids))
      ->type_name("ID")
      ->default_str(ids.front());
}

/// A number, or "all"; the last one counts.
void add_frames(CLI::App& app, BenchOptions& to) {
  static constexpr std::uint32_t kMax = 100'000;
  const auto read = [&to](const std::string& text) {
    const auto n = read_number<std::uint32_t>(text);
    to.all_frames = text == "all";
    if (!to.all_frames && !(n && *n >= 1 && *n <= kMax))
      throw CLI::ValidationError(
          "--frames",
          fmt::format("'{}' is neither 'all' nor a whole number from 1 to {}", text, kMax));
    to.frames = n.value_or(0);
  };
  app.add_option_function<std::string>(
         "--frames", read,
         "Timed frames, of a recording spread over all of it; all: every frame of a recording")
      ->type_name("N|all")
      ->default_str("by the number of boxes");
}

}  // namespace

void add_bench(CLI::App& app, Arguments& to) {
  CLI::App* bench = app.add_subcommand("bench", "Race broadphases over the same frames");
  CLI::Option* scene = bench->add_option("--scene", to.bench.launch.scene, "Scene")
                           ->type_name("NAME|FILE")
                           ->default_str(kDefaultWorkload);
  bench->add_option("--boxes", to.bench.boxes, "Box recording instead of a scene")
      ->type_name("RECORDING.csv")
      ->excludes(scene);
  bench
      ->add_option_function<std::string>(
          "--count", [&to](const std::string& s) { to.bench.counts = read_counts(s); },
          "Numbers of sprites, one race each; the field of a workload grows along")
      ->type_name("N,N,...")
      ->default_str("the scene's");
  add_motion(*bench, to.bench);
  add_frames(*bench, to.bench);
  bench->add_option("--broadphase", to.bench.broadphases, "Which take part")
      ->type_name("all|ID,...")
      ->capture_default_str();
  add_sets(*bench, to.bench.launch.sets);
  add_seed(*bench, to.bench.launch);
  add_number<unsigned>(*bench, "--threads", to.bench.threads, 1, 256,
                       "Threads that an algorithm may use");
  add_number<double>(*bench, "--budget", to.bench.budget, 0.01, 100'000,
                     "Seconds per algorithm and count; a slow one is timed over fewer frames")
      ->default_str(fmt::format("{}; no limit with --frames all", kDefaultBudget));
  bench->add_flag("--whole-step", to.bench.whole_step,
                  "Time whole steps by phase: move, broadphase, sort, narrowphase, response");
  bench->add_option("--narrowphase", to.bench.launch.narrowphase, "Of --whole-step")
      ->type_name("ID")
      ->default_str(kDefaultNarrowphase);
  add_bench_files(*bench, to.bench);
}

void add_tune(CLI::App& app, Arguments& to) {
  CLI::App* tune = app.add_subcommand("tune", "Which broadphase, with which settings, for a game");
  BenchOptions& frames = to.tune.frames;
  CLI::Option* scene = tune->add_option("--scene", frames.launch.scene, "Scene")
                           ->type_name("NAME|FILE")
                           ->default_str(kDefaultWorkload);
  tune->add_option("--boxes", frames.boxes, "Box recording of your own instead of a scene")
      ->type_name("RECORDING.csv")
      ->excludes(scene);
  add_number<std::uint32_t>(*tune, "--count", to.tune.count, 1, kMaxCount,
                            "Number of sprites; the field of a workload grows along")
      ->default_str("the scene's");
  add_number<double>(*tune, "--budget", to.tune.budget, 0.5, 100'000,
                     "Seconds that the search may take");
  tune->add_option("--objective", to.tune.objective,
                   "What is minimized: mean time with its tail (frame), mean, median, 99th "
                   "percentile, box tests")
      ->capture_default_str()
      ->check(
          CLI::IsMember(std::vector<std::string>(kObjectiveNames.begin(), kObjectiveNames.end())))
      ->type_name(fmt::format("{}", fmt::join(kObjectiveNames, "|")));
  add_frames(*tune, frames);
  tune->add_option("--broadphase", frames.broadphases, "Which are searched")
      ->type_name("all|ID,...")
      ->capture_default_str();
  add_sets(*tune, frames.launch.sets);
  add_seed(*tune, frames.launch);
  add_number<unsigned>(*tune, "--threads", frames.threads, 1, 256,
                       "Threads that an algorithm may use");
  tune->add_option("--json", to.tune.json, "All numbers and the recommended settings")
      ->type_name("FILE");
  tune->add_option("--report", to.tune.report, "The answer with plots, as one file for a browser")
      ->type_name("FILE.html");
  tune->add_option("--cpp", to.tune.cpp, "The lines that use the library, as a header")
      ->type_name("FILE.hpp");
}

void add_cliffs(CLI::App& app, Arguments& to) {
  CLI::App* cliffs =
      app.add_subcommand("cliffs", "Where an algorithm becomes slow: a map over count and size");
  CliffsCommand& c = to.cliffs;
  cliffs->add_option("--scene", c.launch.scene, "Scene")
      ->type_name("NAME")
      ->default_str(kDefaultWorkload);
  cliffs
      ->add_option_function<std::string>(
          "--count", [&c](const std::string& s) { c.counts = read_counts(s); },
          "Numbers of sprites, across")
      ->type_name("N,N,...")
      ->default_str("100 to 10,000");
  cliffs->add_option("--y", c.y, "Upwards: size of the sprites, or a parameter of an algorithm")
      ->type_name("size|cell-size|group-size|KEY")
      ->capture_default_str();
  cliffs->add_option("--range", c.range, "From, to and number of its values")
      ->type_name("LO:HI:STEPS")
      ->default_str("the parameter's");
  cliffs->add_option("--broadphase", c.broadphases, "Which are compared")
      ->type_name("all|ID,...")
      ->capture_default_str();
  cliffs->add_option("--of", c.of, "Whose map is drawn")
      ->type_name("ID")
      ->default_str("the first compared");
  add_sets(*cliffs, c.launch.sets);
  add_seed(*cliffs, c.launch);
  add_number<unsigned>(*cliffs, "--threads", c.threads, 1, 256,
                       "Threads that an algorithm may use");
  add_number<double>(*cliffs, "--budget", c.budget, 0.5, 100'000, "Seconds for the whole map");
  cliffs->add_option("--csv", c.csv, "Times and costs of all of them")->type_name("FILE");
  cliffs->add_option("--svg", c.svg, "The map")->type_name("FILE");
}

void add_accuracy(CLI::App& app, Arguments& to) {
  CLI::App* accuracy =
      app.add_subcommand("accuracy", "What n-sampled pixels miss, for n = 1 to 16");
  add_launch(*accuracy, to.accuracy.launch);
  add_number<double>(*accuracy, "--miss", to.accuracy.measure.rate, 0, 1,
                     "Share of contacts that may be missed: 0.01 is one in a hundred");
  add_number<std::uint32_t>(*accuracy, "--contacts", to.accuracy.measure.contacts, 1, 10'000'000,
                            "Contacts to look for");
  accuracy->add_option("--json", to.accuracy.json, "All numbers, also by depth")->type_name("FILE");
  accuracy->add_option("--csv", to.accuracy.csv, "The table, also by depth")->type_name("FILE");
  accuracy->add_option("--svg", to.accuracy.svg, "Plot of missed contacts against n")
      ->type_name("FILE");
}

void add_check(CLI::App& app, Arguments& to) {
  CLI::App* check =
      app.add_subcommand("check", "Whether a broadphase keeps every promise, on many worlds");
  CheckCommand& c = to.check;
  check->add_option("--broadphase", c.broadphase, "Broadphase")
      ->type_name("ID")
      ->default_str("all, without a plug-in");
  add_sets(*check, c.sets);
  add_number<std::uint32_t>(*check, "--worlds", c.worlds, 1, 1'000'000, "Number of worlds");
  add_number<std::uint32_t>(*check, "--seed", c.seed, 0, std::numeric_limits<std::uint32_t>::max(),
                            "Seed of the worlds");
  add_number<double>(*check, "--seconds", c.seconds, 0, 1e6,
                     "Time for all of it; 0: until every world was seen");
  add_number<double>(*check, "--limit", c.limit, 0.1, 1e6,
                     "Seconds without an answer for one frame that are a failure");
  check
      ->add_option("--world", c.world, "One world only: a file that check wrote, or recorded boxes")
      ->type_name("FILE.csv");
  check->add_option("--out", c.out, "Folder for the smallest worlds that fail")
      ->type_name("FOLDER")
      ->default_str("the current one");
  check->add_option("--junit", c.junit, "The result as JUnit XML")->type_name("FILE.xml");
}

}  // namespace phasebox
