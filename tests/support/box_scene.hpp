// SPDX-License-Identifier: MIT
// Worlds of boxes as scenes: what a failing test shows can be opened in the window.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "support/checks.hpp"

namespace phasebox::test {

/// A box by corner and size, as a sprite has it: its max corner is the rounded sum.
struct SceneBox {
  Vec2 corner, size;  ///< px; sizes above 0
  Filter filter;
  bool is_static = false;
};

/// The boxes as a world.
BoxWorld world_of_scene(const std::vector<SceneBox>& boxes);

/// Writes them as a scene, white rectangles with exactly these boxes, beside other temporary files
/// and tells how to open it, with its text.
std::string save_for_the_window(const std::vector<SceneBox>& boxes, std::string_view broadphase);

}  // namespace phasebox::test
