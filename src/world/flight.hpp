// SPDX-License-Identifier: MIT
// Free flight: a fixed step with the field's border, and straight flight over a time to come.
#pragma once
#include <optional>
#include <span>

#include "world/world.hpp"

namespace phasebox {

inline constexpr double kStepsPerSecond = 60;

/// The same place in a field whose opposite borders are one.
Vec2 wrapped(Vec2 position, const WorldOptions&);

/// Moves and turns every sprite but the static ones and the held one by one step. `boxes` [n] are
/// those of the frame before: a sprite bounces where its box meets the border.
void move_sprites(World&, const WorldOptions&, std::span<const Aabb> boxes,
                  std::optional<SpriteId> held);

// Boxes over a time to come, and when two of them first meet (B. Mirtich, "Impulse-based dynamic
// simulation of rigid body systems", 1996, chapter 2).

/// How far ahead sprites are seen: straight, no turning; gravity, bounces and borders are ignored.
struct StraightFlight {
  double seconds = 0;       ///< of 60 steps each; from 0
  double acceleration = 0;  ///< px/s², the greatest that may act on a sprite in any direction

  StraightFlight without_acceleration() const { return {seconds}; }
  bool operator==(const StraightFlight&) const = default;
};

/// The sprite's box united with the one that it has at the end of the flight; of one that can move,
/// swelled on every side by a t² / 2, as far as the acceleration may carry it aside.
Aabb box_of_flight(const World&, SpriteId, const Aabb& box, const StraightFlight&);

}  // namespace phasebox
