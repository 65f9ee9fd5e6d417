// SPDX-License-Identifier: MIT
// `phasebox render`: runs a scene for some steps without a window. Writes the last frame as a
// picture, the steps as an animated picture, and counters and times as JSON, whatever is asked for.
#include <algorithm>
#include <cmath>

#include "base/number_format.hpp"
#include "base/statistics.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "cli/commands/commands.hpp"
#include "cli/picture.hpp"
#include "io/archive/json.hpp"
#include "io/files/step_log.hpp"
#include "io/pictures/animation.hpp"
#include "io/pictures/images.hpp"
#include "io/record/record_file.hpp"
#include "lab/machine.hpp"
#include "lab/oracle.hpp"
#include "lab/xray/xray.hpp"
#include "session/shown_names.hpp"

namespace phasebox::cli {
namespace {

// ---- film

/// The options of the animated picture that --animate asks for.
struct FilmOptions {
  std::uint32_t every = 3;  ///< steps from picture to picture, at least 1
  bool is_walk = false;     ///< shows how the pairs of the last frame are found, not steps
  double pace = 0;          ///< s per event, each in a picture; 0: some of the events in 8 s
};

constexpr std::size_t kMaxEvents = 200'000;  // in the event log of a picture of a film
constexpr double kMsPerStep = 1000.0 / 60;
constexpr double kMsOfWalk = 1000.0 / 12;  // from one picture of a walk to the next
constexpr std::size_t kWalkPictures = 96, kMaxPictures = 3000;
constexpr double kMsOfTheWhole = 2000;  // for which the end of a walk is shown

// Returns the time from one picture to the next, ms.
double ms_of(const FilmOptions& options) {
  if (!options.is_walk) return options.every * kMsPerStep;
  return options.pace > 0 ? options.pace * 1000 : kMsOfWalk;
}

/// Makes an animated picture: of the steps of a session, 60 steps per second of the animation, or
/// of one frame while its pairs are found, which is called a walk.
class Film {
 public:
  /// Throws Refusal if `path` does not end in .webp, or if the film of so many frames has too many
  /// pictures. The number of pictures of a walk is not known yet.
  static void check(const FilmOptions& options, const std::string& path, std::uint32_t frames) {
    if (auto status = Animation::check_path(path); status.failed())
      throw Refusal{"--animate " + status.error().text};
    if (!options.is_walk && frames / options.every >= kMaxPictures)
      throw Refusal{fmt::format(
          "--animate: {} with a picture every {} would be too many pictures; at "
          "most {}: choose fewer --frames or a larger --every",
          counted(frames, "step"), counted(options.every, "step"), grouped(kMaxPictures))};
  }

  Film(const FilmOptions& options, const Painter& painter, int width, int height)
      : options_(options),
        painter_(painter),
        width_(width),
        height_(height),
        animation_(width, height, ms_of(options)) {}

  /// Is called after each step, and takes a picture after the first one and after each `every`
  /// steps more. Does nothing for a walk.
  void note(Session& session) {
    if (options_.is_walk || steps_++ % options_.every != 0) return;
    EventLog log(kMaxEvents);
    session.trace(log);
    take(session, log);
  }

  /// Returns the bytes of the file; is called after the last step. The pictures of a walk are taken
  /// here: one per event if the user gave a pace, else at most 96 that are spread over all events.
  std::string finish(Session& session) {
    if (options_.is_walk) walk(session);
    return must(animation_.finish());
  }

