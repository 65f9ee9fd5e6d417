// SPDX-License-Identifier: MIT
// `phasebox render`: a scene for some frames without a window, its last frame as a picture, its
// numbers as JSON.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "base/statistics.hpp"
#include "cli/commands.hpp"
#include "cli/frames.hpp"
#include "cli/output.hpp"
#include "cli/picture.hpp"
#include "io/archive/json.hpp"
#include "io/files/step_log.hpp"
#include "io/files/text_file.hpp"
#include "io/pictures/images.hpp"
#include "io/record/record_file.hpp"
#include "lab/machine.hpp"
#include "lab/oracle/oracle.hpp"

namespace phasebox {
namespace {

// A line of the log; its counts are those of a run of their own, as everywhere.
Status note(Session& session, const PhaseTimes& times, StepLog& log) {
  Status error = log.add(session, times, 1000 / std::max(times.total(), 1e-6));
  EventLog trace;
  session.trace(trace);
  log.counted(session, session.counters(trace));
  return error;
}

// ---- numbers

float short_ms(double ms) { return static_cast<float>(std::round(ms * 1e4) / 1e4); }

Json summary_json(std::vector<double> ms) {
  const Summary s = summary_of(std::move(ms));
  return {{"median", short_ms(s.median)},
          {"p95", short_ms(s.p95)},
          {"max", short_ms(s.worst)},
          {"mean", short_ms(s.mean)}};
}

Json times_json(std::span<const PhaseTimes> times) {
  using Part = double (*)(const PhaseTimes&);
  constexpr std::array<std::pair<const char*, Part>, 6> kParts{{
      {"move", [](const PhaseTimes& t) { return t.move; }},
      {"broad", [](const PhaseTimes& t) { return t.broad; }},
      {"sort", [](const PhaseTimes& t) { return t.sort; }},
      {"narrow", [](const PhaseTimes& t) { return t.narrow; }},
      {"respond", [](const PhaseTimes& t) { return t.respond; }},
      {"total", [](const PhaseTimes& t) { return t.total(); }},
  }};
  Json json = Json::object();
  for (const auto& [name, part] : kParts) {
    std::vector<double> ms;
    for (const PhaseTimes& t : times) ms.push_back(part(t));
    json[name] = summary_json(std::move(ms));
  }
  return json;
}

template <class T>
Json json_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json counters_json(const Counters& c) {
  return {{"box_tests", c.box_tests},
          {"rechecks", c.rechecks},
          {"candidates", c.candidates},
          {"collisions", c.collisions},
          {"circle_rejects", c.circle_rejects},
          {"pixel_reads", c.pixel_reads},
          {"groups", c.has_parts ? Json(c.groups) : Json()},
          {"depth", c.depth},
          {"boundaries", c.boundaries},
          {"swaps", c.swaps},
          {"interfering", json_or_null(c.interfering)},
          {"voids", json_or_null(c.voids)},
          {"retrieved_per_object", json_or_null(c.retrieved)},
          {"features_kept", json_or_null(c.kept)},
          {"features_walked", json_or_null(c.walked)},
          {"features_searched", json_or_null(c.searched)}};
}

Json oracle_json(const Verdict& v) {
  return {{"verdict", v.is_exact()   ? "exact"
                      : v.is_right() ? "swallowed"
                                     : "wrong"},
          {"overlaps", v.overlaps},
          {"missed", v.false_negatives.count},
          {"swallowed", v.allowed_misses.count},
          {"phantoms", v.false_positives.count},
          {"duplicates", v.duplicates.count}};
}

std::string stats_text(const RenderOptions& options, const Session& session, const EventLog& trace,
                       std::span<const PhaseTimes> times) {
  double total_ms = 0;
  for (const PhaseTimes& t : times) total_ms += t.total();
  const double rate = 1000 * static_cast<double>(times.size()) / std::max(total_ms, 1e-6);
  Json remarks = Json::array();
  for (const Remark& remark : session.remarks()) remarks.push_back(remark.text);
  const Json json{
      {"command", options.command},
      {"version", std::string(kVersion)},
      {"scene", session.show() ? session.show()->name() : std::string(session.scene().id)},
      {"broadphase", std::string(session.broadphase().id)},
      {"narrowphase", std::string(session.narrowphase().id)},
      {"is_exact", session.is_exact()},
      {"oracle", oracle_json(full_verdict(session))},
      {"state_hash", fmt::format("0x{:016x}", session.hash())},
      {"steps", session.steps()},
      {"sprites", session.world().size()},
      {"counters", counters_json(session.counters(trace))},
      {"remarks", std::move(remarks)},
      {"ms", times_json(times)},
      {"steps_per_second", static_cast<float>(std::round(rate * 10) / 10)},
      {"realtime_60", rate >= 60}};
  return json_text(json, {.indent = 2}) + "\n";
}

/// What is to be written of every step and of the last.
bool draws(const RenderOptions& options) {
  return !options.out.empty() || !options.film.path.empty();
}

Status check(const RenderOptions& options, const Painter& painter) {
  if (!draws(options) && options.stats.empty() && options.launch.log.empty() &&
      options.launch.record.empty())
    return Error{
        "render: none of --out, --animate, --stats, --log and --record is given; name a file for "
        "one of them"};
  const std::array outputs{
      OutputFile{"--out", options.out}, OutputFile{"--animate", options.film.path},
      OutputFile{"--stats", options.stats}, OutputFile{"--log", options.launch.log},
      OutputFile{"--record", options.launch.record}};
  if (auto error = check_outputs(outputs, input_file(options.launch))) return error;
  if (!options.film.path.empty())
    if (auto error = Film::check(options.film, options.frames)) return error;
  if (draws(options) && !painter.is_available())
    return Error{
        "render --out: this program was built without OpenGL and cannot draw; "
        "use --stats alone, or build with PHASEBOX_GUI=ON"};
  return {};
}

int save_picture(const RenderOptions& options, const Painter& painter, const Session& session,
                 const EventLog& trace) {
  const int width = options.launch.width, height = options.launch.height;
  const auto pixels = painter.paint(session, trace, width, height);
  if (!pixels) return report(pixels.error(), kOurFailure);
  if (auto error = save_png(options.out, width, height, *pixels)) return report(*error);
  return kDone;
}

}  // namespace

int run_render(const RenderOptions& options) {
  Painter painter;
  if (auto error = check(options, painter)) return report(*error);
  Session session(builtin_images());
  const std::array extra{ExtraParams{Owner::view(), "View", painter.params()}};
  if (auto error = configure(session, options.launch,
                             painter.is_available() ? extra : std::span<const ExtraParams>{}))
    return report(*error);

  std::optional<StepLog> log;
  if (!options.launch.log.empty()) {
    Result<StepLog> opened = StepLog::open(options.launch.log);
    if (!opened) return report(opened.error());
    log = *std::move(opened);
  }
  std::unique_ptr<RecordFile> record;
  if (!options.launch.record.empty()) {
    auto opened = RecordFile::open(options.launch.record, machine_facts(), session);
    if (!opened) return report(opened.error());
    record = *std::move(opened);
    session.tell(record.get());
  }
  std::optional<Film> film;
  if (!options.film.path.empty())
    film.emplace(options.film, painter, options.launch.width, options.launch.height);
  const auto times = run_frames(session, options.frames, [&](const PhaseTimes& t) {
    const Status failed = film ? film->note(session) : Status{};
    if (!failed && record)
      if (auto error = record->take_error()) return error;
    return !failed && log ? note(session, t, *log) : failed;
  });
  if (!times) return report(times.error());
  if (film && options.film.is_walk)
    if (auto error = film->walk(session)) return report(*error);
  if (film)
    if (auto error = film->save()) return report(*error);
  if (log)
    if (auto error = log->close()) return report(*error);
  if (record)
    if (auto error = record->close()) return report(*error);
  EventLog trace(options.out.empty() ? 0 : kMaxRenderEvents);
  session.trace(trace);
  if (!options.out.empty())
    if (const int code = save_picture(options, painter, session, trace); code != kDone) return code;
  if (!options.stats.empty())
    if (auto error =
            write_file_atomically(options.stats, stats_text(options, session, trace, *times)))
      return report(*error);
  return kDone;
}

}  // namespace phasebox
