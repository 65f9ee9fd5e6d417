// SPDX-License-Identifier: MIT
// The parts of the interface around the field, in the order in which they are drawn.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "ui/model/application_model.hpp"
#include "ui/model/layout.hpp"
#include "ui/model/model.hpp"
#include "ui/model/requests.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/widgets.hpp"
#include "view/camera.hpp"
#include "view/draw_list.hpp"

namespace phasebox {

// The interface around the field: a function from the present state to the user's requests.

/// Draws everything but the field itself, between ImGui::NewFrame and ImGui::Render.
void draw_interface(const Model& model, UiState& ui, const Layout& at, Requests& out);

/// The labels of the field's draw list, under all windows, each outlined in the color of the
/// ground.
void draw_labels(const DrawList& list, const Camera& camera, Color ground);

// The parts of the interface, each in its own file.

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

// The lines of a list of scenes.

/// The lines of one of `kSceneGroups`; the id of the scene that was clicked. `now` is marked.
std::optional<std::string> draw_scene_lines(std::string_view group, const SceneEntry* now,
                                            const Model& model, UiState& ui);

// The box that is shown while work takes long.

/// What the user has answered so far.
struct WaitingBox {
  bool cancels = false, pauses = false;
};

/// Says what the window waits for, and offers to cancel or to pause afterward. Looks at nothing
/// that a search for pairs changes.
void draw_waiting_box(const ApplicationModel& model, Vec2 screen, double seconds_passed,
                      WaitingBox& box);

}  // namespace phasebox
