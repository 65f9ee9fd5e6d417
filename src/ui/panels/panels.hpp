// SPDX-License-Identifier: MIT
// Draws the parts of the interface around the field, by Dear ImGui. `where` is always the part's
// place on the screen, px; a function draws nothing while its part is closed.
#pragma once

#include "ui/frontend.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox::ui {

/// Draws the labels of the field's draw list under all windows, outlined in the color `ground`.
void draw_labels(const DrawList& list, const Camera& camera, Color ground);

/// Draws a widget for each parameter of a group. Overlays that have nothing to draw are pale, and
/// their tooltips say why.
void draw_params(const Gui& gui, const ParamGroup& group);
/// Draws the parameters of an instance that is not the session's. Returns the changes that the user
/// asks for, which are not requested from the session.
std::vector<command::SetParam> draw_params_of_instance(const Gui& gui, const ParamGroup& group);

void draw_menu_bar(const Gui& gui);
void draw_panel(const Gui& gui, const Aabb& where);
void draw_statistics(const Gui& gui);
/// Draws the three numbers of the lecture view.
void draw_numbers(const Gui& gui, const Aabb& where);
void draw_toolbar(const Gui& gui, const Aabb& where);
/// Draws the large sentence that says how many tests found which collisions, and beside it the
/// badge that says whether the pairs are right.
void draw_sentence(const Gui& gui, const Aabb& where);
void draw_status(const Gui& gui, const Aabb& where);
void draw_frames(const Gui& gui, const Aabb& where);
/// Draws the tabs of the tools: one each for the first kFrontTools, and a list of the others.
/// Opening a tool does not move them.
void draw_tabs(const Gui& gui, const Aabb& where);
void draw_drawer(const Gui& gui, const Aabb& where);
/// Draws the strip that unfolds the panel beside an open tool, and folds it again.
void draw_fold(const Gui& gui, const Aabb& where);
/// Draws legend, remarks and the last messages.
void draw_notes(const Gui& gui, const Aabb& where);
void draw_field_legend(const Gui& gui, Flow& flow);
/// Draws the titles of the lanes with the time and tests of each algorithm, and lines between
/// lanes.
void draw_lane_titles(const Gui& gui, const Aabb& field);
/// Draws the line of an aimed launch from its start to the pointer, and its speed in px per step,
/// in the pane where it began. In an empty field without a launch it says how to add sprites. Where
/// a recording is shown, it says instead that the first frame of the game is awaited, or that the
/// frame has no boxes.
void draw_sling(const Gui& gui, const Aabb& field);
void draw_space_pane(const Gui& gui, const Layout& at);
void draw_field_menu(const Gui& gui);
/// Draws the list of all scenes.
void draw_scenes(const Gui& gui);
/// Draws the start page over the field.
void draw_welcome(const Gui& gui, const Aabb& field);
/// Draws the list of all messages.
void draw_messages(const Gui& gui, const Aabb& field);
void draw_picker(const Gui& gui, Vec2 screen);
void draw_help(const Gui& gui, Vec2 screen);
/// Draws the window in which the user chooses keys.
void draw_keys(const Gui& gui, Vec2 screen);
void draw_questions(const Gui& gui, Vec2 screen);

/// Draws the box over long work: what is waited for, a button to cancel and one to pause afterward.
/// It reads nothing that a search for pairs changes, because the search runs meanwhile.
void draw_waiting_box(const ApplicationModel& model, Vec2 screen, double seconds_passed,
                      InputMeanwhile& answers);

}  // namespace phasebox::ui
