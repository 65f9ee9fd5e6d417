// SPDX-License-Identifier: MIT
// The drawer under the field: a tab per tool, and the one that is open.
#include <algorithm>
#include <string>

#include "ui/style.hpp"
#include "ui/tools.hpp"
#include "ui/widgets.hpp"

namespace phasebox {
namespace {

// The strip above the drawer that is dragged to make it higher.
void drawer_splitter(Chrome& chrome, const Aabb& where) {
  const float grip = 6 * chrome.scale;
  const Aabb strip{where.min, {where.max.x, where.min.y + grip}};
  begin_fixed("drawer-splitter", strip,
              ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar);
  ImGui::SetCursorPos({0, 0});
  ImGui::InvisibleButton("grip", to_imgui(extent(strip)));
  remember_rect(chrome, "drawer.splitter");
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
    ImGui::GetWindowDrawList()->AddRectFilled(to_imgui(where.min),
                                              {where.max.x, where.min.y + 2 * chrome.scale},
                                              ImGui::GetColorU32(ImGuiCol_SeparatorHovered));
  }
  if (ImGui::IsItemActive()) chrome.drawer_height -= ImGui::GetIO().MouseDelta.y / chrome.scale;
  ImGui::End();
}

void tabs(const Model& model, Chrome& chrome, Intents& out) {
  const Theme& colours = theme(model.view.theme);
  for (const ToolRow& tool : tools()) {
    const bool is_open = tool.id == chrome.tool;
    const std::string title(tool.title);
    ImGui::PushStyleColor(ImGuiCol_Text, packed(colours[is_open ? Role::accent : Role::text_dim]));
    if (ImGui::Button(title.c_str())) out.actions.push_back({tool.action, 0});
    ImGui::PopStyleColor();
    remember_rect(chrome, "tab." + std::string(tool.id));
    tooltip(hint_of(tool.action));
    ImGui::SameLine();
  }
  const float width = ImGui::GetFrameHeight();
  ImGui::SetCursorPosX(std::max(
      ImGui::GetCursorPosX(), ImGui::GetWindowWidth() - width - ImGui::GetStyle().WindowPadding.x));
  if (ImGui::Button("×", {width, 0})) chrome.tool.clear();
  remember_rect(chrome, "drawer.close");
  tooltip("Close the drawer (Esc).");
}

}  // namespace

void draw_drawer(const Model& model, Chrome& chrome, const Aabb& where, Intents& out) {
  const auto tool = std::ranges::find(tools(), chrome.tool, &ToolRow::id);
  if (tool == tools().end() || extent(where).y <= 0) return;
  begin_fixed("drawer", where, ImGuiWindowFlags_NoScrollbar);
  tabs(model, chrome, out);
  ImGui::BeginChild("tool", {0, 0});
  tool->draw(model, chrome, out);
  ImGui::EndChild();
  chrome.rects.push_back({"drawer", where});
  ImGui::End();
  drawer_splitter(chrome, where);
}

}  // namespace phasebox
