// SPDX-License-Identifier: MIT
// Standard streams, for people and for pipes; exit codes; Ctrl+C.
#pragma once
#include <string>
#include <string_view>
#include <utility>

#include "base/result.hpp"

namespace phasebox::cli {

// Exit codes of the program.
inline constexpr int kDone = 0, kOurFailure = 1, kBadInput = 2, kInterrupted = 130;

/// Thrown, it ends a command: `run_cli` reports the error and gives the exit code.
struct Refusal {
  Error error;
  int exit_code = kBadInput;
};

/// Ends the command where there is an error.
inline void must(const Status& status, int exit_code = kBadInput) {
  if (status) throw Refusal{*status, exit_code};
}
template <class T>
T must(Result<T> result, int exit_code = kBadInput) {
  if (!result) throw Refusal{result.error(), exit_code};
  return *std::move(result);
}

/// Writes to standard output and gives kDone, also where the reader is gone; other errors end all.
int print(std::string_view text);

/// Says on standard error, on one line, what went wrong; gives back `exit_code`.
int report(const Error& error, int exit_code = kBadInput);

/// Whether Ctrl+C was pressed since the first call. Pressed again it ends the program.
bool was_interrupted();

/// On standard error, if that is a terminal; gone when it is destroyed.
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
