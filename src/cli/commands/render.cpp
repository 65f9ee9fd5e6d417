// SPDX-License-Identifier: MIT
// `phasebox render` and `phasebox replay`: a scene for some frames without a window, its last
// frame as a picture, all as a film, its numbers as JSON; and a recorded session once more.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/result.hpp"
#include "base/statistics.hpp"
#include "base/version.hpp"
#include "cli/commands/commands.hpp"
#include "cli/launch_session.hpp"
#include "cli/picture.hpp"
#include "cli/terminal.hpp"
#include "io/archive/json.hpp"
#include "io/files/step_log.hpp"
#include "io/files/text_file.hpp"
#include "io/pictures/animation.hpp"
#include "io/pictures/images.hpp"
#include "io/record/record_file.hpp"
#include "lab/study_subject.hpp"
#include "lab/oracle.hpp"

namespace phasebox::cli {
namespace {

// ---- film

/// What `--animate` asks for.
struct FilmOptions {
  std::string path;         ///< a .gif or .webp file
  std::uint32_t every = 3;  ///< steps from picture to picture, at least 1
  bool is_walk = false;     ///< through the last frame's broadphase instead of the steps
};

constexpr std::size_t kMaxEvents = 200'000;
constexpr double kMsPerStep = 1000.0 / 60;
constexpr double kMsOfWalk = 1000.0 / 12;  // from picture to picture
constexpr std::size_t kWalkPictures = 96, kPicturesOfTheWhole = 24;

/// The first `n` events of the broadphase; nothing of the narrowphase.
EventLog beginning_of(const EventLog& log, std::size_t n) {
  EventLog part(n);
  for (const Event& e : log.broad.events().first(n)) part.broad.add(e);
  return part;
}

/// Takes pictures while a session runs, and plays them at the speed at which it would; or of one
/// frame while its broadphase works.
class Film {
 public:
  /// Refuses endings other than .gif and .webp, and more pictures than 3,000.
  static Status check(const FilmOptions& options, std::uint32_t frames) {
    constexpr std::uint32_t kMaxPictures = 3000;
    if (auto error = Animation::check_path(options.path)) return Error{"--animate " + error->text};
    if (!options.is_walk && frames / options.every >= kMaxPictures)
      return Error{fmt::format(
          "--animate: {} with a picture every {} would be too many pictures; at "
          "most {}: choose fewer --frames or a larger --every",
          counted(frames, "step"), counted(options.every, "step"), grouped(kMaxPictures))};
    return {};
  }

  Film(FilmOptions options, const Painter& painter, int width, int height)
      : options_(std::move(options)),
        painter_(painter),
        width_(width),
        height_(height),
        animation_(Animation::begin(options_.path, width, height,
                                    options_.is_walk ? kMsOfWalk : options_.every * kMsPerStep)) {}

  /// After each step; takes a picture of every so many, of the first one first.
  Status note(Session& session) {
    if (options_.is_walk || steps_++ % options_.every != 0) return {};
    EventLog log(kMaxEvents);
    session.trace(log);
    return take(session, log);
  }

  /// After the last step: what the event log shows, bit by bit, then the whole for a while.
  Status walk(Session& session) {
    EventLog log(kMaxEvents);
    session.trace(log);
    const std::size_t events = log.broad.events().size();
    const std::size_t pictures = std::min(kWalkPictures, events);
    for (std::size_t k = 0; k < pictures; ++k)
      if (auto error = take(session, beginning_of(log, events * k / pictures))) return error;
    for (std::size_t k = 0; k < kPicturesOfTheWhole; ++k)
      if (auto error = take(session, log)) return error;
    return {};
  }

  /// Writes the file.
  Status save() {
    const Result<std::string> bytes = animation_->finish();
    if (!bytes) return bytes.error();
    return write_file_atomically(options_.path, *bytes);
  }

 private:
  Status take(const Session& session, const EventLog& log) {
    const auto pixels = painter_.paint(session, log, width_, height_);
    return pixels ? animation_->add(*pixels) : pixels.error();
  }

  FilmOptions options_;
  const Painter& painter_;
  int width_, height_;
  std::uint32_t steps_ = 0;
  std::unique_ptr<Animation> animation_;
};

// ---- render

struct RenderOptions {
  LaunchOptions launch;
  std::uint32_t frames = 120;
  std::string out, stats;            ///< paths; empty: not asked for
  FilmOptions film;                  ///< empty path: not asked for
  std::vector<std::string> command;  ///< as typed, without the program's name
};

/// Events of a picture's overlays, 32 bytes each.
constexpr std::size_t kMaxRenderEvents = 2'000'000;

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

int run_render(const RenderOptions& options) {
  Painter painter;
  if (auto error = check(options, painter)) return report(*error);
  Session session(builtin_images());
  if (auto error = configure(session, options.launch, painter.params())) return report(*error);

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

// ---- replay

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
  const Result<SessionRecord> record = load_record(c.file);
  if (!record) return report(record.error());
  const auto result = replay(*record, c.file, c.verifies);
  if (!result) return report(result.error());
  if (result->divergence) return report(difference(c, *result->divergence), kOurFailure);
  return print(replay_text(c, *record, *result));
}

}  // namespace

Run render_command(Options& to, const Program& program) {
  const auto options = std::make_shared<RenderOptions>();
  options->command = program.words;
  add_launch(to, options->launch);
  if (program.has_window) add_size(to, options->launch, "Size of the picture");
  to.number("--frames", options->frames, 0, 1'000'000, "Steps to run; 0 only detects");
  to.text("--out", options->out, "Picture of the last frame")
      .of_type("FILE.png")
      .hidden_if(!program.has_window);
  to.text("--animate", options->film.path, "Animated picture of all frames")
      .of_type("FILE.gif|FILE.webp")
      .hidden_if(!program.has_window);
  to.number("--every", options->film.every, 1, 1000, "Steps from picture to picture of --animate");
  to.flag("--walk", options->film.is_walk,
          "With --animate: what the broadphase does in the last frame, bit by bit");
  to.text("--stats", options->stats, "Counters, times, state hash").of_type("FILE.json");
  add_log(to, options->launch);
  add_record(to, options->launch);
  return [options] { return run_render(*options); };
}

Run replay_command(Options& to, const Program&) {
  const auto options = std::make_shared<ReplayOptions>();
  to.text("FILE", options->file, "Record of a session").required();
  to.flag("--verify", options->verifies,
          "Compare the states with the recorded ones; 1 at the first that differs");
  return [options] { return run_replay(*options); };
}

}  // namespace phasebox::cli
