// SPDX-License-Identifier: MIT
// `phasebox replay`: runs a recorded session again and, with --verify, compares its states with the
// recorded ones.
#include "base/number_format.hpp"
#include "cli/commands/commands.hpp"
#include "io/record/replay.hpp"

namespace phasebox::cli {
namespace {

struct ReplayOptions {
  std::string file;
  bool verifies = false;
};

std::string replay_text(const ReplayOptions& c, const SessionRecord& record,
                        const ReplayResult& result) {
  std::string text =
      fmt::format("{}, {}; the last state is 0x{:016x}\n", counted(result.steps, "step"),
                  counted(result.commands, "command"), result.end.value);
  if (c.verifies)
    text += fmt::format("{} compared: all are as recorded\n", counted(result.hashes, "state"));
  if (!record.has_end) text += "The record has no end: the program that wrote it ended early.\n";
  return text;
}

Error difference(const ReplayOptions& c, const Divergence& d) {
  const std::string before =
      d.equal_until ? fmt::format("; the last one as recorded is that of step {}", *d.equal_until)
                    : "; none before it was compared";
  return {fmt::format("{}:{}: step {}: the {} is 0x{:016x}, recorded was 0x{:016x}{}", c.file,
                      d.line, d.step, d.recorded.is_of_all ? "state" : "state of the sprites",
                      d.found.value, d.recorded.value, before)};
}

int run_replay(const ReplayOptions& c) {
  const SessionRecord record = must(load_record(c.file));
  const ReplayResult result = must(replay(record, c.file, c.verifies));
  if (result.divergence) return report(difference(c, *result.divergence), kOurFailure);
  return print(replay_text(c, record, result));
}

}  // namespace

Run replay_command(Options& to, const Program&) {
  const auto options = std::make_shared<ReplayOptions>();
  to.text("FILE", "", options->file, "Record of a session").required();
  to.flag("--verify", options->verifies,
          "Compare the states with the recorded ones; 1 at the first that differs");
  return [options] { return run_replay(*options); };
}

}  // namespace phasebox::cli
