// SPDX-License-Identifier: MIT
// The panel: scene, algorithms, overlays, response by image, statistics; tabs, and the open tool.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <set>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "bench/recording.hpp"
#include "ui/language/translation.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {
namespace {

// The id of the entry that was chosen.
template <class Entry>
std::optional<std::string> entry_combo(const Gui& gui, const char* name,
                                       const std::vector<ListLine>& lines, const Entry& now) {
  ImGui::SetNextItemWidth(-1);
  const auto at = std::ranges::find(lines, now.id, &ListLine::id) - lines.begin();
  const auto chosen =
      choose(gui, name, now.title, lines, static_cast<std::size_t>(at), now.summary);
  scroll_if_asked(gui, name);
  return chosen ? std::optional(lines[*chosen].id) : std::nullopt;
}

void size_fact(const Gui& gui) {
  const SizeRange sizes = size_range(gui.session.frame().boxes);
  number_line(gui, "size ratio", fmt::format("{:.1f} = 2^{:.1f}", sizes.ratio(), sizes.levels()));
  remember_rect(gui, "scene.size-ratio",
                "R, the largest box over the smallest, and log2 R: about how many levels a "
                "hierarchical grid wants.");
}

ParamGroup part(const ParamGroup& group, std::size_t first, std::size_t n = std::dynamic_extent) {
  const auto rows = group.rows.subspan(std::min(first, group.rows.size()));
  return {group.owner, group.title, rows.first(std::min(n, rows.size())), group.object};
}

// Snap and its size are shown with the broadphase, whose boundaries they move.
constexpr std::size_t kSnapRows = 2;
std::size_t snap_row(const ParamGroup& world) {
  const auto first = std::ranges::find(world.rows, std::string_view("snap"), &Param::key);
  return static_cast<std::size_t>(first - world.rows.begin());
}

// Draws rows that are seldom needed, if the section is unfolded; a request to see one unfolds it.
bool is_unfolded(const Gui& gui, Section which, std::initializer_list<ParamGroup> groups) {
  bool& is_open = gui.ui.section_open[static_cast<std::size_t>(which)];
  for (const ParamGroup& g : groups)
    for (const Param& row : g.rows) {
      const std::string name = full_name(g.owner, row.key);
      is_open |= gui.ui.scroll_to == name || gui.ui.focus_on == name;
    }
  for (const ParamGroup& group : groups)
    if (is_open) draw_params(gui, group);
  return is_open;
}

// What the source's own listing would find, where there is one: chosen among the rows that are
// seldom needed; while one runs its numbers stay in sight.
void listing_part(const Gui& gui, std::string_view algorithm, bool is_open) {
  std::vector<ListLine> lines{{"off", "off", "Only the algorithm as it is here."}};
  std::vector<std::optional<std::size_t>> numbers{{}};
  for (std::size_t k = 0; k < listings().size(); ++k) {
    const Listing& row = listings()[k];
    if (row.algorithm != algorithm) continue;
    lines.push_back({std::string(row.title), std::string(row.id), row.help});
    numbers.emplace_back(k);
  }
  const auto known = std::ranges::find(numbers, gui.ui.listing);
  const auto now = static_cast<std::size_t>(known == numbers.end() ? 0 : known - numbers.begin());
  if (lines.size() == 1 || (!is_open && now == 0)) return;
  ImGui::AlignTextToFramePadding();
  text(gui, "as they wrote it", Role::text_dim);
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-1);
  const std::string name = "listing." + std::string(algorithm);
  if (const auto chosen = choose(gui, name, lines[now].title, lines, now,
                                 "Run the source's listing, mistakes included, beside the "
                                 "algorithm: rings show where they differ."))
    gui.ui.listing = numbers[*chosen], gui.ui.listed = {};
  if (now == 0) return;
  const auto run = [&] { return run_listing(gui.session, *numbers[now]); };
  text_wrapped(gui, gui.ui.listed.get(gui.model.trace_number, run).text);
  remember_rect(gui, name + ".text");
}

