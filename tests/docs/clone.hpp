// SPDX-License-Identifier: MIT
// A copy of what a fresh clone holds for its reader, in which commands of the documentation run.
#pragma once
#include <string>

#include "support/files.hpp"

namespace phasebox::test {

/// What a command said.
struct Said {
  int code = -1;        ///< exit code; 0 for a window that came up and drew
  std::string text;     ///< standard output and error, and the files that it wrote as text
  std::string missing;  ///< a file that it was to write and did not; empty otherwise
};

/// The same command with small budgets and counts; only times change, and how far it gets.
std::string quickened(const std::string& command);

/// Holds examples and assets; removed with the object.
class Clone {
 public:
  Clone();
  /// Runs the line in a shell, with the program under test as `phasebox` and as `./run.sh`. A
  /// command that opens the window runs without a screen until it has drawn; then the window is
  /// closed.
  Said run(const std::string& command) const;
  std::filesystem::path path() const { return folder_.path(); }

 private:
  Said run_window(const std::string& command) const;
  TemporaryFolder folder_;
};

}  // namespace phasebox::test
