// SPDX-License-Identifier: MIT
// `phasebox check`: checks whether a broadphase keeps every promise. Each promise is checked in a
// child process of its own.
#include <filesystem>
#include <limits>

#include "cli/commands/commands.hpp"
#include "collide/registry.hpp"
#include "contract/check_run.hpp"
#include "io/files/text_file.hpp"
#include "lab/shell_word.hpp"

namespace phasebox::cli {
namespace {

struct CheckCommand {
  std::string broadphase;            ///< id; empty: the plug-ins, or all without one
  std::vector<std::string> plugins;  ///< paths; only child processes load them
  contract::CheckOptions options;
  std::string world;  ///< path of the only trial; empty: seeded worlds
  std::string out;    ///< folder for the worlds of failures; empty: the current one
  OutputFiles files;
};

using contract::CheckResult;

/// Returns the broadphase with the id of --broadphase: of the registry, or else the first plug-in
/// with that id. Throws Refusal if there is none.
contract::Source with_id(const CheckCommand& c, const std::vector<contract::Source>& plugins) {
  if (const BroadphaseEntry* entry = find_entry(broadphases(), c.broadphase))
    return contract::source_of(*entry);
  contract::CheckOptions options;
  options.limit = c.options.limit;
  for (const contract::Source& plugin : plugins)
    if (must(contract::facts_of(plugin, options)).id == c.broadphase) return plugin;
  throw Refusal{unknown_id("broadphase", c.broadphase, broadphases())};
}

std::vector<contract::Source> sources_of(const CheckCommand& c) {
  std::vector<contract::Source> sources;
  for (const std::string& file : c.plugins) {
    sources.push_back(contract::source_of_plugin(file));
    sources.back().option = "--plugin " + shell_word(file);
  }
  if (!c.broadphase.empty()) return {with_id(c, sources)};
  if (sources.empty())
    for (const BroadphaseEntry* entry : broadphases())
      sources.push_back(contract::source_of(*entry));
  return sources;
}

/// Writes the smallest trial of each failure to a file of the folder, unless the trial was read
/// from a file by --world. Completes the command that repeats it by the name of the file.
void write_failures(const CheckCommand& c, CheckResult& result) {
  const std::filesystem::path folder = c.out.empty() ? "." : c.out;
  for (contract::PromiseResult& row : result.promises) {
    if (!row.failure || row.failure->smallest.trial.frames.empty()) continue;
    contract::Failure& failure = *row.failure;
    const auto file = folder / fmt::format("{}-{}.csv", result.id, row.promise->id);
    failure.file = c.world.empty() ? file.lexically_normal().string() : c.world;
    failure.smallest.note.command += shell_word(failure.file);
    if (c.world.empty())
      must(write_file_atomically(failure.file, contract::trial_text(failure.smallest)));
  }
}

void check_input(const CheckCommand& c) {
  if (!c.out.empty()) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(c.out, ignored))
      throw Refusal{fmt::format("--out: there is no folder {}; make it first", c.out)};
    if (auto status = check_writable(std::filesystem::path(c.out) / "check.csv"); status.failed())
      throw Refusal{"--out: " + status.error().text};
  }
  c.files.check(c.world);
}

contract::TrialFile read_world(const std::string& file) {
  constexpr std::uint64_t kMax = contract::kMaxTrialText;
  const std::string text = must(decompressed(must(read_file(file, kMax)), file, kMax));
  return must(contract::parse_trial(text, file));
}

CheckResult check_one(const CheckCommand& c, const contract::Source& source,
                      const std::optional<contract::TrialFile>& world, double seconds) {
  ProgressBar bar;
  contract::CheckOptions options = c.options;
  options.seconds = seconds;
  options.continues = [&](double progress, const std::string& text) {
    bar.show(progress, text);
    return !was_interrupted();
  };
  return must(contract::run_check(source, options, world ? &*world : nullptr));
}

int run_check(const CheckCommand& c) {
  check_input(c);
  const auto sources = sources_of(c);
  std::optional<contract::TrialFile> world;
  if (!c.world.empty()) world = read_world(c.world);
  std::vector<CheckResult> results;
  bool is_kept = true;
  for (const contract::Source& source : sources) {
    CheckResult result =
        check_one(c, source, world, c.options.seconds / static_cast<double>(sources.size()));
    write_failures(c, result);
    is_kept &= result.is_kept() && result.unchecked() == 0;
    results.push_back(std::move(result));
    c.files.write("--junit", [&] { return contract::junit_xml(results); });
    print((results.size() == 1 ? "" : "\n") + contract::check_text(results.back()));
    if (was_interrupted()) break;
  }
  if (was_interrupted()) return kInterrupted;
  return is_kept ? kDone : kOurFailure;
}

}  // namespace

Run check_command(Options& to, const Program& program) {
  const auto c = std::make_shared<CheckCommand>();
  to.text("--broadphase", "ID", c->broadphase, "Broadphase")
      .suggests(broadphase_ids)
      .by_default("all, without a plug-in");
  contract::CheckOptions& options = c->options;
  add_sets(to, options.sets);
  to.number("--worlds", options.worlds, 1, 1'000'000, "Number of worlds");
  to.number("--seed", options.seed, 0, std::numeric_limits<std::uint32_t>::max(),
            "Seed of the worlds");
  to.number("--seconds", options.seconds, 0, 1e6,
            "Time for all of it; 0: until every world was seen");
  to.number("--limit", options.limit, 0.1, 1e6,
            "Seconds without an answer for one frame that are a failure");
  to.text("--world", "FILE.csv", c->world,
          "One world only: a file that check wrote, or recorded boxes");
  to.text("--out", "FOLDER", c->out, "Folder for the smallest worlds that fail")
      .by_default("the current one");
  c->files.add(to, "--junit", "FILE.xml", "The result as JUnit XML");
  return [c, &program] {
    c->plugins = program.plugins;
    c->options.heap = program.bench.heap;
    return run_check(*c);
  };
}

}  // namespace phasebox::cli
