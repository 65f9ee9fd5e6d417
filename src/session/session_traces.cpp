// SPDX-License-Identifier: MIT
// Box recordings in a session: opening, playing, seeking, leaving.
#include "session/session_parts.hpp"

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

}  // namespace

Status Session::Apply::operator()(const command::OpenRecording& c) {
  if (!c.trace || c.trace->size() == 0) return Error{c.name + ": a box recording needs a frame"};
  for (std::size_t f = 0; f < c.trace->size(); ++f)
    if (auto error = check_room(c.trace->boxes_of(f).size())) return error;
  if (s.images_.size() >= 65535) return Error{"65,535 images are the most a session can hold"};
  change.whole = s.whole();
  s.end_show();
  s.world_.clear();
  s.held_.reset();
  s.steps_ = 0;
  s.file_ = {};
  s.show_.emplace(c.trace, c.name, c.path, solid_image(s.images_));
  s.show_->narrowphase_before = s.narrow_;
  s.narrow_ = index_of(phasebox::narrowphases(), "none");
  s.show_frame(0);
  algorithms_changed();
  s.population_changed();
  return {};
}

Status Session::Apply::operator()(const command::SeekRecording& c) {
  if (!s.show_) return Error{"no box recording plays; open one to go to a frame of it"};
  const std::size_t n = s.show_->trace().size();
  if (c.frame >= n)
    return Error{"there is no frame " + std::to_string(c.frame) + "; the last one is " +
                 std::to_string(n - 1)};
  s.show_frame(c.frame);
  s.population_changed();
  return {};
}

void Session::show_frame(std::size_t frame) {
  for (const Edit& edit : show_->show(frame, world_)) note_edit(edit);
}

// The narrowphase that the recording had set goes with it, unless another one was chosen.
void Session::end_show() {
  if (!show_) return;
  if (show_->narrowphase_before) narrow_ = *show_->narrowphase_before;
  Apply{*this}.algorithms_changed();
  show_.reset();
}

// The boxes are taken as they are: position and scale would give them back but for rounding.
void Session::place_recording() {
  boxes_.assign(show_->boxes().begin(), show_->boxes().end());
  for (std::size_t i = 0; i < boxes_.size(); ++i)
    transforms_[i] = {world_.positions()[i], rotation(0)};
}

}  // namespace phasebox
