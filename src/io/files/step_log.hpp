// SPDX-License-Identifier: MIT
// The step log (`--log`): the statistics of every step as CSV, written as they happen.
// docs/file-formats.md describes the columns.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "base/result.hpp"
#include "io/files/text_file.hpp"
#include "session/session.hpp"

namespace phasebox {

/// A CSV file that grows by a line per step. A killed process may leave a part of the last line, as
/// LineFile says.
class StepLog {
 public:
  /// Begins the file with its header, replacing an old one. Refuses a path that cannot be written.
  static Result<StepLog> open(const std::filesystem::path& file);

  /// Adds a line for the step that the session has just made. The line is written when the next one
  /// is added, or when the log is closed, so that `counted` can still complete it. A returned error
  /// is that of the line before; after it nothing more is written.
  Status add(const Session&, const PhaseTimes&, double steps_per_second);
  /// Adds the counters of a traced run to the line that was added last; ignored when the session
  /// has made another step since.
  void counted(const Session&, const Counters&);
  /// Writes the last line and ends the file; returns the first error of both.
  Status close();

 private:
  struct Line {
    std::uint64_t step = 0;
    std::string begin, counts, end;
  };

  explicit StepLog(LineFile file) : file_(std::move(file)) {}
  Status write_line();

  LineFile file_;
  std::optional<Line> line_;
};

}  // namespace phasebox
