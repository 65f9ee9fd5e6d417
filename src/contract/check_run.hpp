// SPDX-License-Identifier: MIT
// The check of one broadphase by `phasebox check`: each promise is checked on many worlds, in a
// child process, as the broadphase may crash or hang. The worlds of failures are made small. The
// result can be written as a text for users and as JUnit XML for programs that run tests.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "contract/checks.hpp"
#include "contract/trial.hpp"

namespace phasebox::contract {

/// The broadphase under check, and the way by which a child process loads it.
struct Source {
  std::string option;  ///< of the command line that checks it, such as "--broadphase quadtree"
  std::string name;    ///< for messages: the id, or the file of a plug-in
  /// Loads the broadphase; called in child processes. The result keeps alive everything that the
  /// entry points to.
  std::function<Result<std::shared_ptr<const BroadphaseEntry>>()> load;
};
/// Makes the source of a broadphase that is loaded already. The entry must outlive the source.
Source source_of(const BroadphaseEntry& entry);
/// Makes the source of a plug-in. Only child processes load the file.
Source source_of_plugin(const std::string& file);

/// The settings of a check.
struct CheckOptions {
  std::size_t worlds = 300;  ///< the number of worlds for each promise
  std::uint64_t seed = 1;    ///< of the worlds; the same seed makes the same worlds
  double seconds = 0;        ///< s for the whole check, making failures small included; 0: no limit
  double limit = 10;         ///< s that a frame may take before the child process counts as hung
  std::vector<std::pair<std::string, std::string>>
      sets;        ///< key and value, as typed, of parameters that all worlds are checked with
  HeapMeter heap;  ///< without it, the promise about allocations is skipped
  bool stops_at_first = false;  ///< ends at the first broken promise; large worlds are skipped
  /// Null, or called now and then with the progress, 0 to 1, and a line about it. When it returns
  /// false, the check ends with what it has found so far.
  std::function<bool(double progress, const std::string& text)> continues;
};

/// What a check needs to know about a broadphase. A child process reads it, as a plug-in may crash
/// when it is loaded.
struct Facts {
  std::string id, title;
  Settings fixed;               ///< the parameters of `CheckOptions::sets`, as values
  std::vector<Settings> tried;  ///< of the other parameters; the first is empty: the defaults
};
/// Reads the facts of a broadphase in a child process. Fails for bad input, such as a file that is
/// no plug-in or an unknown parameter, and when the child crashes or takes more than
/// `options.limit` s.
Result<Facts> facts_of(const Source& source, const CheckOptions& options);

/// A broken promise, and the smallest trial found that breaks it.
struct Failure {
  std::string text;  ///< what was found wrong first, and on which world
  /// The smallest trial that breaks the promise, or the whole trial while none smaller was found.
  /// The command in its note ends before the name of the file, which the caller adds.
  TrialFile smallest;
  /// False: the trial alone does not break the promise, only after the worlds before it in the same
  /// process. It is then not made small.
  bool happens_alone = true;
  std::string smallest_text;  ///< what is wrong in the smallest trial
  std::string file;           ///< where the caller has written the smallest trial; empty: nowhere
  std::uint32_t turn = 0;     ///< 2 * number of the world, + 1 if not with the default settings
  bool is_shrunk = false;     ///< whether making it small came to its end, not to a time limit
};

/// The result of one promise.
struct PromiseResult {
  const PromiseRow* promise = nullptr;
  std::uint32_t worlds = 0, frames = 0;  ///< how many were checked
  double seconds = 0;   ///< s that checking it took, without making a failure small
  std::string skipped;  ///< the reason why it was not checked to its end; else empty
  std::optional<Failure> failure;
};

/// The result of the check of one broadphase.
struct CheckResult {
  std::string id, title;
  std::vector<PromiseResult> promises;
  std::size_t worlds = 0;   ///< how many were to be checked for each promise
  std::uint64_t seed = 0;   ///< of the worlds
  bool is_complete = true;  ///< false: it was stopped, ran out of time, or ended at a failure
  double seconds = 0;       ///< s for all, making failures small included

  /// Whether no promise was found broken; some may be unchecked.
  bool is_kept() const;
  /// The number of promises that were neither skipped nor found broken, but checked on no world, as
  /// the check had ended before.
  std::size_t unchecked() const;
};

/// Runs a check. If `only` is not null, it checks that trial instead of the worlds, and only the
/// promise that the trial's file names, if it names one. A broken promise is a result, not an
/// error. Fails when `facts_of` does, and for a trial that names an unknown promise.
Result<CheckResult> run_check(const Source& source, const CheckOptions& options,
                              const TrialFile* only = nullptr);

/// Returns the result as text: a table with a line for each promise, then the details of each
/// failure.
std::string check_text(const CheckResult& result);

/// Returns JUnit XML with a test suite for each result, which is one broadphase, and in it a test
/// case for each promise.
std::string junit_xml(std::span<const CheckResult> results);

}  // namespace phasebox::contract
