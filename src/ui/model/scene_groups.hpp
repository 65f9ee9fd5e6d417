// SPDX-License-Identifier: MIT
// The scenes as the window offers them: in groups, each with a picture.
#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "world/scene/scene.hpp"

namespace phasebox {

/// Scenes that belong together.
struct SceneGroup {
  std::string_view title;
  std::vector<const SceneEntry*> scenes;
};
/// All scenes in their groups: Learn, Games, Dynamics, Benchmarks.
std::span<const SceneGroup> scene_groups();

/// How a scene begins, small: some of its sprites where they start.
struct ScenePicture {
  Vec2 field;  ///< world px
  std::vector<Sprite> sprites;
};
/// At most 150 sprites of the scene with its own settings.
ScenePicture scene_picture(const SceneEntry& entry, const ImageSet& images);

}  // namespace phasebox
