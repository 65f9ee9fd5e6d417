// SPDX-License-Identifier: MIT
// `phasebox tune`: a search over a scene's or a recording's frames, and its answer in four forms.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "cli/bench.hpp"
#include "cli/output.hpp"
#include "io/files/text_file.hpp"
#include "lab/shell.hpp"
#include "lab/tune/tune_report.hpp"

namespace phasebox {
namespace {

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

Objective objective_of(const std::string& name) {
  const auto it = std::ranges::find(kObjectiveNames, name);
  return static_cast<Objective>(it - kObjectiveNames.begin());
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

Status write_files(const TuneCommand& c, const TuneReport& report, const TuneOrigin& origin) {
  if (!c.json.empty())
    if (auto error = write_file_atomically(c.json, tune_json(report, origin))) return error;
  if (!c.report.empty())
    if (auto error = write_file_atomically(c.report, tune_html(report, origin))) return error;
  if (!c.cpp.empty() && report.winner())
    return write_file_atomically(c.cpp, "#pragma once\n" + cpp_lines(report.winner()->contestant));
  return {};
}

TuneReport search(BenchCase&& frames, const TuneCommand& c) {
  TuneOptions options;
  options.budget = c.budget;
  options.objective = objective_of(c.objective);
  options.threads = c.frames.threads;
  if (c.frames.broadphases != "all")
    for (const Contestant& named : frames.contestants) options.entries.push_back(named.entry);
  options.fixed = frames.fixed;
  options.all_frames = c.frames.all_frames;
  if (!frames.is_scene) options.max_frames = c.frames.frames;
  const std::string scene = frames.scene;
  Tuning tuning(std::move(frames.recording), options);
  ProgressBar bar;
  while (!was_interrupted() && tuning.advance())
    bar.show(tuning.progress(), fmt::format("{}: {}", scene, tuning.phase()));
  return tuning.result();
}

}  // namespace

int run_tune(const TuneCommand& c) {
  if (auto error = check(c)) return report(*error);
  BenchOptions recorded = c.frames;
  recorded.has_warm_up = false;
  Result<BenchCase> frames = bench_case(recorded, c.count);
  if (!frames) return report(frames.error());
  if (frames->recording.max_boxes() == 0)
    return report({frames->scene + ": there is no box in it to search with; use --count"});
  const TuneOrigin origin{frames->scene, options_text(c, *frames), this_machine(), today()};
  const TuneReport found = search(*std::move(frames), c);
  if (const int code = print(tune_text(found, origin)); code != kDone) return code;
  if (auto error = write_files(c, found, origin)) return report(*error);
  if (was_interrupted()) return kInterrupted;
  return found.any_wrong() || !found.winner() ? kOurFailure : kDone;
}

}  // namespace phasebox
