// SPDX-License-Identifier: MIT
// Statistics of every step, written as they happen; the columns are in docs/file-formats.md.
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

/// A CSV file that grows by whole lines: a killed process leaves no half of one.
class StepLog {
 public:
  /// Begins the file, in place of one that is there. Refuses a place that cannot be written.
  static Result<StepLog> open(const std::filesystem::path& file);

  /// A line for the step that the session has just made. It is written with the next one, at the
  /// latest when the log is closed, so that `counted` may complete it. An error is that of the line
  /// before; afterward nothing more is written.
  Status add(const Session&, const PhaseTimes&, double steps_per_second);
  /// What the traced run of that same step counted; passed over when the session has gone on.
  void counted(const Session&, const Counters&);
  /// Writes what is left.
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
