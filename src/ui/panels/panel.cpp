// SPDX-License-Identifier: MIT
// The panel on the right: scene, algorithms, what is shown, response by image, statistics; and the
// drawer under the field: a tab per tool, and the one that is open.
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

// Rows that are seldom needed, folded until one is to be seen. Whether they are unfolded.
bool folded_params(const Gui& gui, const char* title, std::initializer_list<ParamGroup> groups) {
  const auto is_wanted = [&](const ParamGroup& g) {
    return std::ranges::any_of(g.rows, [&](const Param& row) {
      const std::string name = full_name(g.owner, row.key);
      return gui.ui.scroll_to == name || gui.ui.focus_on == name;
    });
  };
  if (std::ranges::any_of(groups, is_wanted)) ImGui::SetNextItemOpen(true);
  const bool open = ImGui::TreeNodeEx(tr_label(title), ImGuiTreeNodeFlags_NoTreePushOnOpen);
  remember_rect(gui, std::string("fold.") + title);
  if (!open) return false;
  for (const ParamGroup& group : groups) draw_params(gui, group);
  return true;
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

void scene_combo(const Gui& gui) {
  const RecordingPlayback* show = gui.session.show();
  const SceneEntry& now = gui.session.scene();
  const std::string title = show ? std::string(show->name()) : std::string(now.title);
  ImGui::SetNextItemWidth(-1);
  const bool open = ImGui::BeginCombo("##scene", tr(title.c_str()), ImGuiComboFlags_HeightLargest);
  scroll_if_asked(gui, "scene");
  if (!open) {
    remember_rect(gui, "scene");
    return tooltip(show ? "A box recording plays; choose a scene to leave it." : now.summary);
  }
  for (const std::string_view group : kSceneGroups) {
    text(gui, group, Role::text_dim);
    if (auto id = draw_scene_lines(gui, group, show ? nullptr : &now)) {
      gui.out.emplace_back(command::LoadScene{*std::move(id)});
      ImGui::CloseCurrentPopup();
    }
  }
  ImGui::EndCombo();
}

void scene_section(const Gui& gui) {
  scene_combo(gui);
  if (const RecordingPlayback* show = gui.session.show()) {  // there is nothing to set
    const auto frame = show->frame();
    number_line(gui, "frames", grouped(show->size()));
    number_line(gui, "frame", grouped(frame + 1));
    number_line(gui, "its number", grouped_whole(static_cast<double>(show->number(frame))));
    number_line(gui, "boxes", grouped(show->boxes().size()));
    const Vec2 size = extent(show->field());
    number_line(gui, "field", fmt::format("{:.6g} x {:.6g} px", size.x, size.y));
    return size_fact(gui);
  }
  const ParamGroup scene = gui.session.group(Owner::scene()),
                   world = gui.session.group(Owner::world());
  const std::size_t snap = snap_row(world);
  draw_params(gui, part(scene, 0, 1));
  if (folded_params(gui, "sprites and field",
                    {part(scene, 1), part(world, 0, snap), part(world, snap + kSnapRows)}))
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
  constexpr std::size_t kFirst = 2, kShown = 6;  // of its own rows: before snap, in all
  draw_params(gui, part(own, 0, kFirst));
  if (!session.show()) draw_params(gui, part(world, snap_row(world), kSnapRows));
  draw_params(gui, part(own, kFirst, kShown - kFirst));
  if (own.rows.size() > kShown) folded_params(gui, "more", {part(own, kShown)});
}

void narrowphase_section(const Gui& gui) {
  const Session& session = gui.session;
  if (auto id = entry_combo(gui, "narrowphase", choices_of(narrowphases()), session.narrowphase()))
    gui.out.emplace_back(command::SelectNarrowphase{*std::move(id)});
  const ParamGroup own = session.group(session.narrowphase());
  constexpr std::size_t kShown = 2;
  draw_params(gui, part(own, 0, kShown));
  if (own.rows.size() > kShown) folded_params(gui, "how pixels are read", {part(own, kShown)});
}

// Typed with Enter, so that each value is one change to be undone. Gray: as the parameter says.
bool material_field(const Gui& gui, const std::string& image, const char* name, float& own,
                    float otherwise, float most) {
  const bool is_own = own >= 0;
  float value = is_own ? own : otherwise;
  ImGui::TableNextColumn();
  ImGui::SetNextItemWidth(4.5f * ImGui::GetFontSize());
  ImGui::PushStyleColor(ImGuiCol_Text, gui.ink(is_own ? Role::text : Role::text_dim));
  const std::string full = "material." + image + "." + name;
  std::optional<double> entered;
  ImGui::PushID(name);
  if (!type_number(gui, full, Param::Kind::real, entered)) {
    ImGui::DragFloat("##v", &value, 1, 0, most, "%.2f", ImGuiSliderFlags_NoInput);  // never dragged
    if (ImGui::IsItemActivated()) begin_typing(gui, full, number_text(static_cast<double>(value)));
  }
  ImGui::PopID();
  ImGui::PopStyleColor();
  std::string title(name);
  title[0] = static_cast<char>(title[0] - 'a' + 'A');
  remember_rect(
      gui, full,
      fmt::format("{}, 0 to {}, of this image; gray: as the parameter says.", title, most));
  if (!entered || *entered < 0) return false;
  own = std::min(static_cast<float>(*entered), most);
  return true;
}

void material_row(const Gui& gui, std::uint16_t image) {
  const ImageMaterial before = material_of(gui.session.materials(), image);
  const ResponseOptions& response = gui.session.response();
  const std::string& name = gui.session.images()[image].name;
  ImageMaterial own = before;
  ImGui::PushID(image);
  ImGui::TableNextColumn();
  text(name);
  bool is_set = material_field(gui, name, "restitution", own.restitution, response.restitution, 1);
  is_set |= material_field(gui, name, "friction", own.friction, response.friction, 4);
  ImGui::TableNextColumn();
  if (before != ImageMaterial{} &&
      small_button(gui, "Clear", "material." + name + ".clear", "Both as the parameters say."))
    own = {}, is_set = true;
  if (is_set) gui.out.emplace_back(command::SetMaterial{image, own});
  ImGui::PopID();
}

void draw_materials(const Gui& gui) {
  const bool is_open = ImGui::TreeNodeEx(tr_label("by image"), ImGuiTreeNodeFlags_NoTreePushOnOpen);
  remember_rect(
      gui, "fold.by image",
      "Restitution and friction of the sprites of one image. Where two meet, the larger "
      "restitution holds and the geometric mean of the frictions; a border is as what meets it.");
  if (!is_open) return;
  std::set<std::uint16_t> images;
  for (const std::uint16_t image : gui.session.world().images())
    images.insert(gui.session.images().picture(image));
  constexpr TableColumn kColumns[] = {{"image"}, {"restitution"}, {"friction"}, {""}};
  if (!begin_table(gui, "materials", kColumns, ImGuiTableFlags_SizingFixedFit)) return;
  for (const std::uint16_t image : images) material_row(gui, image);
  ImGui::EndTable();
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

void draw_section(const Gui& gui, Section which) {
  bool& open = gui.ui.section_open[static_cast<std::size_t>(which)];
  const std::string title(section_title(which));
  ImGui::SetNextItemOpen(open);
  open = ImGui::CollapsingHeader(tr_label(title.c_str()));
  if (!open) return;
  ImGui::PushID(title.c_str());
  switch (which) {
    case Section::scene: scene_section(gui); break;
    case Section::broadphase: broadphase_section(gui); break;
    case Section::narrowphase: narrowphase_section(gui); break;
    case Section::response:
      draw_params(gui, gui.session.group(Owner::response()));
      draw_materials(gui);
      energy_part(gui);
      break;
    case Section::show: draw_params(gui, view_group(gui.model.view)); break;
    default: draw_statistics(gui); break;
  }
  ImGui::PopID();
}

void tab(const Gui& gui, const ToolRow& tool) {
  const bool is_open = tool.action.id == gui.ui.tool;
  ImGui::PushStyleColor(ImGuiCol_Text, gui.ink(is_open ? Role::accent : Role::text_dim));
  const bool pressed = button(gui, std::string(tool.title), "tab." + std::string(tool.action.id));
  ImGui::PopStyleColor();
  if (pressed) gui.out.emplace_back(Invocation{&tool.action});
  tooltip(hint_of(tool.action, gui.ui.keys));
  ImGui::SameLine();
}

// Where there is no room for all tabs they come closer together, before they become a list.
void tabs(const Gui& gui, const ToolRow& open) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float close = ImGui::GetFrameHeight();
  const float end = ImGui::GetWindowWidth() - close - style.WindowPadding.x;
  const float room = end - ImGui::GetCursorPosX() - style.ItemSpacing.x;
  const auto draw_all = [&] {
    float width = 0;
    for (const ToolRow* tool : tools()) width += button_width(tool->title) + style.ItemSpacing.x;
    for (const ToolRow* tool : tools())
      if (width <= room) tab(gui, *tool);
    return width <= room;
  };
  if (!draw_all()) {
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        ImVec2(style.FramePadding.x / 2, style.FramePadding.y));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                        ImVec2(style.ItemSpacing.x / 4, style.ItemSpacing.y));
    const bool are_drawn = draw_all();
    ImGui::PopStyleVar(2);
    if (!are_drawn) {
      std::vector<ListLine> lines;
      for (const ToolRow* tool : tools())
        lines.push_back(
            {std::string(tool->title), std::string(tool->action.id), tool->action.help});
      const auto now =
          static_cast<std::size_t>(std::ranges::find(tools(), &open) - tools().begin());
      ImGui::SetNextItemWidth(std::min(room, 12 * ImGui::GetFontSize()));
      const auto chosen = choose(gui, "tab.list", open.title, lines, now, {});
      if (chosen && *chosen != now) gui.out.emplace_back(Invocation{&tools()[*chosen]->action});
      ImGui::SameLine();
    }
  }
  ImGui::SetCursorPosX(end);
  if (ImGui::Button("×", {close, 0})) gui.ui.tool.clear();
  remember_rect(gui, "drawer.close", "Close the drawer (Esc).");
}

}  // namespace

// The statistics are below the rest and do not scroll away with it: they are what one looks at
// while changing something. They take the room that the rest leaves, and nearly half if they need
// it: in the smallest window they are whole, and both algorithms are still above them.
void draw_panel(const Gui& gui, const Aabb& where) {
  const float all = extent(where).y, least = all * (gui.ui.large_statistics ? 0.5f : 0.45f);
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

}  // namespace phasebox::ui
