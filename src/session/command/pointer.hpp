// SPDX-License-Identifier: MIT
// Commands of the pointer, which takes, drags and releases a sprite.
#pragma once
#include "base/sentence.hpp"
#include "world/world.hpp"

namespace phasebox::command {

/// The pointer takes a sprite, which then stays where it is dragged while the others move. With
/// collision response on, a spring pulls the sprite at the gripped point instead.
struct Grab {
  SpriteId id;
  Vec2 at{};  ///< px from the sprite's position to the pointer
};
struct Drag {
  Vec2 position;         ///< px, target of the sprite's position
  bool by_hand = false;  ///< places the sprite at once, even with response on
};
/// The pointer lets the sprite go with this velocity. A sprite that a spring pulled keeps its own.
struct Release {
  Vec2 velocity;  ///< px per step

  Sentence undo_title() const { return "moved sprite"; }
};

}  // namespace phasebox::command
