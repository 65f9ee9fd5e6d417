// SPDX-License-Identifier: MIT
// Checks one broadphase: every promise on every world, in a child process for each promise.
// Failures are made small. The result is a text for users and JUnit XML for programs that run
// tests.
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
  std::string option;  ///< "--broadphase quadtree"
  std::string name;    ///< "quadtree"; a plug-in's file name
  /// Loads the entry; it is called in a child. The result keeps alive everything that the entry
  /// points to.
  std::function<Result<std::shared_ptr<const BroadphaseEntry>>()> load;
};
/// The source of an entry of the registry, which must outlive it.
Source source_of(const BroadphaseEntry& entry);
/// The source of a plug-in, which is loaded in children only.
Source source_of_plugin(const std::string& file);

/// The settings of a check.
struct CheckOptions {
  std::size_t worlds = 300;
  std::uint64_t seed = 1;
  double seconds = 0;  ///< s for the whole check, making failures small included; 0: no limit
  double limit = 10;   ///< s that a child may go without a sign of progress
  std::vector<std::pair<std::string, std::string>>
      sets;  ///< parameters that keep a value, key and text as typed
  HeapMeter heap;
  bool stops_at_first = false;  ///< ends at the first failure, and leaves out large worlds
  /// Null, or called with the progress, 0 to 1, and a line about it; returning false ends the
  /// check.
  std::function<bool(double progress, const std::string& text)> continues;
};

/// The description of a broadphase. A child reads it, as a plug-in may fail at that as well.
struct Facts {
  std::string id, title;
  Settings fixed;               ///< parameters that the user set
  std::vector<Settings> tried;  ///< settings of the other parameters; the first has the defaults
};
/// Reads the description in a child. Fails for bad input, such as a file that is no plug-in or an
/// unknown parameter, and when the child crashes or exceeds the limit.
Result<Facts> facts_of(const Source& source, const CheckOptions& options);

/// A broken promise, and the smallest trial found that breaks it.
struct Failure {
  std::string text;  ///< what happened first, and where
  /// The smallest trial. The command in its note lacks the file's name at the end.
  TrialFile smallest;
  bool happens_alone = true;  ///< false: it needs the worlds before it, so it is not made small
  std::string smallest_text;  ///< what happens in the smallest trial
  std::string file;           ///< the file to which the caller wrote it; empty: none
  std::uint32_t turn = 0;     ///< 2 * world with the default settings, + 1 with other settings
  bool is_shrunk = false;     ///< false: time ended before it was as small as possible
};

/// The result of one promise.
struct PromiseResult {
  const PromiseRow* promise = nullptr;
  std::uint32_t worlds = 0, frames = 0;  ///< the numbers of those that were checked
  double seconds = 0;
  std::string skipped;  ///< the reason why it was not checked; empty when it was
  std::optional<Failure> failure;
};

/// The result of a check.
struct CheckResult {
  std::string id, title;
  std::vector<PromiseResult> promises;
  std::size_t worlds = 0;
  std::uint64_t seed = 0;
  bool is_complete = true;  ///< false: it was stopped, or ran out of time
  double seconds = 0;

  /// Whether no promise was found broken.
  bool is_kept() const;
  /// The number of promises that there was no time to check.
  std::size_t unchecked() const;
};

/// Runs a check. If `only` is not null, it checks only that trial, and only the promise that the
/// trial's file names, if it names one. Fails for bad input: an unknown parameter or promise, or a
/// file that is no plug-in.
Result<CheckResult> run_check(const Source& source, const CheckOptions& options,
                              const TrialFile* only = nullptr);

/// Writes a line for each promise, then the details of each failure.
std::string check_text(const CheckResult& result);

/// Writes JUnit XML with a test suite for each broadphase and a test case for each promise.
std::string junit_xml(std::span<const CheckResult> results);

}  // namespace phasebox::contract