// All scenes with their pictures open from it.
void scene_button(const Gui& gui) {
  const RecordingPlayback* show = gui.session.show();
  const SceneEntry& now = gui.session.scene();
  const std::string title = show ? std::string(show->name()) : std::string(now.title);
  ImGui::PushStyleVar(ImGuiStyleVar_ButtonTextAlign, ImVec2(0, 0.5f));
  if (ImGui::Button(tr_label((title + "###scene").c_str()), {-1, 0})) gui.ui.opens_scenes = true;
  ImGui::PopStyleVar();
  scroll_if_asked(gui, "scene");
  const Vec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  ImGui::GetWindowDrawList()->AddText({max.x - 0.9f * ImGui::GetFontSize(), min.y + gui.px(2)},
                                      gui.ink(Role::text), "▼");
  remember_rect(gui, "scene",
                show ? "A box recording plays; choose a scene to leave it." : now.summary);
}

void scene_section(const Gui& gui) {
  scene_button(gui);
  if (const RecordingPlayback* show = gui.session.show()) {  // there is nothing to set
    const auto frame = show->frame();
    number_line(gui, "frames", grouped(show->size()));
    number_line(gui, "frame", grouped(frame + 1));
    number_line(gui, "boxes", grouped(show->boxes().size()));
    const Vec2 size = extent(show->field());
    number_line(gui, "field", fmt::format("{:.6g} x {:.6g} px", size.x, size.y));
    return size_fact(gui);
  }
  const ParamGroup scene = gui.session.group(Owner::scene()),
                   world = gui.session.group(Owner::world());
  const std::size_t snap = snap_row(world);
  draw_params(gui, part(scene, 0, 1));
  if (!is_unfolded(gui, Section::scene,
                   {part(scene, 1), part(world, 0, snap), part(world, snap + kSnapRows)}))
    return;
  size_fact(gui);
}

void broadphase_section(const Gui& gui) {
  const Session& session = gui.session;
  std::vector<ListLine> lines = choices_of(broadphases());
  for (std::size_t k = 0; k < lines.size(); ++k)
    if (const std::string key = broadphase_key(*broadphases()[k], gui.ui.keys); !key.empty())
      lines[k].title += "  [" + key + "]";
  if (auto id = entry_combo(gui, "broadphase", lines, session.broadphase()))
    gui.out.emplace_back(command::SelectBroadphase{*std::move(id)});
  const ParamGroup own = session.group(session.broadphase()), world = session.group(Owner::world());
  constexpr std::size_t kFirst = 2;  // of its own rows
  draw_params(gui, part(own, 0, kFirst));
  // The size of the grid has an effect while sprites snap to it.
  if (!session.show())
    draw_params(gui, part(world, snap_row(world), session.options().snap ? kSnapRows : 1));
  const bool is_open = is_unfolded(gui, Section::broadphase, {part(own, kFirst)});
  listing_part(gui, session.broadphase().id, is_open);
}

void narrowphase_section(const Gui& gui) {
  const Session& session = gui.session;
  if (auto id = entry_combo(gui, "narrowphase", choices_of(narrowphases()), session.narrowphase()))
    gui.out.emplace_back(command::SelectNarrowphase{*std::move(id)});
  const ParamGroup own = session.group(session.narrowphase());
  draw_params(gui, part(own, 0, 1));
  const bool is_open = is_unfolded(gui, Section::narrowphase, {part(own, 1)});
  listing_part(gui, session.narrowphase().id, is_open);
}

// Its curves, while it is unfolded.
void energy_part(const Gui& gui) {
  ImGui::SetNextItemOpen(gui.ui.energy_open);
  gui.ui.energy_open = ImGui::TreeNodeEx(tr_label("energy"), ImGuiTreeNodeFlags_NoTreePushOnOpen);
  remember_rect(gui, "fold.energy", hint_of(energy_action, gui.ui.keys));
  const bool is_asked = gui.ui.scroll_to == "energy";
  if (is_asked) ImGui::SetScrollHereY();
  if (!gui.ui.energy_open) return;
  const Energy& study = gui.lab.energy;
  if (!study.is_on()) gui.out.emplace_back(WatchEnergy{});
  text_wrapped(gui, describe(study, gui.session));
  if (study.samples().empty()) return;
  const Vec2 size{ImGui::GetContentRegionAvail().x, gui.px(150)};
  draw_plot(gui, study.energy_plot(), "energy", size);
  draw_plot(gui, study.momentum_plot(), "momentum", size);
  if (!is_asked) return;
  ImGui::SetScrollHereY(1);  // the plots, which are there once something was measured
  gui.ui.scroll_to.clear();
}

