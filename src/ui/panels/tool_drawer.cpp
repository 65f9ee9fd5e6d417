// SPDX-License-Identifier: MIT
// The drawer under the field: a tab per tool, and the one that is open.
#include <algorithm>
#include <string>
#include <vector>

#include "ui/language/tr.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/imgui_versions.hpp"
#include "ui/widgets/style.hpp"

namespace phasebox {
namespace {

void tab(const Gui& gui, const ToolRow& tool) {
  const bool is_open = tool.action.id == gui.ui.tool;
  ImGui::PushStyleColor(ImGuiCol_Text, packed(gui.colors[is_open ? Role::accent : Role::text_dim]));
  const std::string name = "tab." + std::string(tool.action.id);
  const bool pressed = button(gui, std::string(tool.title), name);
  ImGui::PopStyleColor();
  if (pressed) gui.out.emplace_back(Invocation{&tool.action});
  tooltip(hint_of(tool.action, gui.ui.keys));
  ImGui::SameLine();
}

float width_of_tabs() {
  float width = 0;
  for (const ToolRow* tool : tools())
    width += button_width(tool->title) + ImGui::GetStyle().ItemSpacing.x;
  return width;
}

// Closer together, before they become a list. False where there is no room for that either.
bool draw_tight_tabs(const Gui& gui, float room) {
  const ImGuiStyle& style = ImGui::GetStyle();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      ImVec2(style.FramePadding.x / 2, style.FramePadding.y));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                      ImVec2(style.ItemSpacing.x / 4, style.ItemSpacing.y));
  const bool has_room = width_of_tabs() <= room;
  if (has_room)
    for (const ToolRow* tool : tools()) tab(gui, *tool);
  ImGui::PopStyleVar(2);
  return has_room;
}

// Where there is no room for all tabs, a list of them.
void tab_list(const Gui& gui, const ToolRow& open, float room) {
  std::vector<ListLine> lines;
  for (const ToolRow* tool : tools())
    lines.push_back({std::string(tool->title), std::string(tool->action.id), tool->action.help});
  const auto now = static_cast<std::size_t>(std::ranges::find(tools(), &open) - tools().begin());
  ImGui::SetNextItemWidth(std::min(room, 12 * ImGui::GetFontSize()));
  const auto chosen = choose(gui, "tab.list", open.title, lines, now, {});
  if (chosen && *chosen != now) gui.out.emplace_back(Invocation{&tools()[*chosen]->action});
  ImGui::SameLine();
}

void tabs(const Gui& gui, const ToolRow& open) {
  const float close = ImGui::GetFrameHeight();
  const float end = ImGui::GetWindowWidth() - close - ImGui::GetStyle().WindowPadding.x;
  const float room = end - ImGui::GetCursorPosX() - ImGui::GetStyle().ItemSpacing.x;
  if (width_of_tabs() <= room) {
    for (const ToolRow* tool : tools()) tab(gui, *tool);
  } else if (!draw_tight_tabs(gui, room)) {
    tab_list(gui, open, room);
  }
  ImGui::SetCursorPosX(end);
  if (ImGui::Button("×", {close, 0})) gui.ui.tool.clear();
  remember_rect(gui, "drawer.close");
  tooltip("Close the drawer (Esc).");
}

}  // namespace

void draw_drawer(const Gui& gui, const Aabb& where) {
  const ToolRow* tool = find_tool(tools(), gui.ui.tool);
  if (!tool || extent(where).y <= 0) return;
  begin_fixed("drawer", where, ImGuiWindowFlags_NoScrollbar);
  tabs(gui, *tool);
  begin_child("tool", {0, 0});
  tool->draw(gui);
  ImGui::EndChild();
  gui.ui.rects.push_back({"drawer", where});
  ImGui::End();
}

}  // namespace phasebox
