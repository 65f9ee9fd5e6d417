// SPDX-License-Identifier: MIT
// The parts of the interface around the field, in the order in which they are drawn.
#pragma once

#include "ui/frontend.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox::ui {

/// The labels of the field's draw list, under all windows, outlined in the ground's color.
void draw_labels(const DrawList& list, const Camera& camera, Color ground);

/// Widgets for all parameters of a group; overlays that have nothing to draw are pale, and say it.
void draw_params(const Gui& gui, const ParamGroup& group);

void draw_menu_bar(const Gui& gui);
void draw_panel(const Gui& gui, const Aabb& where);
void draw_statistics(const Gui& gui);
/// The three numbers of the lecture view.
void draw_numbers(const Gui& gui, const Aabb& where);
void draw_toolbar(const Gui& gui, const Aabb& where);
/// What happens, in one large sentence, and the badge of the oracle beside it.
void draw_sentence(const Gui& gui, const Aabb& where);
void draw_status(const Gui& gui, const Aabb& where);
void draw_frames(const Gui& gui, const Aabb& where);
/// The tools: those in front, the others in a list; they never move.
void draw_tabs(const Gui& gui, const Aabb& where);
void draw_drawer(const Gui& gui, const Aabb& where);
/// The strip that unfolds the panel beside an open tool, and folds it again.
void draw_fold(const Gui& gui, const Aabb& where);
void draw_notes(const Gui& gui, const Aabb& where);
/// The titles of the lanes, with what each algorithm takes, and the lines between them.
void draw_lane_titles(const Gui& gui, const Aabb& field);
/// From where a sprite is launched to the pointer, in the pane where that began; why there is none.
void draw_sling(const Gui& gui, const Aabb& field);
void draw_space_pane(const Gui& gui, const Layout& at);
void draw_field_menu(const Gui& gui);
/// The list of all scenes, while it is open.
void draw_scenes(const Gui& gui);
/// The start page over the field, while it is open.
void draw_welcome(const Gui& gui, const Aabb& field);
/// Messages, the picker of files, help, keys and questions, as far as they are open.
void draw_popups(const Gui& gui, const Aabb& field, Vec2 screen);

/// Says what is waited for; offers to cancel, or pause afterward. Reads nothing a search changes.
void draw_waiting_box(const ApplicationModel& model, Vec2 screen, double seconds_passed,
                      Waited& answers);

}  // namespace phasebox::ui