// A heading over the whole width that unfolds what is below; true if unfolded.
bool heading(const Gui& gui, Section which) {
  bool& is_open = gui.ui.section_open[static_cast<std::size_t>(which)];
  const std::string title(section_title(which));
  for (const ImGuiCol part : {ImGuiCol_Header, ImGuiCol_HeaderHovered})
    ImGui::PushStyleColor(part, gui.ink(Role::text, 0.05f));
  ImGui::PushStyleColor(ImGuiCol_Text, gui.ink(Role::text_dim));
  if (ImGui::Selectable(tr_label(title.c_str()), true)) is_open = !is_open;
  ImGui::PopStyleColor(3);
  remember_rect(gui, "fold." + title);
  ImGui::SameLine();
  text_right(gui, is_open ? "less" : "more", Role::accent);
  return is_open;
}

// A section without effect now is not drawn.
bool is_of_use(const Gui& gui, Section which) {
  return which != Section::response || gui.ui.energy_open ||
         (gui.session.response().is_on() && !gui.session.show());
}

void draw_section(const Gui& gui, Section which) {
  if (!is_of_use(gui, which)) return;
  ImGui::PushID(static_cast<int>(which));
  const bool is_open = heading(gui, which);
  switch (which) {
    case Section::scene: scene_section(gui); break;
    case Section::broadphase: broadphase_section(gui); break;
    case Section::narrowphase: narrowphase_section(gui); break;
    case Section::response:
      if (!is_open) break;
      draw_params(gui, gui.session.group(Owner::response()));
      energy_part(gui);
      break;
    case Section::show:
      if (is_open) draw_params(gui, view_group(gui.model.view));
      break;
    default:
      if (is_open || gui.ui.large_statistics) draw_statistics(gui);
      break;
  }
  ImGui::PopID();
}

std::string icon_and_title(const ToolRow& tool) {
  return fmt::format("{}{}{}", tool.icon, tool.icon.empty() ? "" : " ", tr(tool.title));
}

// Its icon, with its title where there is room for those of all.
void tab(const Gui& gui, const ToolRow& tool, bool has_title) {
  const bool is_open = tool.action.id == gui.ui.tool;
  ImGui::PushStyleColor(ImGuiCol_Text, gui.ink(is_open ? Role::accent : Role::text));
  ImGui::PushStyleColor(ImGuiCol_Button, gui.ink(Role::text, is_open ? 0.12f : 0));
  const std::string id(tool.action.id), icon(tool.icon);
  if (ImGui::Button(
          ((has_title || icon.empty() ? icon_and_title(tool) : icon) + "###" + id).c_str()))
    gui.out.emplace_back(Invocation{&tool.action});
  ImGui::PopStyleColor(2);
  push_font(text_font());
  remember_rect(gui, "tab." + id,
                fmt::format("{}: {}", tool.title, hint_of(tool.action, gui.ui.keys)));
  ImGui::PopFont();
  ImGui::SameLine();
}

// As wide as the widest title, so that nothing moves.
float width_of_others() {
  float width = text_width("More");
  for (const ToolRow* tool : tools().subspan(kFrontTools))
    width = std::max(width, text_width(tool->title));
  return width + ImGui::GetFrameHeight() + 2 * ImGui::GetStyle().FramePadding.x;
}

// px, of all tabs with their titles.
float width_of_tabs() {
  float width = width_of_others();
  for (const ToolRow* tool : tools().first(kFrontTools))
    width += width_as_is(icon_and_title(*tool)) + 2 * ImGui::GetStyle().FramePadding.x +
             ImGui::GetStyle().ItemSpacing.x;
  return width;
}

