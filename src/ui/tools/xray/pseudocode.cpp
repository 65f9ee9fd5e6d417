// SPDX-License-Identifier: MIT
// Draws the pseudocode of the current algorithm, with the line of the event shown last highlighted.
#include "ui/tools/xray/panes.hpp"

namespace phasebox::ui {

void draw_pseudocode(const Gui& gui, const Xray& xray, ImVec2 size) {
  begin_child("code", size, true);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, gui.px(2)));
  const auto lit = xray.line();
  const auto code = xray.code();
  for (std::size_t k = 0; k < code.size(); ++k) {
    if (lit == k) {
      const Vec2 at = ImGui::GetCursorScreenPos() - Vec2{gui.px(4), 0};
      const float width = ImGui::GetContentRegionAvail().x + gui.px(4);
      const float height = ImGui::GetTextLineHeight() + gui.px(2);
      ImDrawList& list = *ImGui::GetWindowDrawList();
      list.AddRectFilled(at, at + Vec2{width, height}, gui.ink(Role::accent, 0.28f), gui.px(3));
      list.AddRectFilled(at, at + Vec2{gui.px(3), height}, gui.ink(Role::accent));
    }
    const std::size_t indent = code[k].text.find_first_not_of(' ');
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + static_cast<float>(indent) * 6 * gui.ui.scale);
    text_wrapped(gui, code[k].text.substr(indent), lit == k ? Role::text : Role::text_dim);
    if (lit == k) ImGui::SetScrollHereY(0.5f);
  }
  ImGui::PopStyleVar();
  remember_window(gui, "xray.code");
  ImGui::EndChild();
}

}  // namespace phasebox::ui
