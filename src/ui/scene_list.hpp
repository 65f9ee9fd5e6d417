// SPDX-License-Identifier: MIT
// The scenes as the window offers them: in groups, each with a picture and a sentence.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "world/scene/scene.hpp"

namespace phasebox {

struct Model;
struct UiState;

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

/// The lines of one group; the id of the scene that was clicked. `now` is marked.
std::optional<std::string> draw_scene_lines(const SceneGroup& group, const SceneEntry* now,
                                            const Model& model, UiState& ui);

}  // namespace phasebox
