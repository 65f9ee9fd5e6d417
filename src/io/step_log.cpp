// SPDX-License-Identifier: MIT
// One line per step, handed to the system at once.
#include "io/step_log.hpp"

#include <cerrno>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

namespace phasebox {
namespace {

constexpr std::string_view kHeader =
    "step,scene,broadphase,narrowphase,sprites,move_ms,broadphase_ms,sort_ms,narrowphase_ms,"
    "response_ms,total_ms,candidates,collisions,box_tests,pixel_reads,steps_per_second\n";

// A file's name may hold what CSV wants in quotes (RFC 4180).
std::string field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

}  // namespace

Result<StepLog> StepLog::open(const std::filesystem::path& path) {
  StepLog log;
  log.path_ = path;
  log.file_.reset(std::fopen(path.c_str(), "wb"));
  if (!log.file_)
    return Error{fmt::format("{}: cannot be written: {}", path.string(),
                             std::generic_category().message(errno))};
  if (auto error = log.write(std::string(kHeader))) return *std::move(error);
  return log;
}

Status StepLog::write(const std::string& text) {
  if (!file_) return {};
  const bool is_written = std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size() &&
                          std::fflush(file_.get()) == 0;
  if (is_written) return {};
  const int code = errno;
  file_.reset();
  return Error{fmt::format("{}: cannot be written any further: {}", path_.string(),
                           std::generic_category().message(code))};
}

Status StepLog::write_line() {
  if (!line_) return {};
  const Line line = *std::exchange(line_, std::nullopt);
  return write(line.begin + (line.counts.empty() ? "," : line.counts) + line.end);
}

Status StepLog::add(const Session& session, const PhaseTimes& t, double steps_per_second) {
  Status error = write_line();
  const std::string scene =
      session.show() ? session.show()->name() : std::string(session.scene().id);
  line_ = Line{
      session.steps(),
      fmt::format("{},{},{},{},{},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{},{},",
                  session.steps(), field(scene), session.broadphase().id, session.narrowphase().id,
                  session.world().size(), t.move, t.broad, t.sort, t.narrow, t.respond, t.total(),
                  session.pairs().size(), session.contacts().size()),
      {},
      fmt::format(",{:.1f}\n", steps_per_second)};
  return error;
}

void StepLog::counted(const Session& session, const Counters& counters) {
  if (line_ && line_->step == session.steps())
    line_->counts = fmt::format("{},{}", counters.box_tests, counters.pixel_reads);
}

Status StepLog::close() {
  Status error = write_line();
  file_.reset();
  return error;
}

}  // namespace phasebox
