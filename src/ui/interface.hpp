// SPDX-License-Identifier: MIT
// The interface around the field: a function from the present state to the user's requests.
#pragma once
#include "ui/model/layout.hpp"
#include "ui/model/model.hpp"
#include "ui/model/requests.hpp"
#include "view/camera.hpp"
#include "view/draw_list.hpp"

namespace phasebox {

/// Draws everything but the field itself, between ImGui::NewFrame and ImGui::Render.
void draw_interface(const Model& model, UiState& ui, const Layout& at, Requests& out);

/// The labels of the field's draw list, under all windows, each outlined in the color of the ground.
void draw_labels(const DrawList& list, const Camera& camera, Color ground);

}  // namespace phasebox
