// SPDX-License-Identifier: MIT
// Free flight: one fixed step with the borders of the field, and straight flight over a given time.
#pragma once
#include <optional>
#include <span>

#include "world/world.hpp"

namespace phasebox {

inline constexpr double kStepsPerSecond = 60;

/// The position moved by whole field sizes into the field, [0, width) by [0, height). Opposite
/// borders of the field are one.
Vec2 wrapped(Vec2 position, const WorldOptions&);

/// Moves and turns every sprite but the static ones and the held one by one step. `boxes` [n] are
/// those of the frame before: a sprite bounces where its box meets the border.
void move_sprites(World&, const WorldOptions&, std::span<const Aabb> boxes,
                  std::optional<SpriteId> held);

// Boxes that hold a sprite over a time to come (B. Mirtich, "Impulse-based dynamic simulation of
// rigid body systems", 1996, chapter 2).

/// A lookahead over which sprites are assumed to fly straight on without turning. Gravity, bounces
/// and borders are ignored, except for what `acceleration` allows for.
struct StraightFlight {
  double seconds = 0;       ///< of 60 steps each; from 0
  double acceleration = 0;  ///< px/s², the greatest that may act on a sprite in any direction

  StraightFlight without_acceleration() const { return {seconds}; }
  bool operator==(const StraightFlight&) const = default;
};

/// The sprite's box united with its box at the end of the flight, px. The box of a sprite that can
/// move grows by a t² / 2 on every side, which is how far the acceleration may carry it aside. A
/// static sprite keeps its box, and so does one whose new box would not be finite.
Aabb box_of_flight(const World&, SpriteId, const Aabb& box, const StraightFlight&);

}  // namespace phasebox
