// SPDX-License-Identifier: MIT
// What the tools draw, each in a file of ui/tools/.
#pragma once
#include <string_view>

#include "ui/model/model.hpp"
#include "ui/model/requests.hpp"

namespace phasebox {

/// Fills the drawer's window with the tool of that id; what the user requests goes into `out`.
void draw_tool(std::string_view id, const Model& model, UiState& ui, Requests& out);

void draw_xray(const Model& model, UiState& ui, Requests& out);
void draw_race(const Model& model, UiState& ui, Requests& out);
void draw_why(const Model& model, UiState& ui, Requests& out);
void draw_accuracy(const Model& model, UiState& ui, Requests& out);
void draw_energy(const Model& model, UiState& ui, Requests& out);
void draw_tune(const Model& model, UiState& ui, Requests& out);
void draw_cliffs(const Model& model, UiState& ui, Requests& out);
void draw_lessons(const Model& model, UiState& ui, Requests& out);

}  // namespace phasebox
