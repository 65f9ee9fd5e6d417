// SPDX-License-Identifier: MIT
// A check of one broadphase: every promise on every world, in children; what fails is made small.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "contract/attempt.hpp"
#include "contract/facts.hpp"
#include "contract/trial_file.hpp"

namespace phasebox::contract {

struct CheckOptions {
  std::size_t worlds = 300;
  std::uint64_t seed = 1;
  double seconds = 0;              ///< for all of it, making failures small included; 0: no limit
  double limit = 10;               ///< s without an answer for one frame
  std::vector<TypedSetting> sets;  ///< parameters that keep a value
  HeapMeter heap;
  bool stops_at_first = false;  ///< at the first failure, without large worlds and timing
  /// Null, or told how far it is; false ends the check.
  std::function<bool(double progress, const std::string& text)> goes_on;
};

/// A promise that was broken, and the smallest trial found on which it is.
struct Failure {
  std::string text;  ///< what happened first, and where
  /// With no frames where it could not be repeated alone; its command lacks the file's name.
  TrialFile smallest;
  std::string smallest_text;  ///< what happens there
  Settings settings;
  bool is_shrunk = false;  ///< false: there was no time
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
  std::string growth;  ///< how its time grows, one line
  std::size_t worlds = 0;
  std::uint64_t seed = 0;
  bool is_complete = true;  ///< false: stopped, or out of time
  double seconds = 0;

  bool is_kept() const;
};

/// An error is of the input: there is no such parameter, the file is no plug-in.
Result<CheckResult> run_check(const Source& source, const CheckOptions& options);
/// The same on one trial; only the promise that its file names, if it names one.
Result<CheckResult> run_check(const Source& source, const TrialFile& file,
                              const CheckOptions& options);

}  // namespace phasebox::contract
