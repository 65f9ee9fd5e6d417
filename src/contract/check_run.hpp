// SPDX-License-Identifier: MIT
// A check of one broadphase: every promise on every world, a child for each promise; what fails is
// made small, and the result is told to people and to what runs tests.
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

/// What is checked, as a child finds it.
struct Source {
  std::string option;  ///< "--broadphase quadtree"
  std::string name;    ///< "quadtree"; of a plug-in its file
  /// Called in a child; the entry lives as long as what it points into.
  std::function<Result<std::shared_ptr<const BroadphaseEntry>>()> load;
};
/// One of the registry.
Source source_of(const BroadphaseEntry& entry);
/// A plug-in, which is loaded in children only.
Source source_of_plugin(const std::string& file);

struct CheckOptions {
  std::size_t worlds = 300;
  std::uint64_t seed = 1;
  double seconds = 0;  ///< for all of it, making failures small included; 0: no limit
  double limit = 10;   ///< s without an answer for one frame
  std::vector<std::pair<std::string, std::string>>
      sets;  ///< parameters that keep a value, as typed
  HeapMeter heap;
  bool stops_at_first = false;  ///< at the first failure, and without large worlds
  /// Null, or told how far it is; false ends the check.
  std::function<bool(double progress, const std::string& text)> continues;
};

/// What a broadphase says of itself, asked in a child: a plug-in may fail at that as well.
struct Facts {
  std::string id, title;
  Settings fixed;               ///< those that were typed
  std::vector<Settings> tried;  ///< of the other parameters; the first are the defaults
};
/// An error is of the input: the file is no plug-in, there is no such parameter.
Result<Facts> facts_of(const Source& source, const CheckOptions& options);

/// A promise that was broken, and the smallest trial found on which it is.
struct Failure {
  std::string text;  ///< what happened first, and where
  /// Its command lacks the file's name.
  TrialFile smallest;
  bool happens_alone = true;  ///< false: only after the worlds before, so it is not made small
  std::string smallest_text;  ///< what happens there
  std::string file;           ///< where the caller has written it; empty: nowhere
  std::uint32_t turn = 0;     ///< each world has two: with the defaults, and with other settings
  bool is_shrunk = false;     ///< false: there was no time
};

/// What was found out about one promise.
struct PromiseResult {
  const PromiseRow* promise = nullptr;
  std::uint32_t worlds = 0, frames = 0;
  double seconds = 0;
  std::string skipped;  ///< why it was not checked; empty: it was
  std::optional<Failure> failure;
};

struct CheckResult {
  std::string id, title;
  std::vector<PromiseResult> promises;
  std::size_t worlds = 0;
  std::uint64_t seed = 0;
  bool is_complete = true;  ///< false: stopped, or out of time
  double seconds = 0;

  bool is_kept() const;
  /// Promises for which there was no time at all.
  std::size_t unchecked() const;
};

/// `only`: null, or the one trial; then only the promise that its file names, if it names one.
/// An error is of the input: there is no such parameter or promise, the file is no plug-in.
Result<CheckResult> run_check(const Source& source, const CheckOptions& options,
                              const TrialFile* only = nullptr);

/// A line for each promise, then what is known of each failure.
std::string check_text(const CheckResult& result);

/// JUnit XML: a test suite for each broadphase, a test case for each promise.
std::string junit_xml(std::span<const CheckResult> results);

}  // namespace phasebox::contract
