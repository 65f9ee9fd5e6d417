// SPDX-License-Identifier: MIT
// Pictures of steps, one after the other.
#include "cli/film.hpp"

#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "io/text_file.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kMaxEvents = 200'000;
constexpr double kMsPerStep = 1000.0 / 60;

}  // namespace

Status Film::check(const FilmOptions& options, std::uint32_t frames) {
  if (auto error = Animation::check_path(options.path)) return Error{"--animate " + error->text};
  if (frames / options.every >= kMaxPictures)
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
      animation_(Animation::begin(options_.path, width, height, options_.every * kMsPerStep)) {}

Status Film::note(Session& session) {
  if (steps_++ % options_.every != 0) return {};
  EventLog log(kMaxEvents);
  session.trace(log);
  const auto pixels = painter_.paint(session, log, width_, height_);
  return pixels ? animation_->add(*pixels) : pixels.error();
}

Status Film::save() {
  const Result<std::string> bytes = animation_->finish();
  if (!bytes) return bytes.error();
  return write_file_atomically(options_.path, *bytes);
}

}  // namespace phasebox
