// SPDX-License-Identifier: MIT
// Commands about frames: recordings that play, and past frames of a simulation.
#include <utility>

#include "collide/registry.hpp"
#include "session/editor.hpp"

namespace phasebox {
namespace {

constexpr std::string_view kImageName = "box";

std::uint16_t solid_image(ImageSet& images) {
  const auto solid = make_solid_image(std::string(kImageName), RecordingPlayback::kImageSide,
                                      RecordingPlayback::kImageSide);
  for (std::size_t i = 0; i < images.size(); ++i)
    if (images[i].name == kImageName && images[i].rgba == solid->rgba)
      return static_cast<std::uint16_t>(i);
  return images.add(solid);
}

std::string kept_steps(const FrameHistory& past) {
  if (past.empty()) return "; no step is";
  return "; those from " + std::to_string(past.first()) + " to " + std::to_string(past.last()) +
         " are";
}

}  // namespace

Status Editor::Run::operator()(const command::OpenRecording& c) {
  if (!c.trace || c.trace->size() == 0) return Error{c.name + ": a box recording needs a frame"};
  for (std::size_t f = 0; f < c.trace->size(); ++f)
    if (auto error = check_room(c.trace->boxes_of(f).size())) return error;
  if (auto error = check_images(s.images.size() + 1)) return error;
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

Status Editor::Run::operator()(const command::SeekRecording& c) {
  if (!s.playback) return Error{"no box recording plays; open one to go to a frame of it"};
  const std::size_t n = s.playback->recording.size();
  if (c.frame >= n)
    return Error{"there is no frame " + std::to_string(c.frame) + "; the last one is " +
                 std::to_string(n - 1)};
  s.playback->recording.follow(false);
  s.show_frame(c.frame);
  s.population_changed();
  return {};
}

Status Editor::Run::check_growth(std::span<const BoxFrame> frames) const {
  if (!s.playback || !s.playback->recording.origin()->ids.empty())
    return Error{"no box recording plays that can grow; follow a game first"};
  const RecordingPlayback& show = s.playback->recording;
  const BoxRecording* before = show.grown().empty() ? nullptr : &show.grown()[show.size() - 1];
  for (const BoxFrame& frame : frames) {
    if (before && frame->frames.front() <= before->frames.front())
      return Error{"frame " + std::to_string(frame->frames.front()) + " comes after frame " +
                   std::to_string(before->frames.front()) + "; frames must ascend"};
    if (auto error = check_room(frame->ids.size())) return error;
    before = frame.get();
  }
  return {};
}

Status Editor::Run::operator()(const command::GrowRecording& c) {
  if (auto error = check_growth(c.frames)) return error;
  RecordingPlayback& show = s.playback->recording;
  if (show.grow(c.frames, c.keep)) return {};
  s.show_frame(show.follows() ? show.size() - 1 : 0);
  s.population_changed();
  return {};
}

Status Editor::Run::operator()(const command::FollowRecording& c) {
  if (!s.playback) return Error{"no box recording plays; open one to follow its end"};
  s.playback->recording.follow(c.on);
  return {};
}

Status Editor::Run::operator()(const command::SeekStep& c) {
  if (s.playback) return Error{"recorded boxes play; go to a frame of theirs instead of a step"};
  if (c.step == s.steps) return {};
  if (!s.past.find(c.step))
    return Error{"step " + std::to_string(c.step) + " is not kept" + kept_steps(s.past)};
  s.past.put(std::as_const(s.world), s.steps);
  const World* there = s.past.find(c.step);
  if (!there) return Error{"step " + std::to_string(c.step) + " has just been forgotten"};
  s.world = *there;
  s.steps = c.step;
  s.held.reset();
  s.simulation.forget_impacts();
  s.population_changed();
  return {};
}

}  // namespace phasebox
