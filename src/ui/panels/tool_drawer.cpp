// SPDX-License-Identifier: MIT
// The drawer under the field: a tab per tool, and the one that is open.
#include <algorithm>
#include <string>

#include "ui/language/tr.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/imgui_versions.hpp"
#include "ui/widgets/style.hpp"

namespace phasebox {
namespace {

float width_of(const ToolRow& tool) {
  const ImGuiStyle& style = ImGui::GetStyle();
  return text_width(tool.title) + 2 * style.FramePadding.x + style.ItemSpacing.x;
}

void tab(const ToolRow& tool, const Theme& colors, UiState& ui, Requests& out) {
  const bool is_open = tool.action.id == ui.tool;
  const std::string title(tool.title);
  ImGui::PushStyleColor(ImGuiCol_Text, packed(colors[is_open ? Role::accent : Role::text_dim]));
  if (ImGui::Button(tr_label(title.c_str()))) out.emplace_back(Invocation{&tool.action});
  ImGui::PopStyleColor();
  remember_rect(ui, "tab." + std::string(tool.action.id));
  tooltip(hint_of(tool.action, ui.keys));
  ImGui::SameLine();
}

float width_of_tabs() {
  float width = 0;
  for (const ToolRow* tool : tools()) width += width_of(*tool);
  return width;
}

// Closer together, before they become a list. False where there is no room for that either.
bool draw_tight_tabs(float room, const Theme& colors, UiState& ui, Requests& out) {
  const ImGuiStyle& style = ImGui::GetStyle();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      ImVec2(style.FramePadding.x / 2, style.FramePadding.y));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                      ImVec2(style.ItemSpacing.x / 4, style.ItemSpacing.y));
  const bool has_room = width_of_tabs() <= room;
  if (has_room)
    for (const ToolRow* tool : tools()) tab(*tool, colors, ui, out);
  ImGui::PopStyleVar(2);
  return has_room;
}

// Where there is no room for all tabs, a list of them.
void tab_list(const ToolRow& open, float room, UiState& ui, Requests& out) {
  ImGui::SetNextItemWidth(std::min(room, 12 * ImGui::GetFontSize()));
  const std::string now(open.title);
  const bool is_down = ImGui::BeginCombo("##tools", tr(now.c_str()), ImGuiComboFlags_HeightLarge);
  if (!is_down) remember_rect(ui, "tab.list");
  if (is_down) {
    for (const ToolRow* tool : tools()) {
      const std::string title(tool->title);
      if (ImGui::Selectable(tr_label(title.c_str()), tool == &open) && tool != &open)
        out.emplace_back(Invocation{&tool->action});
      remember_rect(ui, "tab." + std::string(tool->action.id));
      tooltip(hint_of(tool->action, ui.keys));
    }
    ImGui::EndCombo();
  }
  ImGui::SameLine();
}

void tabs(const ToolRow& open, const Theme& colors, UiState& ui, Requests& out) {
  const float close = ImGui::GetFrameHeight();
  const float end = ImGui::GetWindowWidth() - close - ImGui::GetStyle().WindowPadding.x;
  const float room = end - ImGui::GetCursorPosX() - ImGui::GetStyle().ItemSpacing.x;
  if (width_of_tabs() <= room) {
    for (const ToolRow* tool : tools()) tab(*tool, colors, ui, out);
  } else if (!draw_tight_tabs(room, colors, ui, out)) {
    tab_list(open, room, ui, out);
  }
  ImGui::SetCursorPosX(end);
  if (ImGui::Button("×", {close, 0})) ui.tool.clear();
  remember_rect(ui, "drawer.close");
  tooltip("Close the drawer (Esc).");
}

}  // namespace

void draw_drawer(const Model& model, UiState& ui, const Aabb& where, Requests& out) {
  const ToolRow* tool = find_tool(tools(), ui.tool);
  if (!tool || extent(where).y <= 0) return;
  begin_fixed("drawer", where, ImGuiWindowFlags_NoScrollbar);
  tabs(*tool, theme(model.view.theme), ui, out);
  begin_child("tool", {0, 0});
  tool->draw(model, ui, out);
  ImGui::EndChild();
  ui.rects.push_back({"drawer", where});
  ImGui::End();
}

}  // namespace phasebox
