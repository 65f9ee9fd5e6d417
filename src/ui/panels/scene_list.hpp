// SPDX-License-Identifier: MIT
// The lines of a list of scenes.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "ui/model/model.hpp"

namespace phasebox {

/// The lines of one of `kSceneGroups`; the id of the scene that was clicked. `now` is marked.
std::optional<std::string> draw_scene_lines(std::string_view group, const SceneEntry* now,
                                            const Model& model, UiState& ui);

}  // namespace phasebox
