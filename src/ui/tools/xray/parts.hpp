// SPDX-License-Identifier: MIT
// The panes of the X-ray, each in its own file; all draw into the child window at hand.
#pragma once
#include <imgui.h>

#include "lab/xray.hpp"
#include "ui/model/requests.hpp"
#include "ui/model/ui_state.hpp"
#include "view/theme.hpp"

namespace phasebox {

/// Enlarges a region of the world: from world px to screen px.
struct Lens {
  Aabb region;
  ImVec2 at;
  float zoom;
  ImVec2 operator()(Vec2 p) const {
    return {at.x + (p.x - region.min.x) * zoom, at.y + (p.y - region.min.y) * zoom};
  }
};

/// The boundaries of the current pass along a line, the counter as a step curve, cuts and void.
void draw_xray_strip(const Gui& gui, const Xray& xray);
/// The row of delimiters that a query walks along: its box, those walked, the current one, and
/// where each rule stops.
void draw_xray_query_strip(const Gui& gui, const Xray& xray);
/// The parts that have been begun, as a tree; the path to the current one is lit.
void draw_xray_tree(const Gui& gui, const Xray& xray);
/// Which sprites have been compared with which, as a triangle.
void draw_xray_matrix(const Gui& gui, const Xray& xray);
/// What the event is about, enlarged, for a field where it is too small to see.
void draw_xray_closeup(const Gui& gui, const Xray& xray);
/// The impacts of the step; a click goes there.
void draw_xray_impacts(const Gui& gui, const Xray& xray);
/// Both sprites of the pair that is looked at, their pixels enlarged.
void draw_xray_magnifier(const Gui& gui, const Xray& xray);

}  // namespace phasebox
