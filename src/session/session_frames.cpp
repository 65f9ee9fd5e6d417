// SPDX-License-Identifier: MIT
// Past frames of a session: kept as it goes on, gone back to, dropped by what is done there.
#include "session/effects.hpp"
#include "session/session_parts.hpp"
#include "world/transform.hpp"

namespace phasebox {
// Recorded boxes can be gone back to anyway.
void Session::keep_frame() {
  if (!show_) frames_.note(std::as_const(world_), steps_);
}

// Changes are undone sprite by sprite, so no frame may be gone to in which the ids mean others:
// another population begins again.
void Session::forget_past(const Command& c) {
  const Effects effects = effects_of(c);
  if (frames_.empty() || effects.only_looks) return;
  const bool is_resized = frames_.find(frames_.last())->size() != world_.size();
  if (show_ || is_resized || effects.repopulates) return frames_.forget();
  frames_.forget_after(steps_);
}

Status Session::Apply::operator()(const command::SeekStep& c) {
  if (s.show_) return Error{"recorded boxes play; go to a frame of theirs instead of a step"};
  if (c.step == s.steps_) return {};
  if (!s.frames_.find(c.step))
    return Error{"step " + std::to_string(c.step) + " is not kept" +
                 (s.frames_.empty() ? std::string("; no step is")
                                    : "; those from " + std::to_string(s.frames_.first()) + " to " +
                                          std::to_string(s.frames_.last()) + " are")};
  s.frames_.put(std::as_const(s.world_), s.steps_);
  const World* there = s.frames_.find(c.step);
  if (!there) return Error{"step " + std::to_string(c.step) + " has just been forgotten"};
  s.world_ = *there;
  s.steps_ = c.step;
  s.held_.reset();
  s.population_changed();
  return {};
}

std::vector<Aabb> Session::boxes_before() const {
  if (show_) return show_->boxes_before();
  const World* before = steps_ > 0 ? frames_.find(steps_ - 1) : nullptr;
  if (!before || before->size() != world_.size()) return {};
  std::vector<Transform> transforms(before->size());
  std::vector<Aabb> boxes(before->size());
  place_sprites(*before, images_, options_, transforms, boxes);
  return boxes;
}

}  // namespace phasebox