// The other tools, as far as they are of use.
void other_tools(const Gui& gui) {
  std::vector<const ToolRow*> others;
  std::vector<ListLine> lines;
  for (const ToolRow* tool : tools().subspan(kFrontTools)) {
    if (tool->is_listed && !tool->is_listed(gui.model)) continue;
    others.push_back(tool);
    lines.push_back({std::string(tool->title), std::string(tool->action.id), tool->action.help});
  }
  const auto now =
      static_cast<std::size_t>(std::ranges::find(others, gui.model.open_tool()) - others.begin());
  const float room = ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight() - gui.px(6);
  ImGui::SetNextItemWidth(std::min(width_of_others(), room));
  const auto chosen = choose(gui, "tab.more", now < others.size() ? others[now]->title : "More",
                             lines, now, "More tools.");
  if (chosen && *chosen != now) gui.out.emplace_back(Invocation{&others[*chosen]->action});
}

// False where the part has no area.
bool begin_part(const char* name, const Aabb& where, ImGuiWindowFlags more = 0) {
  const Vec2 size = extent(where);
  if (size.x <= 0 || size.y <= 0) return false;
  begin_fixed(name, where, more);
  return true;
}

}  // namespace

// Statistics stay below, in sight while something is changed. They take what is left, or nearly
// half: in the smallest window they are whole, and both algorithms are still above them.
void draw_panel(const Gui& gui, const Aabb& where) {
  const float all = extent(where).y, least = all * (gui.ui.large_statistics ? 0.54f : 0.45f);
  if (all <= 0) return;
  const float below =
      std::min(gui.ui.statistics_height, std::max(all - gui.ui.sections_height, least));
  const float middle = std::floor(where.max.y - below);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                      ImVec2(ImGui::GetStyle().ItemSpacing.x, gui.px(3)));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      ImVec2(ImGui::GetStyle().FramePadding.x, gui.px(2)));
  begin_fixed("panel", {where.min, {where.max.x, middle}});
  const float top = ImGui::GetCursorPosY();
  for (std::size_t i = 0; i + 1 < kSections; ++i) draw_section(gui, static_cast<Section>(i));
  gui.ui.sections_height = ImGui::GetCursorPosY() + top;
  ImGui::End();
  begin_fixed("statistics", {{where.min.x, middle}, where.max});
  draw_section(gui, Section::statistics);
  gui.ui.statistics_height = ImGui::GetCursorPosY() + ImGui::GetStyle().WindowPadding.y;
  ImGui::End();
  ImGui::PopStyleVar(2);
  gui.ui.rects.push_back({"panel", where});
}

void draw_tabs(const Gui& gui, const Aabb& where) {
  const ImGuiStyle& style = ImGui::GetStyle();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(gui.px(6), gui.px(4)));
  const bool is_there = begin_part("tabs", where, ImGuiWindowFlags_NoScrollbar);
  ImGui::PopStyleVar();
  if (!is_there) return;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(gui.px(4), style.FramePadding.y));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gui.px(1), style.ItemSpacing.y));
  const float close = ImGui::GetFrameHeight(), room = ImGui::GetContentRegionAvail().x - close;
  const bool are_large = width_of_tabs() <= room;
  push_font(footnote_font());
  const bool has_titles = width_of_tabs() <= room;
  ImGui::PopFont();
  push_font(are_large || !has_titles ? text_font() : footnote_font());
  ImGui::AlignTextToFramePadding();
  for (const ToolRow* tool : tools().first(kFrontTools)) tab(gui, *tool, has_titles);
  other_tools(gui);
  ImGui::PopFont();
  ImGui::SameLine(ImGui::GetWindowWidth() - close - gui.px(6));
  if (!gui.ui.tool.empty() && button(gui, "×", "drawer.close", "Close the tool (Esc)."))
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
  const char* title = is_low ? (is_open ? "Panel ▼" : "Panel ▲") : is_open ? "▶" : "◀";
  if (ImGui::Button(tr_label((std::string(title) + "##fold").c_str()), {-1, -1}))
    gui.ui.panel_beside = !is_open;
  remember_rect(gui, "panel.fold", hint_of(panel_action, gui.ui.keys));
  ImGui::End();
}

}  // namespace phasebox::ui
