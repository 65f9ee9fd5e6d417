// SPDX-License-Identifier: MIT
// `phasebox tune`: searches for the broadphase and the settings that are fastest, or best by
// another objective, for a scene or a recording.
#include <algorithm>

#include "cli/commands/bench.hpp"
#include "lab/shell_word.hpp"
#include "lab/tune/tune_output.hpp"
#include "lab/tune/tune_search.hpp"

namespace phasebox::cli {
namespace {

struct TuneCommand {
  BenchOptions frames;  ///< frames, contestants and threads of the race
  std::optional<std::uint32_t> count;
  TuneOptions options;
};

/// Whether the key of a --set, with or without its owner, is one of these parameters of
/// broadphases.
bool is_fixed(const std::string& name, const std::vector<ParamValue>& fixed) {
  return std::ranges::any_of(fixed, [&](const ParamValue& p) {
    return name == p.key || name == full_name(p.owner, p.key);
  });
}

/// Returns the option that names the scene or recording, with an absolute path if it is a file, so
/// that it is valid in any folder.
std::string source_option(const BenchOptions& b) {
  if (!b.boxes.empty()) return "--boxes " + shell_word(absolute_path(b.boxes));
  const std::string file = input_file(b.launch);
  return "--scene " +
         shell_word(file.empty() ? b.launch.scene.value_or(kDefaultWorkload) : absolute_path(file));
}

/// Returns the options of a command that makes the same frames again: those that the user gave, and
/// the scene. Parameters of broadphases are left out, as the report names those that it found.
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
  for (const std::string& word : b.launch.reading.solid) text += " --solid " + shell_word(word);
  if (b.launch.reading.origin == BoxOrigin::center) text += " --origin center";
  text += query_options(b.queries);
  if (b.threads != 1) text += fmt::format(" --threads {}", b.threads);
  return text;
}

void check(const TuneCommand& c) {
  const BenchOptions& b = c.frames;
  check_frames(b, c.count.has_value());
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
    bar.show(search->progress(), fmt::format("{}: {}", scene, search->phase().english()));
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
        "What is minimized: mean time plus spikes (frame), mean, median, 99th "
        "percentile, box tests")
      .by_default(std::string(kObjectiveNames[0]));
  add_frames(to, frames);
  to.text("--broadphase", "all|ID,...", frames.broadphases, "Which are searched")
      .suggests(broadphase_ids)
      .by_default(frames.broadphases);
  add_sets(to, frames.launch.sets);
  add_seed(to, frames.launch);
  add_threads(to, frames.threads);
  frames.files.add(to, "--json", "FILE", "All numbers and the recommended settings");
  frames.files.add(to, "--report", "FILE.html",
                   "A page for a colleague: the answer and its charts, as one file for a browser");
  frames.files.add(to, "--cpp", "FILE.hpp", "The lines that use the library, as a header");
  frames.files.add(to, "--js", "FILE.mjs", "The lines that use the npm package, as a module");
  return [c] { return run_tune(*c); };
}

}  // namespace phasebox::cli
