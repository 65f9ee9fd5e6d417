// SPDX-License-Identifier: MIT
// Takes, drags and releases a sprite by the pointer, and steers one by keys.
#include "session/command/pointer.hpp"

#include <optional>
#include <utility>

#include "session/editor.hpp"
#include "session/limits.hpp"

namespace phasebox {

Status Editor::operator()(const command::Grab& c) {
  if (auto status = check_ids({{c.id}}, s.world.size()); status.failed()) return status;
  for (const float at : {c.at.x, c.at.y})
    if (const Sentence rule = kPositionBound.broken_by(at); !rule.empty())
      return Error{Sentence("{}: {}", {"grip", rule})};
  const Sprite sprite = s.world.get(c.id);
  s.held =
      Hold{c.id, sprite, rotate_back(rotation(sprite.angle), c.at), c.at, sprite.position + c.at};
  return {};
}

Status Editor::operator()(const command::Drag& c) {
  if (!s.held) return Error{"nothing is held that could be dragged"};
  Sprite moved = s.world.get(s.held->id);
  moved.position = c.position;
  if (auto status = check_new_sprite(moved, s.images.size()); status.failed()) return status;
  s.held->target = c.position + s.held->offset;
  if (s.settings.response.is_on() && !c.by_hand) return {};
  s.world.positions()[s.held->id] = c.position;
  s.place();
  return {};
}

Status Editor::operator()(const command::Release& c) {
  if (!s.held) return {};  // the sprite may have been removed while it was held
  Sprite thrown = s.held->before;
  thrown.velocity = c.velocity;
  if (auto status = check_new_sprite(thrown, s.images.size()); status.failed()) return status;
  const Hold hold = *std::exchange(s.held, std::nullopt);
  if (!s.world.statics()[hold.id] && !s.settings.response.is_on())
    s.world.velocities()[hold.id] = c.velocity;
  change.patches.push_back({hold.id, hold.before, s.world.get(hold.id)});
  return {};
}

Status Editor::operator()(const command::Steer& c) {
  if (auto status = check_ids({{c.id}}, s.world.size()); status.failed()) return status;
  Sprite steered = s.world.get(c.id);
  if (steered.is_static) return Error{"a static sprite cannot be steered"};
  steered.velocity = c.velocity;
  if (auto status = check_new_sprite(steered, s.images.size()); status.failed()) return status;
  s.world.velocities()[c.id] = c.velocity;
  return {};
}

}  // namespace phasebox
