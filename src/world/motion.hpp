// SPDX-License-Identifier: MIT
// One fixed step of free flight, and what happens at the border of the field.
#pragma once
#include <optional>
#include <span>

#include "base/geometry.hpp"
#include "collide/sink.hpp"
#include "world/world.hpp"
#include "world/world_options.hpp"

namespace phasebox {

inline constexpr double kStepsPerSecond = 60;

/// The same place in a field whose opposite borders are one.
Vec2 wrapped(Vec2 position, const WorldOptions&);

/// Moves and turns every sprite but the static ones and the held one by one step. `boxes` [n] are
/// those of the frame before: a sprite bounces where its box meets the border.
void move_sprites(World&, const WorldOptions&, std::span<const Aabb> boxes,
                  std::optional<SpriteId> held);

}  // namespace phasebox
