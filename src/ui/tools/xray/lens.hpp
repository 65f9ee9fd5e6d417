// SPDX-License-Identifier: MIT
// Maps an enlarged region of the world to the screen.
#pragma once
#include "base/geometry.hpp"

namespace phasebox::ui {

/// Maps a region of the world, enlarged, to the screen: a point in world px to one in screen px.
struct Lens {
  Aabb region;  ///< world px
  Vec2 at;      ///< place of the region's upper left corner, screen px
  float zoom;   ///< screen px per world px
  Vec2 operator()(Vec2 p) const { return at + (p - region.min) * zoom; }
};

}  // namespace phasebox::ui
