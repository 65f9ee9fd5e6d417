// SPDX-License-Identifier: MIT
// The parts of the interface, each in its own file.
#pragma once
#include <functional>
#include <string_view>

#include "ui/model/layout.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {

/// Why a parameter changes nothing that is seen now; empty when it does.
using LackOf = std::function<std::string_view(const Param&)>;
/// Widgets for all parameters of a group; those that lack something are pale, and say it.
void draw_params(const ParamGroup& group, const Theme& theme, UiState& ui, Requests& out,
                 const LackOf& lack_of = {});

void draw_menu_bar(const Model& model, UiState& ui, Requests& out);
void draw_panel(const Model& model, UiState& ui, const Aabb& where, Requests& out);
/// Restitution and friction by image, folded.
void draw_materials(const Model& model, UiState& ui, Requests& out);
void draw_statistics(const Model& model, UiState& ui, Requests& out);
void draw_toolbar(const Model& model, UiState& ui, const Aabb& where, Requests& out);
void draw_status(const Model& model, UiState& ui, const Aabb& where);
void draw_frames(const Model& model, UiState& ui, const Aabb& where, Requests& out);
void draw_drawer(const Model& model, UiState& ui, const Aabb& where, Requests& out);
void draw_notes(const Model& model, UiState& ui, const Aabb& where, Requests& out);
/// The titles of the lanes, with what each algorithm takes, and the lines between them.
void draw_lane_titles(const Model& model, UiState& ui, const Aabb& field);
void draw_field_text(const Model& model, const KeyMap& keys, const Aabb& field);
/// From where a sprite is launched to the pointer, in the pane where that began.
void draw_sling(const Model& model, const UiState& ui, const Aabb& field);
void draw_space_pane(const Model& model, UiState& ui, const Layout& at);
void draw_messages(const Model& model, UiState& ui, const Aabb& field);
void draw_keys(const Model& model, UiState& ui, Vec2 screen);
void draw_help(const Model& model, UiState& ui, Vec2 screen);
void draw_field_menu(const Model& model, UiState& ui, Requests& out);
void draw_questions(const Model& model, UiState& ui, Vec2 screen, Requests& out);
void draw_picker(const Model& model, UiState& ui, Vec2 screen, Requests& out);

}  // namespace phasebox
