// SPDX-License-Identifier: MIT
// Output to the standard streams, exit codes of the program, and Ctrl+C.
#pragma once
#include <string>
#include <string_view>
#include <utility>

#include "base/result.hpp"

namespace phasebox::cli {

// Exit codes of the program: success; a fault, such as a broken promise or a wrong result; an error
// of the user or of a file; and an end by Ctrl+C.
inline constexpr int kDone = 0, kOurFailure = 1, kBadInput = 2, kInterrupted = 130;

/// The exception that ends a command: `run_cli` catches it, reports the error and returns the exit
/// code.
struct Refusal {
  Error error;
  int exit_code = kBadInput;
};

/// Throws Refusal with this exit code if the status is a failure.
inline void must(const Status& status, int exit_code = kBadInput) {
  if (status.failed()) throw Refusal{status.error(), exit_code};
}
/// Returns the value of a result; throws Refusal with this exit code if it is a failure.
template <class T>
T must(Result<T> result, int exit_code = kBadInput) {
  if (result.failed()) throw Refusal{result.error(), exit_code};
  return *std::move(result);
}

/// Writes a text to standard output, with '?' for control characters other than tabs and line ends.
/// Returns kDone, also when the program that reads the output has closed it. Throws Refusal on any
/// other error.
int print(std::string_view text);

/// Prints "phasebox: " and the error as one line to standard error, and returns `exit_code`.
int report(const Error& error, int exit_code = kBadInput);

/// Whether Ctrl+C was pressed since the first call of this function. The first call makes Ctrl+C no
/// longer end the program, so that a command can end in order; pressed a second time, it does.
bool was_interrupted();

/// A line with a progress bar on standard error, which the destructor erases. Nothing is shown
/// unless standard error is a terminal.
class ProgressBar {
 public:
  ProgressBar();
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  /// Shows the progress, 0 to 1, with a text behind the bar. A change of less than 0.1 % is not
  /// shown.
  void show(double progress, const std::string& text);

 private:
  bool is_shown_;
  int last_ = -1;  // the progress that is shown, in thousandths; -1: none yet
};

}  // namespace phasebox::cli
