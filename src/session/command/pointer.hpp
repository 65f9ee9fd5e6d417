// SPDX-License-Identifier: MIT
// Commands by which the user moves a sprite: the pointer takes, drags and releases it, or keys steer
// it.
#pragma once
#include "base/sentence.hpp"
#include "world/world.hpp"

namespace phasebox::command {

/// The pointer takes a sprite, which then stays where it is dragged while the others move. With the
/// collision response on, a spring pulls the sprite at the gripped point towards the pointer
/// instead.
struct Grab {
  SpriteId id;
  Vec2 at{};  ///< from the sprite's position to the pointer, world px
};
/// The pointer drags the held sprite. Refused if none is held.
struct Drag {
  Vec2 position;         ///< where the sprite's position shall be, world px
  bool by_hand = false;  ///< places the sprite there at once, also with the response on
};
/// The pointer lets the sprite go, with this velocity if the response is off and the sprite is not
/// static; else the sprite keeps its own. Does nothing if none is held.
struct Release {
  Vec2 velocity;  ///< world px per step

  Sentence undo_title() const { return "moved sprite"; }
};

/// Keys steer a sprite: it gets this velocity. Refused if it is static.
struct Steer {
  SpriteId id;
  Vec2 velocity;  ///< world px per step
};

}  // namespace phasebox::command