 private:
  void walk(Session& session) {
    Xray xray;
    must(xray.apply(OpenXray{}, session));
    const std::size_t begin = xray.impacts().empty() ? 0 : xray.impacts().size() + 1;
    const std::size_t events = xray.size() - begin;
    const bool is_each = options_.pace > 0;
    if (is_each && events > kMaxPictures)
      throw Refusal{fmt::format(
          "--pace: a picture for each of {} would be too many; at most {}: leave out --pace, or "
          "choose fewer sprites",
          counted(events, "event"), grouped(kMaxPictures))};
    const std::size_t pictures = is_each ? events : std::min(kWalkPictures, events);
    for (std::size_t k = 0; k < pictures; ++k) {
      xray.seek(begin + events * k / pictures);
      take(session, xray);
    }
    xray.seek(xray.size());
    const auto whole = static_cast<std::size_t>(kMsOfTheWhole / ms_of(options_));
    for (std::size_t k = 0; k <= whole; ++k) take(session, xray);
  }
  // Adds a picture of the session with what `shown` is: an event log of its last step, or a moment
  // of a walk.
  void take(const Session& session, const auto& shown) {
    must(animation_.add(must(painter_.paint(session, shown, width_, height_))));
  }

  FilmOptions options_;
  const Painter& painter_;
  int width_, height_;
  std::uint32_t steps_ = 0;
  Animation animation_;
};

// ---- render

struct RenderOptions {
  LaunchOptions launch;
  std::uint32_t frames = 120;
  OutputFiles files;
  FilmOptions film;
};

/// The most events that are logged for the overlays of the picture of --out; each takes 32 bytes.
constexpr std::size_t kMaxRenderEvents = 2'000'000;

// Adds the line of a step to the file of --log. The counters come from another run of the
// algorithms on the same frame, which logs events, so that logging does not slow the step that is
// timed.
void note(Session& session, const PhaseTimes& times, StepLog& log) {
  must(log.add(session, times, 1000 / std::max(times.total(), 1e-6)));
  EventLog trace;
  session.trace(trace);
  log.counted(session, session.counters(trace));
}

// ---- numbers

// Rounds a time, ms, to 0.1 µs, so that JSON has few digits.
float short_ms(double ms) { return static_cast<float>(std::round(ms * 1e4) / 1e4); }

Json summary_json(std::vector<double> ms) {
  const Summary s = summary_of(std::move(ms));
  return {{"median", short_ms(s.median)},
          {"p95", short_ms(s.p95)},
          {"max", short_ms(s.worst)},
          {"mean", short_ms(s.mean)}};
}

Json times_json(std::span<const PhaseTimes> times) {
  const auto summary = [&](auto part) {
    std::vector<double> ms;
    for (const PhaseTimes& t : times) ms.push_back(std::invoke(part, t));
    return summary_json(std::move(ms));
  };
  return {{"move", summary(&PhaseTimes::move)},       {"broad", summary(&PhaseTimes::broad)},
          {"sort", summary(&PhaseTimes::sort)},       {"narrow", summary(&PhaseTimes::narrow)},
          {"respond", summary(&PhaseTimes::respond)}, {"total", summary(&PhaseTimes::total)}};
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
          {"interfering", c.interfering},
          {"voids", c.voids},
          {"retrieved_per_object", c.retrieved},
          {"features_kept", c.kept},
          {"features_walked", c.walked},
          {"features_searched", c.searched}};
}

Json oracle_json(const Verdict& v) {
  return {{"verdict", v.is_exact()   ? "exact"
                      : v.is_right() ? "allowed_misses"
                                     : "wrong"},
          {"overlaps", v.overlaps},
          {"false_negatives", v.false_negatives.count},
          {"allowed_misses", v.allowed_misses.count},
          {"false_positives", v.false_positives.count},
          {"duplicates", v.duplicates.count}};
}

std::string stats_text(const std::vector<std::string>& words, const Session& session,
                       const EventLog& trace, std::span<const PhaseTimes> times) {
  double total_ms = 0;
  for (const PhaseTimes& t : times) total_ms += t.total();
  const double rate = 1000 * static_cast<double>(times.size()) / std::max(total_ms, 1e-6);
  Json remarks = Json::array();
  for (const Remark& remark : session.remarks()) remarks.push_back(remark.text.english());
  const Json json{{"command", words},
                  {"version", kVersion},
                  {"scene", scene_name(session)},
                  {"broadphase", session.settings().broadphase->id},
                  {"narrowphase", session.settings().narrowphase->id},
                  {"is_exact", session.settings().is_exact()},
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

void check(const RenderOptions& options, const Painter& painter) {
  const OutputFiles& files = options.files;
  const std::string& film = files["--animate"];
  const bool draws = !files["--out"].empty() || !film.empty();
  if (!draws && files["--stats"].empty() && options.launch.log.empty() &&
      options.launch.record.empty())
    throw Refusal{
        {"render: none of --out, --animate, --stats, --log and --record is given; name a file for "
         "one of them"}};
  files.check(input_file(options.launch),
              {{"--log", options.launch.log}, {"--record", options.launch.record}});
  if (const std::string& out = files["--out"]; !out.empty() && !lower(out).ends_with(".png"))
    throw Refusal{
        {fmt::format("render --out {}: a picture is written as PNG; end it in .png", out)}};
  if (!film.empty()) Film::check(options.film, film, options.frames);
  if (draws && painter.params().rows.empty())
    throw Refusal{
        {"render --out: this program was built without OpenGL and cannot draw; "
         "use --stats alone, or build with PHASEBOX_GUI=ON"}};
}

int run_render(const RenderOptions& options, const std::vector<std::string>& words) {
  const Painter painter;
  check(options, painter);
  const LaunchOptions& launch = options.launch;
  const OutputFiles& files = options.files;
  Session session = session_of(launch, painter.params());

  std::optional<StepLog> log;
  if (!launch.log.empty()) log = must(StepLog::open(launch.log));
  std::unique_ptr<RecordFile> record;
  if (!launch.record.empty()) {
    record = must(RecordFile::open(launch.record, machine_facts(), session));
    session.tell(record.get());
  }
  std::optional<Film> film;
  if (const std::string& path = files["--animate"]; !path.empty())
    film.emplace(options.film, painter, launch.width, launch.height);
  const auto times = run_frames(session, options.frames, [&](const PhaseTimes& t) {
    if (film) film->note(session);
    if (record) must(record->take_status());
    if (log) note(session, t, *log);
  });
  files.write("--animate", [&] { return film->finish(session); });
  if (log) must(log->close());
  if (record) must(record->close());
  EventLog trace(files["--out"].empty() ? 0 : kMaxRenderEvents);
  session.trace(trace);
  files.write("--out", [&] {
    const int width = launch.width, height = launch.height;
    const auto pixels = must(painter.paint(session, trace, width, height), kOurFailure);
    return encode_png(width, height, pixels);
  });
  files.write("--stats", [&] { return stats_text(words, session, trace, times); });
  return kDone;
}

}  // namespace

Run render_command(Options& to, const Program& program) {
  const auto options = std::make_shared<RenderOptions>();
  add_launch(to, options->launch);
  if (program.has_window) add_size(to, options->launch, "Size of the picture");
  to.number("--frames", options->frames, 0, 1'000'000, "Steps to run; 0 only detects");
  options->files.add(to, "--out", "FILE.png", "Picture of the last frame")
      .hidden_if(!program.has_window);
  options->files.add(to, "--animate", "FILE.webp", "Animated picture of all frames")
      .hidden_if(!program.has_window);
  to.number("--every", options->film.every, 1, 1000, "Steps from picture to picture of --animate");
  to.flag("--walk", options->film.is_walk,
          "With --animate: how the pairs of the last frame are found, with sentence and counter")
      .needs("--animate");
  to.number("--pace", options->film.pace, 0.02, 60, "Seconds for each event of --walk")
      .by_default("some events at a time")
      .needs("--walk");
  options->files.add(to, "--stats", "FILE.json", "Counters, times, state hash");
  add_log(to, options->launch);
  add_record(to, options->launch);
  return [options, &program] { return run_render(*options, program.words); };
}

}  // namespace phasebox::cli
