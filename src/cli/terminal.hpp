// SPDX-License-Identifier: MIT
// Standard streams, exit codes and Ctrl+C.
#pragma once
#include <string>
#include <string_view>
#include <utility>

#include "base/result.hpp"

namespace phasebox::cli {

// Exit codes of the program.
inline constexpr int kDone = 0, kOurFailure = 1, kBadInput = 2, kInterrupted = 130;

/// An exception that ends a command: `run_cli` reports the error and returns the exit code.
struct Refusal {
  Error error;
  int exit_code = kBadInput;
};

/// Throws Refusal where the status or result failed; returns the result's value.
inline void must(const Status& status, int exit_code = kBadInput) {
  if (status.failed()) throw Refusal{status.error(), exit_code};
}
template <class T>
T must(Result<T> result, int exit_code = kBadInput) {
  if (result.failed()) throw Refusal{result.error(), exit_code};
  return *std::move(result);
}

/// Writes to standard output and returns kDone, also when the reader has closed the pipe. Throws
/// Refusal on any other error.
int print(std::string_view text);

/// Prints the error on one line of standard error and returns `exit_code`.
int report(const Error& error, int exit_code = kBadInput);

/// Whether Ctrl+C was pressed since the first call. Pressing it again ends the program.
bool was_interrupted();

/// A progress bar on standard error, shown only if that is a terminal, and erased by the
/// destructor.
class ProgressBar {
 public:
  ProgressBar();
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  void show(double progress, const std::string& text);

 private:
  bool is_shown_;
  int last_ = -1;
};

}  // namespace phasebox::cli
