// SPDX-License-Identifier: MIT
// `phasebox check`: whether a broadphase keeps every promise, each in a process of its own.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/bench.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "collide/registry.hpp"
#include "contract/report.hpp"
#include "contract/run.hpp"
#include "io/files/compressed.hpp"
#include "io/files/text_file.hpp"
#include "lab/shell.hpp"

namespace phasebox {
namespace {

using contract::CheckResult;
using contract::PromiseResult;

/// That of the registry, or of the plug-ins the one that has the id.
Result<std::vector<contract::Source>> with_id(const CheckCommand& c,
                                              std::vector<contract::Source> plugins) {
  if (const BroadphaseEntry* entry = find_entry(broadphases(), c.broadphase))
    return std::vector{contract::source_of(*entry)};
  for (const contract::Source& plugin : plugins) {
    const auto facts = contract::facts_of(plugin, {{}, c.seed, c.limit});
    if (!facts) return facts.error();
    if (facts->id == c.broadphase) return std::vector{plugin};
  }
  return unknown_id("broadphase", c.broadphase, broadphases());
}

Result<std::vector<contract::Source>> sources_of(const CheckCommand& c) {
  std::vector<contract::Source> sources;
  for (const std::string& file : c.plugins) {
    sources.push_back(contract::source_of_plugin(file));
    sources.back().option = "--plugin " + shell_word(file);
  }
  if (!c.broadphase.empty()) return with_id(c, std::move(sources));
  if (sources.empty())
    for (const BroadphaseEntry* entry : broadphases())
      sources.push_back(contract::source_of(*entry));
  return sources;
}

std::filesystem::path file_of(const CheckCommand& c, const CheckResult& result,
                              const PromiseResult& row) {
  const std::filesystem::path folder = c.out.empty() ? "." : c.out;
  return (folder / fmt::format("{}-{}.csv", result.id, row.promise->id)).lexically_normal();
}

/// Where the smallest world of a failure stands; empty: there is none, or it was read from a file.
std::string written_file(const CheckCommand& c, const CheckResult& result,
                         const PromiseResult& row) {
  if (!row.failure || row.failure->smallest.trial.frames.empty()) return {};
  return c.world.empty() ? file_of(c, result, row).string() : c.world;
}

Status write_failures(const CheckCommand& c, CheckResult& result) {
  for (PromiseResult& row : result.promises) {
    const std::string file = written_file(c, result, row);
    if (file.empty()) continue;
    contract::TrialFile& small = row.failure->smallest;
    small.note.command += shell_word(file);
    if (!c.world.empty()) continue;
    if (auto error = write_file_atomically(file, contract::trial_text(small))) return error;
  }
  return {};
}

Status check_input(const CheckCommand& c) {
  if (!c.out.empty()) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(c.out, ignored))
      return Error{fmt::format("--out: there is no folder {}; make it first", c.out)};
    if (auto error = check_writable(std::filesystem::path(c.out) / "check.csv"))
      return Error{"--out: " + error->text};
  }
  const OutputFile output{"--junit", c.junit};
  return check_outputs({&output, 1}, c.world);
}

Result<contract::TrialFile> read_world(const std::string& file) {
  Result<std::string> bytes = read_file(file, contract::kMaxTrialText);
  if (!bytes) return bytes.error();
  const Result<std::string> text = decompressed(*std::move(bytes), file, contract::kMaxTrialText);
  if (!text) return text.error();
  return contract::parse_trial(*text, file);
}

Result<CheckResult> check_one(const CheckCommand& c, const contract::Source& source,
                              const std::optional<contract::TrialFile>& world, double seconds) {
  ProgressBar bar;
  contract::CheckOptions options;
  options.worlds = c.worlds, options.seed = c.seed;
  options.seconds = seconds, options.limit = c.limit;
  options.sets = c.sets, options.heap = c.heap;
  options.goes_on = [&](double progress, const std::string& text) {
    bar.show(progress, text);
    return !was_interrupted();
  };
  return world ? contract::run_check(source, *world, options)
               : contract::run_check(source, options);
}

}  // namespace

int run_check(const CheckCommand& c) {
  if (auto error = check_input(c)) return report(*error);
  const auto sources = sources_of(c);
  if (!sources) return report(sources.error());
  std::optional<contract::TrialFile> world;
  if (!c.world.empty()) {
    auto read = read_world(c.world);
    if (!read) return report(read.error());
    world = *std::move(read);
  }
  const auto where = [&](const CheckResult& result, const PromiseResult& row) {
    return written_file(c, result, row);
  };
  std::vector<CheckResult> results;
  bool is_kept = true;
  for (const contract::Source& source : *sources) {
    auto result = check_one(c, source, world, c.seconds / static_cast<double>(sources->size()));
    if (!result) return report(result.error());
    if (auto error = write_failures(c, *result)) return report(*error);
    is_kept &= result->is_kept();
    print((results.empty() ? "" : "\n") + contract::check_text(*result, where));
    results.push_back(*std::move(result));
    if (was_interrupted()) break;
  }
  if (!c.junit.empty())
    if (auto error = write_file_atomically(c.junit, contract::junit_xml(results, where)))
      return report(*error);
  if (was_interrupted()) return kInterrupted;
  return is_kept ? kDone : kOurFailure;
}

}  // namespace phasebox
