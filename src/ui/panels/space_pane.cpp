// SPDX-License-Identifier: MIT
// Round the 3D view: the divider beside it, what height means, its labels.
#include <algorithm>
#include <string>

#include "ui/language/tr.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/style.hpp"

namespace phasebox {
namespace {

constexpr float kMargin = 10;  // px before scaling

// The strip between the two panes; dragged, it gives one of them more room.
void divider(UiState& ui, const Layout& at) {
  const bool beside = at.space.min.y == at.field.min.y;
  const Axis axis = beside ? Axis::x : Axis::y;
  const float grip = 8 * ui.scale, middle = low(at.space, axis);
  Aabb strip = at.space;
  (beside ? strip.min.x : strip.min.y) = middle - grip / 2;
  (beside ? strip.max.x : strip.max.y) = middle + grip / 2;
  const float moved = splitter("space.divider", strip, axis, ui);
  if (moved == 0) return;
  const Vec2 whole = at.space.max - at.field.min;
  const float share = ui.space_share - moved / std::max(along(whole, axis), 1.0f);
  ui.space_share = std::clamp(share, 0.15f, 0.85f);
}

// A line of text on a plate, its lower left corner at `at`; returns the plate's upper edge.
float note(ImDrawList& list, Vec2 at, const std::string& words, float room, const Theme& colors,
           Color ink, float scale) {
  const float pad = 6 * scale, wrap = std::max(room - 2 * pad, 40 * scale);
  const char* const shown = tr(words.c_str());
  const ImVec2 size = ImGui::CalcTextSize(shown, nullptr, false, wrap);
  const ImVec2 min{at.x, at.y - size.y - pad}, max{at.x + size.x + 2 * pad, at.y};
  list.AddRectFilled(min, max, packed(colors[Role::panel].with_alpha(0.85f)), 4 * scale);
  list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {min.x + pad, min.y + pad / 2}, packed(ink),
               shown, nullptr, wrap);
  return min.y;
}

void labels(const Model& model, ImDrawList& list) {
  for (const SpaceLabel& label : model.space_labels)
    if (const auto at = model.space->to_screen(label.at))
      list.AddText(to_imgui(*at), packed(label.color), tr(label.text.c_str()));
}

}  // namespace

void draw_space_pane(const Model& model, UiState& ui, const Layout& at) {
  const Vec2 size = extent(at.space);
  if (!model.space || size.x <= 0 || size.y <= 0) return;
  const Theme& colors = theme(model.view.theme);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect(to_imgui(at.space.min), to_imgui(at.space.max));
  labels(model, list);
  const float margin = kMargin * ui.scale, room = size.x - 2 * margin;
  const Vec2 corner{at.space.min.x + margin, at.space.max.y - margin};
  const float above =
      note(list, corner, height_note(model.session, model.trace.broad.events(), model.view), room,
           colors, colors[Role::text], ui.scale);
  if (model.detail != Detail::full)
    note(list, {corner.x, above - 3 * ui.scale}, "Plain tops, there are many sprites", room, colors,
         colors[Role::text_dim], ui.scale);
  list.PopClipRect();
  ui.rects.push_back({"space", at.space});
  divider(ui, at);
}

}  // namespace phasebox
