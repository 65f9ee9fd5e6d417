// SPDX-License-Identifier: MIT
// The parts of the tool "X-ray". Each draws at the cursor of the window that has been begun; panes
// take the room that is left.
#pragma once
#include <optional>
#include <utility>

#include <imgui.h>

#include "ui/widgets/widgets.hpp"

namespace phasebox::ui {

/// Requests a call of a member of the open X-ray, which is made after drawing: `ask(gui,
/// {&Xray::seek, 20})`.
inline void ask(const Gui& gui, XrayCall call) { gui.ask(std::move(call)); }

/// Draws the buttons that step, jump and play the walk, and its speed.
void draw_xray_buttons(const Gui& gui, const Xray& xray);
/// Draws a scrubber for each part of the walk: impacts, broadphase and narrowphase, or the query. A
/// warning follows if the walk ends before the last event.
void draw_xray_scrubbers(const Gui& gui, const Xray& xray);
/// Draws the choice between walking the frame and walking the region query; nothing while no region
/// query is open in the field.
void draw_walk_choice(const Gui& gui);
/// Draws the choice of a parameter by which a clone of the walk differs, which walks the same frame
/// beside it; then the clone's value and the differences.
void draw_twin_choice(const Gui& gui);

/// Draws the question about the next event with its answers as buttons, or after a wrong answer
/// which one was right, and the score, in a child window of `size` px.
void draw_xray_question(const Gui& gui, const Xray& xray, ImVec2 size);
/// Draws the pseudocode of the current algorithm in a child window of `size` px. The line of the
/// event shown last is highlighted.
void draw_pseudocode(const Gui& gui, const Xray& xray, ImVec2 size);

/// Draws the groups, cells or nodes that the walk has begun so far as a tree, one per row. The
/// names on the path from the root to the current one are brighter.
void draw_xray_tree(const Gui& gui, const Xray& xray);
/// Draws the triangle of all pairs of sprites, with a square for each pair that the broadphase has
/// compared so far.
void draw_xray_matrix(const Gui& gui, const Xray& xray);
/// Draws enlarged what the event shown last is about, for a field in which it is too small to see.
void draw_xray_closeup(const Gui& gui, const Xray& xray);
/// Draws enlarged the pixels of the pair that the narrowphase is testing, with the events of its
/// test; nothing before the narrowphase has begun.
void draw_xray_magnifier(const Gui& gui, const Xray& xray);
/// Draws the current pass along an axis: its boundaries along a line and, if the algorithm counts
/// open boxes, their number as a step curve and the gaps without any.
void draw_pass_strip(const Gui& gui, const Xray& xray);
/// Draws the row of sorted begins and ends that the query walks along: the query's box, what was
/// walked so far, and where each stop rule would end the walk.
void draw_query_strip(const Gui& gui, const Xray& xray);
/// Lists the impacts of the step before the frame: time in the step, sprites, speeds before and
/// after, impulse. A click seeks to the impact.
void draw_xray_impacts(const Gui& gui, const Xray& xray);
/// Lists the heap of impact times: the pairs that may meet next, each with the time before which it
/// cannot, and which of them the last impact has put in again.
void draw_xray_heap(const Gui& gui, const Xray& xray);

/// Scrolls the window being drawn so that `y`, px from its top, is in its middle, if the walk has
/// moved since the last call. While the walk stands still the user may scroll elsewhere. None:
/// there is nothing to scroll to. One pane per frame may call it.
void scroll_with_walk(const Gui& gui, const Xray& xray, std::optional<float> y);

}  // namespace phasebox::ui
