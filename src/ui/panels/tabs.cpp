// SPDX-License-Identifier: MIT
// Draws the tabs of the tools, the open tool, and the strip that unfolds the panel beside it.
#include <algorithm>

#include "language/format_sentence.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/icons.hpp"

namespace phasebox::ui {
namespace {

// Says what the tabs show of their tools. Titles say more than icons, so that icons give way first.
enum class TabLook : std::uint8_t { icon_and_title, title, icon };

float width_of(const ToolRow& tool, TabLook look) {
  if (look == TabLook::icon) return icon_button_width({});
  return look == TabLook::title ? button_width(tool.title) : icon_button_width(tool.title);
}

// Draws the tab of a tool.
void tab(const Gui& gui, const ToolRow& tool, TabLook look) {
  const bool is_open = tool.action.id == gui.ui.tool;
  ImGui::PushStyleColor(ImGuiCol_Text, gui.ink(is_open ? Role::accent : Role::text));
  ImGui::PushStyleColor(ImGuiCol_Button, gui.ink(Role::text, is_open ? 0.12f : 0));
  const std::string id(tool.action.id);
  const bool has_icon = look != TabLook::title;
  const Sentence word(look == TabLook::icon ? "" : tool.title);
  const std::string label = (has_icon ? std::string() : tr(word)) + "###" + id;
  if (ImGui::Button(label.c_str(), {width_of(tool, look), 0})) gui.ask(Invocation{&tool.action});
  if (has_icon) icon_over(tool.icon, word);
  ImGui::PopStyleColor(2);
  push_font(text_font());
  remember_rect(gui, "tab." + id, say("{}: {}", tool.title, hint_of(tool.action, gui.ui.keys)));
  ImGui::PopFont();
  ImGui::SameLine();
}

// Returns the width in px of the list of the tools that have no tab. It fits the widest title in
// it, so that nothing moves when another tool is opened.
float width_of_others() {
  float width = text_width("More");
  for (const ToolRow* tool : tools().subspan(kFrontTools))
    width = std::max(width, text_width(tool->title));
  return width + ImGui::GetFrameHeight() + 2 * ImGui::GetStyle().FramePadding.x;
}

// Returns the width in px of all tabs, and of the list behind them: where tabs have no icon, with
// room for no more than its own name.
float width_of_tabs(TabLook look) {
  float width =
      look == TabLook::title ? button_width("More") + ImGui::GetFrameHeight() : width_of_others();
  for (const ToolRow* tool : tools().first(kFrontTools))
    width += width_of(*tool, look) + ImGui::GetStyle().ItemSpacing.x;
  return width;
}

// Draws the drop-down list of the tools without a tab, which has the open tool's title if that
// fits. Tools that say by ToolRow::is_listed that they are of no use now are left out.
void other_tools(const Gui& gui, float close) {
  std::vector<const ToolRow*> others;
  std::vector<ListLine> lines;
  for (const ToolRow* tool : tools().subspan(kFrontTools)) {
    if (tool->is_listed && !tool->is_listed(gui.model)) continue;
    others.push_back(tool);
    lines.push_back({std::string(tool->title), std::string(tool->action.id), tool->action.help});
  }
  const auto now =
      static_cast<std::size_t>(std::ranges::find(others, gui.model.open_tool()) - others.begin());
  const float frame = ImGui::GetFrameHeight();
  const float width = std::min(width_of_others(), ImGui::GetContentRegionAvail().x - close);
  const Sentence title(now < others.size() ? others[now]->title : "More");
  const bool fits = text_width(title) + frame + ImGui::GetStyle().FramePadding.x <= width;
  ImGui::SetNextItemWidth(width);
  const auto chosen =
      choose(gui, "tab.more", fits ? title : Sentence("More"), lines, now, "More tools.");
  if (chosen && *chosen != now) gui.ask(Invocation{&others[*chosen]->action});
}

// Begins a window at a part's place and returns true; if the part has no area it returns false and
// has begun no window.
bool begin_part(const char* name, const Aabb& where, ImGuiWindowFlags more = 0) {
  const Vec2 size = extent(where);
  if (size.x <= 0 || size.y <= 0) return false;
  begin_fixed(name, where, more);
  return true;
}

}  // namespace

void draw_tabs(const Gui& gui, const Aabb& where) {
  const ImGuiStyle& style = ImGui::GetStyle();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(gui.px(6), gui.px(4)));
  const bool is_there = begin_part("tabs", where, ImGuiWindowFlags_NoScrollbar);
  ImGui::PopStyleVar();
  if (!is_there) return;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(gui.px(4), style.FramePadding.y));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gui.px(1), style.ItemSpacing.y));
  const float close = ImGui::GetFrameHeight(), room = ImGui::GetContentRegionAvail().x - close;
  const bool are_large = width_of_tabs(TabLook::icon_and_title) <= room;
  push_font(footnote_font());
  TabLook look = TabLook::icon_and_title;
  if (width_of_tabs(look) > room) look = TabLook::title;
  if (width_of_tabs(look) > room) look = TabLook::icon;
  ImGui::PopFont();
  push_font(are_large ? text_font() : footnote_font());
  ImGui::AlignTextToFramePadding();
  for (const ToolRow* tool : tools().first(kFrontTools)) tab(gui, *tool, look);
  other_tools(gui, close + style.ItemSpacing.x);
  ImGui::PopFont();
  ImGui::SameLine(ImGui::GetWindowWidth() - close - gui.px(6));
  if (!gui.ui.tool.empty() &&
      icon_button(gui, Icon::close, {}, "drawer.close", "Close the tool (Esc).", close))
    gui.ui.tool.clear();
  ImGui::PopStyleVar(2);
  ImGui::End();
}

void draw_drawer(const Gui& gui, const Aabb& where) {
  const ToolRow* tool = gui.model.open_tool();
  if (!tool || !begin_part("drawer", where, ImGuiWindowFlags_NoScrollbar)) return;
  begin_child("tool", {0, 0});
  push_font(gui.ui.lecture ? answer_font() : text_font());
  tool->draw(gui);
  ImGui::PopFont();
  ImGui::EndChild();
  gui.ui.rects.push_back({"drawer", where});
  ImGui::End();
}

void draw_fold(const Gui& gui, const Aabb& where) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(gui.px(2), gui.px(2)));
  const bool is_there = begin_part("fold", where, ImGuiWindowFlags_NoScrollbar);
  ImGui::PopStyleVar();
  if (!is_there) return;
  const bool is_low = extent(where).x > extent(where).y, is_open = gui.ui.panel_beside;
  if (ImGui::Button("##fold", {-1, -1})) gui.ui.panel_beside = !is_open;
  if (is_low)
    icon_over(is_open ? Icon::chevron_down : Icon::chevron_up, "Panel");
  else
    icon_over(is_open ? Icon::chevron_right : Icon::chevron_left);
  remember_rect(gui, "panel.fold", hint_of(panel_action, gui.ui.keys));
  ImGui::End();
}

}  // namespace phasebox::ui
