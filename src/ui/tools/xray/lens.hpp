// SPDX-License-Identifier: MIT
// Enlarges a region of the world.
#pragma once
#include "base/geometry.hpp"

namespace phasebox::ui {

/// Enlarges a region of the world: maps world px to screen px.
struct Lens {
  Aabb region;
  Vec2 at;
  float zoom;
  Vec2 operator()(Vec2 p) const { return at + (p - region.min) * zoom; }
};

}  // namespace phasebox::ui
