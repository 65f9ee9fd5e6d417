// SPDX-License-Identifier: MIT
// Pictures of steps, one after the other.
#include "cli/film.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "io/files/text_file.hpp"

namespace phasebox {
namespace {

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

}  // namespace

Status Film::check(const FilmOptions& options, std::uint32_t frames) {
  if (auto error = Animation::check_path(options.path)) return Error{"--animate " + error->text};
  if (!options.is_walk && frames / options.every >= kMaxPictures)
    return Error{fmt::format(
        "--animate: {} with a picture every {} would be too many pictures; at "
        "most {}: choose fewer --frames or a larger --every",
        counted(frames, "step"), counted(options.every, "step"), grouped(kMaxPictures))};
  return {};
}

Film::Film(FilmOptions options, const Painter& painter, int width, int height)
    : options_(std::move(options)),
      painter_(painter),
      width_(width),
      height_(height),
      animation_(Animation::begin(options_.path, width, height,
                                  options_.is_walk ? kMsOfWalk : options_.every * kMsPerStep)) {}

Status Film::note(Session& session) {
  if (options_.is_walk || steps_++ % options_.every != 0) return {};
  EventLog log(kMaxEvents);
  session.trace(log);
  return take(session, log);
}

Status Film::walk(Session& session) {
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

Status Film::take(const Session& session, const EventLog& log) {
  const auto pixels = painter_.paint(session, log, width_, height_);
  return pixels ? animation_->add(*pixels) : pixels.error();
}

Status Film::save() {
  const Result<std::string> bytes = animation_->finish();
  if (!bytes) return bytes.error();
  return write_file_atomically(options_.path, *bytes);
}

}  // namespace phasebox
