// SPDX-License-Identifier: MIT
// Opens, seeks, grows, follows and sweeps box recordings.
#include "session/command/recording.hpp"

#include <span>
#include <string_view>

#include "collide/registry.hpp"
#include "session/editor.hpp"
#include "session/limits.hpp"

namespace phasebox {
namespace {

constexpr std::string_view kImageName = "box";

// The number of the opaque image that recorded boxes get, which is added if the set does not have
// it.
std::uint16_t solid_image(ImageSet& images) {
  const auto solid = make_solid_image(std::string(kImageName), RecordingPlayback::kImageSide,
                                      RecordingPlayback::kImageSide);
  for (std::size_t i = 0; i < images.size(); ++i)
    if (images[i].name == kImageName && images[i].rgba == solid->rgba)
      return static_cast<std::uint16_t>(i);
  return images.add(solid);
}

// Refuses frames if no live recording plays, their numbers do not ascend, or one has too many
// boxes.
Status check_growth(const std::optional<Playback>& playback, std::span<const BoxFrame> frames) {
  if (!playback || !playback->recording.origin()->ids.empty())
    return Error{"no box recording plays that can grow; follow a game first"};
  const RecordingPlayback& show = playback->recording;
  const BoxRecording* before = show.grown().empty() ? nullptr : &show.grown()[show.size() - 1];
  for (const BoxFrame& frame : frames) {
    if (before && frame->frames.front() <= before->frames.front())
      return Error{Sentence(
          "frame {} comes after frame {}; frames must ascend",
          {Sentence::as_is(frame->frames.front()), Sentence::as_is(before->frames.front())})};
    if (auto status = check_sprite_count(frame->ids.size()); status.failed()) return status;
    before = frame.get();
  }
  return {};
}

}  // namespace

Status Editor::operator()(const command::OpenRecording& c) {
  if (!c.trace || c.trace->size() == 0)
    return Error{Sentence("{}: a box recording needs a frame", {Sentence::as_is(c.name)})};
  for (std::size_t f = 0; f < c.trace->size(); ++f)
    if (auto status = check_sprite_count(c.trace->boxes_of(f).size()); status.failed())
      return status;
  if (auto status = check_images(s.images.size() + 1); status.failed()) return status;
  change.whole = whole();
  s.end_playback();
  s.world.clear();
  s.held.reset();
  s.steps = 0;
  s.file = {};
  s.playback.emplace(RecordingPlayback(c.trace, c.name, c.path, solid_image(s.images)));
  const NarrowphaseEntry* none = find_entry(narrowphases(), "none");
  s.playback->narrowphase_before = &s.settings.narrowphase.select(*none);
  s.show_frame(0);
  s.pipeline.forget_algorithms();
  s.population_changed();
  return {};
}

Status Editor::operator()(const command::SeekRecording& c) {
  if (!s.playback) return Error{"no box recording plays; open one to go to a frame of it"};
  if (auto status = check_number("frame", c.frame, s.playback->recording.size()); status.failed())
    return status;
  s.playback->recording.follow(false);
  s.show_frame(c.frame);
  s.population_changed();
  return {};
}

Status Editor::operator()(const command::GrowRecording& c) {
  if (auto status = check_growth(s.playback, c.frames); status.failed()) return status;
  RecordingPlayback& show = s.playback->recording;
  if (show.is_swept())
    if (Status status = (*this)(command::SweepRecording{false}); status.failed()) return status;
  if (show.grow(c.frames, c.keep)) return {};
  s.show_frame(show.follows() ? show.size() - 1 : 0);
  s.population_changed();
  return {};
}

Status Editor::operator()(const command::FollowRecording& c) {
  if (!s.playback) return Error{"no box recording plays; open one to follow its end"};
  s.playback->recording.follow(c.on);
  return {};
}

Status Editor::operator()(const command::SweepRecording& c) {
  if (!s.playback) return Error{"no box recording plays; open one to sweep its boxes"};
  RecordingPlayback& show = s.playback->recording;
  show.sweep(c.on);
  s.show_frame(show.frame());
  s.population_changed();
  return {};
}

}  // namespace phasebox
