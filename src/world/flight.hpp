// SPDX-License-Identifier: MIT
// Free flight: one fixed step with the borders of the field, and straight flight over a given time.
#pragma once
#include <optional>
#include <span>

#include "world/world.hpp"

namespace phasebox {

inline constexpr double kStepsPerSecond = 60;

/// Returns the position moved by whole widths and heights into the field, [0, width) by [0,
/// height), where opposite borders are one.
Vec2 wrapped(Vec2 position, const WorldOptions&);

/// Moves and turns every sprite by one step, except for static ones and the held one. What happens
/// at the border is the option `edges`. `boxes` [n] are those of the frame before: with
/// Edges::bounce a sprite turns round when a box of that size around its position would cross the
/// border.
void move_sprites(World&, const WorldOptions&, std::span<const Aabb> boxes,
                  std::optional<SpriteId> held);

// Boxes that hold a sprite over a time to come (B. Mirtich, "Impulse-based dynamic simulation of
// rigid body systems", 1996, chapter 2).

/// A lookahead over which sprites are assumed to fly straight on without turning. Gravity, bounces
/// and borders are ignored, except for what `acceleration` allows for.
struct StraightFlight {
  double seconds = 0;       ///< at least 0; a second is 60 steps
  double acceleration = 0;  ///< px/s², the greatest that may act on a sprite in any direction

  StraightFlight without_acceleration() const { return {seconds}; }
  bool operator==(const StraightFlight&) const = default;
};

/// Returns the sprite's box, px, united with its box at the end of the flight. Where the sprite can
/// move it is larger by a t² / 2 on every side, which is how far the acceleration may carry it
/// aside. For a static sprite, and where the result would not be finite, this is `box` itself.
Aabb box_of_flight(const World&, SpriteId, const Aabb& box, const StraightFlight&);

}  // namespace phasebox
