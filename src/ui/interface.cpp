// SPDX-License-Identifier: MIT
// The parts of the interface, in the order in which they are drawn.
#include "ui/interface.hpp"

#include "ui/panels/panels.hpp"

namespace phasebox {

namespace {

void drag_splitters(UiState& ui, const Layout& at) {
  if (ui.panel_open)
    if (const float by = splitter("splitter", at.panel_grip, Axis::x, ui); by != 0)
      shrink_panel(ui, at, by);
  if (!ui.tool.empty())
    if (const float by = splitter("drawer.splitter", at.drawer_grip, Axis::y, ui); by != 0)
      shrink_drawer(ui, at, by);
}

}  // namespace

void draw_interface(const Model& model, UiState& ui, const Layout& at, Requests& out) {
  const Vec2 screen = at.status.max;
  ui.rects.clear();
  ui.why.shown.clear();
  ui.rects.push_back({"field", at.field});
  if (ui.keys_wait > 0) --ui.keys_wait;
  draw_menu_bar(model, ui, out);
  draw_toolbar(model, ui, at.bar, out);
  draw_lane_titles(model, ui, at.field);
  draw_field_text(model, ui.keys, at.field);
  draw_notes(model, ui, at.notes, out);
  draw_space_pane(model, ui, at);
  draw_sling(model, ui, at.field);
  if (ui.panel_open) draw_panel(model, ui, at.panel, out);
  drag_splitters(ui, at);
  draw_frames(model, ui, at.frames, out);
  draw_drawer(model, ui, at.drawer, out);
  draw_status(model, ui, at.status);
  draw_messages(model, ui, at.field);
  draw_picker(model, ui, screen, out);
  draw_help(model, ui, screen);
  draw_keys(model, ui, screen);
  draw_field_menu(model, ui, out);
  draw_questions(model, ui, screen, out);
}

}  // namespace phasebox
