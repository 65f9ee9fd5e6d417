// SPDX-License-Identifier: MIT
// Turns arrow keys that are down into a sprite's velocity.
#include "ui/model/steering_keys.hpp"

#include <utility>

#include "ui/model/application_model.hpp"

namespace phasebox::ui {

std::optional<SpriteId> steered_sprite(const ApplicationModel& model) {
  const Session& session = model.session;
  if (session.playback()) return {};
  const auto sprite = session.settings().scene.instance().steered_by_keys(session.world());
  if (sprite && session.world().statics()[*sprite]) return {};  // it is pinned
  return sprite;
}

void SteeringKeys::take(ApplicationModel& model, const FrameInput& input, bool is_free) {
  for (const FrameInput::KeyChange& change : input.keys)
    if (has(change.key))
      down_[static_cast<std::size_t>(change.key) - static_cast<std::size_t>(Key::left)] =
          change.down && is_free;
  if (input.focus_lost) down_ = {};
  const auto sprite = steered_sprite(model);
  const bool was_known = std::exchange(is_known_, sprite.has_value());
  if (is_known_ && !was_known) model.note("The arrow keys steer the first ship", "keyboard");
  if (!sprite) return;
  const auto along = [&](std::size_t back, std::size_t forth) {
    return kSpeed * static_cast<float>(down_[forth] - down_[back]);
  };
  const Vec2 wanted{along(0, 1), along(2, 3)};
  if (model.session.held() == sprite) {
    steered_ = wanted;  // a key that goes up meanwhile does not stop the throw
    return;
  }
  // A step of the past brings the velocity back that keys gave then. It stays while the user looks
  // around in the past, because to steer there would forget all later steps.
  const std::uint64_t step = model.session.steps(), before = std::exchange(step_, step);
  is_past_ = (is_past_ || step < before) && step > 0;  // a scene that begins has no past
  const bool runs = !model.paused && !model.ui.scrubbing;
  const bool goes_on = runs && std::exchange(is_past_, false);
  // While no key steers, and none did before, the ship flies as it was thrown.
  if (wanted == Vec2{} && steered_ == Vec2{} && !goes_on) return;
  steered_ = wanted;
  if (model.session.world().velocities()[*sprite] != wanted)
    model.apply(command::Steer{*sprite, wanted});
}

}  // namespace phasebox::ui
