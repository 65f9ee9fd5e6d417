// SPDX-License-Identifier: MIT
// Draws the parts of the interface around and over the field, by Dear ImGui. `where` is the part's
// place on the screen and `screen` the size of the screen, in px. A part that can be closed draws
// nothing while it is.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "ui/frontend.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox::ui {

/// Draws the labels of a field's draw list over the field and under all windows, outlined in the
/// color `ground` so that they are legible on everything.
void draw_labels(const DrawList& list, const Camera& camera, Color ground);

/// Returns the text of a parameter that is 0: its word, such as "auto", and the side of the cells
/// that the running algorithm has chosen, "auto (38 px)". Empty where 0 is a number.
Sentence zero_text(const ApplicationModel& model, Owner owner, const Param& row);

/// Draws a widget for each parameter of a group, which requests the changes that the user makes.
/// Overlays that have nothing to draw now are pale, and their tooltips say why.
void draw_params(const Gui& gui, const ParamGroup& group);
/// Draws the parameters of an algorithm's instance that does not belong to the session, such as a
/// contestant of a race. Returns the changes that the user makes in this frame, for the caller to
/// carry out; nothing is requested from the session.
std::vector<command::SetParam> draw_params_of_instance(const Gui& gui, const ParamGroup& group);
/// Draws the plot of RDC's costs by group size, with a line at the one in use; a click sets
/// another. Requests the measurement where the one at hand is of another scene or of other
/// settings.
void draw_group_sizes(const Gui& gui, Vec2 size);
/// Draws the button beside the group size, as wide as an icon, and the popup with the plot that it
/// opens.
void draw_curve_button(const Gui& gui);

void draw_menu_bar(const Gui& gui);
void draw_panel(const Gui& gui, const Aabb& where);
/// Draws the counts and times of the current frame into the window that has been begun, or a few of
/// them in large letters.
void draw_statistics(const Gui& gui);
/// Draws the three numbers of the lecture view: box tests, collisions, and the broadphase's time.
void draw_numbers(const Gui& gui, const Aabb& where);
/// Draws the large sentence that says how many tests the algorithm needs to find how many
/// collisions, and beside it the badge that says whether it finds the right pairs. In the lecture
/// view there is no badge, and an open X-ray's sentence replaces this one.
void draw_sentence(const Gui& gui, const Aabb& where);
/// Selects the sprites of the next collision, or of the one before if `by` is negative, around the
/// ends, and shows them large.
void walk_collisions(ApplicationModel& model, int by);
void draw_status(const Gui& gui, const Aabb& where);
/// Draws the time bar: play, steps, restart, speed, a slider through the last seconds or through
/// the frames of a recording, the time, the film, and what is launched.
void draw_time_bar(const Gui& gui, const Aabb& where);
/// Draws the button that shows the image launched next and opens the list of all images, and gives
/// its width in px.
void draw_launcher(const Gui& gui);
float launcher_width();
/// Draws the tabs of the tools: one each for the first kFrontTools, and a list of the others.
/// Opening a tool moves none of them.
void draw_tabs(const Gui& gui, const Aabb& where);
/// Draws the tool that is open, in the drawer beside or below the field.
void draw_drawer(const Gui& gui, const Aabb& where);
/// Draws the strip at an open tool; a click on it unfolds the panel beside the tool, or folds it
/// again.
void draw_fold(const Gui& gui, const Aabb& where);
/// Draws the notes beside or below the field: the note of the scene, the legend, the broadphase's
/// remarks and the last messages.
void draw_notes(const Gui& gui, const Aabb& where);
/// Draws what the colors in the field mean, as items of `flow`; nothing if the legend is switched
/// off.
void draw_field_legend(const Gui& gui, Flow& flow);
/// Draws the titles of the lanes and the lines between them: in a race the time and tests of each
/// contestant, in an X-ray with a clone the counts of both sides. Draws nothing without lanes.
void draw_lane_titles(const Gui& gui, const Aabb& field);
/// Draws, while the user aims a launch, the line from where the button went down to the pointer and
/// the speed in px per step, in the field or the 3D view where it began. While nothing is aimed and
/// the field is empty, it draws a sentence: how to add sprites or, where a recording is shown, that
/// its frame has no boxes or that the first frame of a game is awaited.
void draw_sling(const Gui& gui, const Aabb& field);
/// Draws a border around the field while something is dragged over the window, unless the start
/// page is open, whose card lights up then.
void draw_drop_border(const Gui& gui, const Aabb& field);
/// Dims the field while its picture is stale: while the question about very many pairs is open, and
/// until the search that it allows has begun, pairs and structures are those from before the
/// change.
void draw_stale(const Gui& gui, const Aabb& field);
/// Draws labels and notes over the 3D view, and the strip that divides the room between field and
/// 3D view.
void draw_space_pane(const Gui& gui, const Layout& at);
/// Lights the group of RDC whose edge the pointer is at, and says in a tooltip why it is final or
/// how it was cut.
void draw_group_hint(const Gui& gui);
/// Draws the context menu of the selected sprites; without a selection that of the field.
void draw_field_menu(const Gui& gui);
/// A line of a list with pictures: `draw` draws the picture into a place on the screen, clipped to
/// it; `title` stands over `words`, which are cut where they are too long, and `note` at the right.
struct PictureLine {
  std::string name;  ///< by which tests find it
  Sentence title, words;
  std::function<void(ImDrawList&, const Aabb&)> draw;
  Sentence note = {}, help = {};  ///< `help` is the tooltip
  bool is_now = false;            ///< whether it is the one chosen now
};
/// Draws the line over the width of the list. Returns whether it was chosen in this frame.
bool draw_picture_line(const Gui& gui, const PictureLine& line);
/// Draws a line for each broadphase into the popup that is open, which tests find as "<list>.<id>".
/// Returns the id of the one that was chosen in this frame.
std::optional<std::string> draw_algorithm_lines(const Gui& gui, const std::string& list);
/// Draws the popup with all scenes and their pictures, in which the user chooses one to load.
void draw_scenes(const Gui& gui);
/// Draws the start page over the middle of the field.
void draw_welcome(const Gui& gui, const Aabb& field);
/// Opens the dialog that cuts the image of this number into frames, and draws it while it is open.
void cut_sheet(const Gui& gui, std::uint16_t image);
void draw_sheet_cutter(const Gui& gui, Vec2 screen);
/// Draws the window with all messages so far, the newest first.
void draw_messages(const Gui& gui, const Aabb& field);
/// Draws the window in which the user chooses a file to open or to save.
void draw_picker(const Gui& gui, Vec2 screen);
/// Draws the window that lists all keys and gestures of the mouse.
void draw_help(const Gui& gui, Vec2 screen);
/// Draws the window in which the user chooses the keys of actions.
void draw_keys(const Gui& gui, Vec2 screen);
/// Draws the question that waits for an answer, over everything else.
void draw_questions(const Gui& gui, Vec2 screen);

/// Draws the box over long work: which algorithm runs on how many sprites, for how many s so far, a
/// button to cancel it and one to pause after it. A press is noted in `answers`.
void draw_waiting_box(const LongWork& work, Vec2 screen, double seconds_passed,
                      InputMeanwhile& answers);

}  // namespace phasebox::ui
