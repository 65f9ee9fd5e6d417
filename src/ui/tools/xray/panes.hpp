// SPDX-License-Identifier: MIT
// The parts of the tool "X-ray", each of which draws at the cursor into the room that is left.
#pragma once
#include <optional>
#include <utility>

#include <imgui.h>

#include "ui/widgets/widgets.hpp"

namespace phasebox::ui {

/// Requests a call: `ask(gui, {&Xray::seek, 20})`.
inline void ask(const Gui& gui, XrayCall call) { gui.ask(std::move(call)); }

/// Draws the buttons that move and play the walk.
void draw_xray_buttons(const Gui& gui, const Xray& xray);
/// Draws a scrubber for each part of the walk.
void draw_xray_scrubbers(const Gui& gui, const Xray& xray);
/// Draws the choice between walking the frame and walking the query that is open in the field.
void draw_walk_choice(const Gui& gui);
/// Draws the choice of the parameter that a second walk of the same frame varies.
void draw_twin_choice(const Gui& gui);

/// Draws the question about the next event and the score, in place of the pseudocode.
void draw_xray_question(const Gui& gui, const Xray& xray, ImVec2 size);
void draw_pseudocode(const Gui& gui, const Xray& xray, ImVec2 size);

/// Draws the parts begun so far as a tree. The path from the root to the current part is lit.
void draw_xray_tree(const Gui& gui, const Xray& xray);
/// Draws a triangle with a square for each two sprites that were compared.
void draw_xray_matrix(const Gui& gui, const Xray& xray);
/// Draws what the event is about enlarged, for a field in which it is too small to see.
void draw_xray_closeup(const Gui& gui, const Xray& xray);
/// Draws the pixels of the current pair enlarged, with the events of its test.
void draw_xray_magnifier(const Gui& gui, const Xray& xray);
/// Draws the current pass: its boundaries along a line, the counter as a step curve, and the gaps.
void draw_pass_strip(const Gui& gui, const Xray& xray);
/// Draws the row that the query walks along: its box, what was walked, and where each stop rule
/// ends.
void draw_query_strip(const Gui& gui, const Xray& xray);
/// Lists the impacts of the step: time, sprites, speeds, impulse. A click seeks to one.
void draw_xray_impacts(const Gui& gui, const Xray& xray);
/// Lists the heap of times: which pairs may meet next, and which of them the last impact has put in
/// again.
void draw_xray_heap(const Gui& gui, const Xray& xray);

/// Scrolls the list that is drawn to `y` px, if given, when the walk has moved. While it stands
/// still, the user may scroll elsewhere.
void scroll_with_walk(const Gui& gui, const Xray& xray, std::optional<float> y);

}  // namespace phasebox::ui
