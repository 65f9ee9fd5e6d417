// SPDX-License-Identifier: MIT
// `phasebox replay`: a recorded session once more, and whether it is the same.
#include <fmt/format.h>

#include "base/number_format.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "io/record/record_file.hpp"

namespace phasebox {
namespace {

std::string replay_text(const ReplayCommand& c, const SessionRecord& record,
                        const ReplayResult& result) {
  std::string text =
      fmt::format("{}, {}; the last state is 0x{:016x}\n", counted(result.steps, "step"),
                  counted(result.commands, "command"), result.end.value);
  if (c.verifies)
    text += fmt::format("{} compared: all are as recorded\n", counted(result.hashes, "state"));
  if (!record.has_end) text += "The record has no end: the program that wrote it ended early.\n";
  return text;
}

Error difference(const ReplayCommand& c, const Divergence& d) {
  const std::string before =
      d.equal_until ? fmt::format("; the last one as recorded is that of step {}", *d.equal_until)
                    : "; none before it was compared";
  return {fmt::format("{}:{}: step {}: the {} is 0x{:016x}, recorded was 0x{:016x}{}", c.file,
                      d.line, d.step, d.recorded.is_of_all ? "state" : "state of the sprites",
                      d.found.value, d.recorded.value, before)};
}

}  // namespace

int run_replay(const ReplayCommand& c) {
  const Result<SessionRecord> record = load_record(c.file);
  if (!record) return report(record.error());
  const auto result = replay(*record, c.file, c.verifies);
  if (!result) return report(result.error());
  if (result->divergence) return report(difference(c, *result->divergence), kOurFailure);
  return print(replay_text(c, *record, *result));
}

}  // namespace phasebox
