// SPDX-License-Identifier: MIT
// Draws what lies over the 3D view: its labels, its notes, and the strip between it and the field.
#include <algorithm>

#include "ui/language/translation.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {
namespace {

// The distance from the notes to the edges of the 3D view, px before scaling.
constexpr float kMargin = 10;

// Draws the strip that is dragged to divide the room between field and 3D view, which lie side by
// side or one below the other.
void divider(const Gui& gui, const Layout& at) {
  const bool beside = at.space.min.y == at.field.min.y;
  const Axis axis = beside ? Axis::x : Axis::y;
  const float grip = gui.px(8), middle = low(at.space, axis);
  Aabb strip = at.space;
  (beside ? strip.min.x : strip.min.y) = middle - grip / 2;
  (beside ? strip.max.x : strip.max.y) = middle + grip / 2;
  const float moved = splitter(gui, "space.divider", strip, axis);
  if (moved == 0) return;
  const Vec2 whole = at.space.max - at.field.min;
  const float share = gui.ui.space_share - moved / std::max(along(whole, axis), 1.0f);
  gui.ui.space_share = std::clamp(share, 0.15f, 0.85f);
}

// Draws a text on a plate with its lower left corner at `at`, screen px. The plate is at most
// `room` px wide, in which the text wraps. Returns the y of the plate's upper edge, screen px.
float note(const Gui& gui, ImDrawList& list, Vec2 at, const Sentence& words, float room,
           Color ink) {
  const float pad = gui.px(6), wrap = std::max(room - 2 * pad, gui.px(40));
  const char* const shown = tr(words).c_str();
  const ImVec2 size = ImGui::CalcTextSize(shown, nullptr, false, wrap);
  const ImVec2 min{at.x, at.y - size.y - pad}, max{at.x + size.x + 2 * pad, at.y};
  list.AddRectFilled(min, max, gui.ink(Role::panel, 0.85f), gui.px(4));
  list.AddText(ImGui::GetFont(), em(), {min.x + pad, min.y + pad / 2}, packed(ink), shown, nullptr,
               wrap);
  return min.y;
}

}  // namespace

void draw_space_pane(const Gui& gui, const Layout& at) {
  const Vec2 size = extent(at.space);
  if (!gui.model.view.space || size.x <= 0 || size.y <= 0) return;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect(at.space.min, at.space.max);
  for (const SpaceLabel& label : gui.model.field.space.list.labels)
    if (const auto at_px = gui.model.field.space.camera.to_screen(label.at))
      list.AddText(*at_px, packed(label.color), tr(label.text).c_str());
  const float margin = kMargin * gui.ui.scale, room = size.x - 2 * margin;
  const Vec2 corner{at.space.min.x + margin, at.space.max.y - margin};
  float above = note(gui, list, corner,
                     height_note(gui.session, gui.model.traced.log.broad.events(), gui.model.view),
                     room, gui.colors[Role::text]);
  if (gui.model.view.three_axes)
    above = note(gui, list, {corner.x, above - gui.px(3)},
                 three_axes_text(gui.model.field.space.axes), room, gui.colors[Role::text]);
  if (gui.model.field.detail != Detail::full)
    note(gui, list, {corner.x, above - gui.px(3)},
         "Too many sprites to draw as pictures: plain tops", room, gui.colors[Role::text_dim]);
  list.PopClipRect();
  gui.ui.rects.push_back({"space", at.space});
  divider(gui, at);
}

}  // namespace phasebox::ui
