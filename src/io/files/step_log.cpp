// SPDX-License-Identifier: MIT
// The step log: makes a line of each step, and writes it when the next one is added.
#include "io/files/step_log.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "session/shown_names.hpp"

namespace phasebox {
namespace {

constexpr std::string_view kHeader =
    "step,scene,broadphase,narrowphase,sprites,move_ms,broadphase_ms,sort_ms,narrowphase_ms,"
    "response_ms,total_ms,candidates,collisions,box_tests,pixel_reads,steps_per_second\n";

}  // namespace

Result<StepLog> StepLog::open(const std::filesystem::path& path) {
  Result<LineFile> file = LineFile::open(path, kHeader);
  if (file.failed()) return file.error();
  return StepLog(*std::move(file));
}

Status StepLog::write_line() {
  if (!line_) return {};
  const Line line = *std::exchange(line_, std::nullopt);
  return file_.append(line.begin + (line.counts.empty() ? "," : line.counts) + line.end);
}

Status StepLog::add(const Session& session, const PhaseTimes& t, double steps_per_second) {
  Status status = write_line();
  line_ = Line{session.steps(),
               fmt::format("{},{},{},{},{},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{},{},",
                           session.steps(), csv_cell(scene_name(session)),
                           session.settings().broadphase->id, session.settings().narrowphase->id,
                           session.world().size(), t.move, t.broad, t.sort, t.narrow, t.respond,
                           t.total(), session.pairs().size(), session.contacts().size()),
               {},
               fmt::format(",{:.1f}\n", steps_per_second)};
  return status;
}

void StepLog::counted(const Session& session, const Counters& counters) {
  if (line_ && line_->step == session.steps())
    line_->counts = fmt::format("{},{}", counters.box_tests, counters.pixel_reads);
}

Status StepLog::close() {
  const Status status = write_line();
  const Status closing = file_.close();
  return status.failed() ? status : closing;
}

}  // namespace phasebox
