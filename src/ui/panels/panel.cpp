// SPDX-License-Identifier: MIT
// The panel on the right: scene, algorithms, what is shown, response by image, statistics.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "lab/tune/frame_facts.hpp"
#include "ui/language/tr.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/plot_view.hpp"
#include "ui/widgets/style.hpp"

namespace phasebox {
namespace {

// The panel on the right: scene, algorithms, what is shown, statistics.

template <class Entry, class Choose, class Note>
void registry_combo(const char* label, std::span<const Entry* const> all, const Entry& now,
                    UiState& ui, Choose choose, Note note) {
  ImGui::SetNextItemWidth(-1);
  const std::string title(now.title), id = std::string("##") + label;
  const bool open = ImGui::BeginCombo(id.c_str(), tr(title.c_str()), ImGuiComboFlags_HeightLarge);
  scroll_if_asked(ui, label);
  if (!open) {
    remember_rect(ui, label);
    tooltip(now.summary);
    return;
  }
  for (const Entry* entry : all) {
    const std::string line = std::string(entry->title) + note(*entry);
    if (ImGui::Selectable(tr_label(line.c_str()), entry == &now)) choose(std::string(entry->id));
    remember_rect(ui, std::string(label) + "." + std::string(entry->id));
    tooltip(entry->summary);
  }
  ImGui::EndCombo();
}

void size_fact(const Model& model, UiState& ui) {
  const SizeRange sizes = size_range(model.session.frame().boxes);
  number_line("size ratio", fmt::format("{:.1f} = 2^{:.1f}", sizes.ratio(), sizes.levels()),
              theme(model.view.theme));
  tooltip(
      "R, the largest box over the smallest, and log2 R: about how many levels a hierarchical grid "
      "wants.");
  remember_rect(ui, "scene.size-ratio");
}

// What can be said of recorded boxes; there is nothing to set.
void trace_facts(const Model& model, UiState& ui) {
  const RecordingPlayback& show = *model.session.show();
  const Theme& colors = theme(model.view.theme);
  const auto frame = show.frame();
  number_line("frames", grouped(show.size()), colors);
  number_line("frame", grouped(frame + 1), colors);
  number_line("its number", std::to_string(show.number(frame)), colors);
  number_line("boxes", grouped(show.boxes().size()), colors);
  const Vec2 size = extent(show.field());
  number_line("field", fmt::format("{:.6g} x {:.6g} px", size.x, size.y), colors);
  size_fact(model, ui);
}

// Rows that are seldom needed, folded; they unfold when one of them is to be seen. Whether they
// are.
bool folded_params(const char* title, std::initializer_list<ParamGroup> groups, const Theme& colors,
                   UiState& ui, Requests& out) {
  const auto is_wanted = [&](const ParamGroup& g) {
    return std::ranges::any_of(g.rows, [&](const Param& row) {
      const std::string name = full_name(g.owner, row.key);
      return ui.scroll_to == name || ui.focus_on == name;
    });
  };
  if (std::ranges::any_of(groups, is_wanted)) ImGui::SetNextItemOpen(true);
  const bool open = ImGui::TreeNodeEx(tr_label(title), ImGuiTreeNodeFlags_NoTreePushOnOpen);
  remember_rect(ui, std::string("fold.") + title);
  if (!open) return false;
  for (const ParamGroup& group : groups) draw_params(group, colors, ui, out);
  return true;
}

ParamGroup part(const ParamGroup& group, std::size_t first, std::size_t n) {
  const std::size_t from = std::min(first, group.rows.size());
  return {group.owner, group.title, group.rows.subspan(from, std::min(n, group.rows.size() - from)),
          group.object};
}

// Snap and its size are shown with the broadphase, whose boundaries they move.
std::pair<std::size_t, std::size_t> snap_rows(const ParamGroup& world) {
  const auto first = std::ranges::find(world.rows, std::string_view("snap"), &Param::key);
  return {static_cast<std::size_t>(first - world.rows.begin()), 2};
}

void scene_combo(const Model& model, UiState& ui, Requests& out) {
  const RecordingPlayback* show = model.session.show();
  const SceneEntry& now = model.session.scene();
  const std::string title = show ? std::string(show->name()) : std::string(now.title);
  ImGui::SetNextItemWidth(-1);
  const bool open = ImGui::BeginCombo("##scene", tr(title.c_str()), ImGuiComboFlags_HeightLargest);
  scroll_if_asked(ui, "scene");
  if (!open) {
    remember_rect(ui, "scene");
    return tooltip(show ? "A box recording plays; choose a scene to leave it." : now.summary);
  }
  for (const std::string_view group : kSceneGroups) {
    text(group, theme(model.view.theme)[Role::text_dim]);
    if (auto id = draw_scene_lines(group, show ? nullptr : &now, model, ui)) {
      out.emplace_back(command::LoadScene{*std::move(id)});
      ImGui::CloseCurrentPopup();
    }
  }
  ImGui::EndCombo();
}

void scene_section(const Model& model, UiState& ui, Requests& out) {
  scene_combo(model, ui, out);
  if (model.session.show()) return trace_facts(model, ui);
  const Theme& colors = theme(model.view.theme);
  const ParamGroup scene = model.session.group(Owner::scene()),
                   world = model.session.group(Owner::world());
  const auto [snap, two] = snap_rows(world);
  draw_params(part(scene, 0, 1), colors, ui, out);
  if (folded_params("sprites and field",
                    {part(scene, 1, scene.rows.size()), part(world, 0, snap),
                     part(world, snap + two, world.rows.size())},
                    colors, ui, out))
    size_fact(model, ui);
}

void broadphase_section(const Model& model, UiState& ui, Requests& out) {
  const Session& session = model.session;
  const auto key = [&](const BroadphaseEntry& entry) {
    const std::string name = broadphase_key(entry, ui.keys);
    return name.empty() ? name : "  [" + name + "]";
  };
  registry_combo(
      "broadphase", broadphases(), session.broadphase(), ui,
      [&](std::string id) { out.emplace_back(command::SelectBroadphase{std::move(id)}); }, key);
  const Theme& colors = theme(model.view.theme);
  const ParamGroup own = session.group(session.broadphase()), world = session.group(Owner::world());
  constexpr std::size_t kFirst = 2, kShown = 6;  // of its own rows: before snap, in all
  draw_params(part(own, 0, kFirst), colors, ui, out);
  if (!session.show()) {
    const auto [snap, two] = snap_rows(world);
    draw_params(part(world, snap, two), colors, ui, out);
  }
  draw_params(part(own, kFirst, kShown - kFirst), colors, ui, out);
  if (own.rows.size() > kShown)
    folded_params("more", {part(own, kShown, own.rows.size())}, colors, ui, out);
}

void narrowphase_section(const Model& model, UiState& ui, Requests& out) {
  const Session& session = model.session;
  registry_combo(
      "narrowphase", narrowphases(), session.narrowphase(), ui,
      [&](std::string id) { out.emplace_back(command::SelectNarrowphase{std::move(id)}); },
      [](const NarrowphaseEntry&) { return std::string(); });
  const Theme& colors = theme(model.view.theme);
  const ParamGroup own = session.group(session.narrowphase());
  const std::size_t shown = std::min<std::size_t>(own.rows.size(), 2);
  draw_params(part(own, 0, shown), colors, ui, out);
  if (own.rows.size() > shown)
    folded_params("how pixels are read", {part(own, shown, own.rows.size())}, colors, ui, out);
}

void show_section(const Model& model, UiState& ui, Requests& out) {
  draw_params(view_group(model.view), theme(model.view.theme), ui, out, [&](const Param& row) {
    return lack_of(Owner::view(), row.key, model.session, model.trace);
  });
}

// Its curves, while it is unfolded.
void energy_part(const Model& model, UiState& ui, Requests& out) {
  ImGui::SetNextItemOpen(ui.energy_open);
  ui.energy_open = ImGui::TreeNodeEx(tr_label("energy"), ImGuiTreeNodeFlags_NoTreePushOnOpen);
  remember_rect(ui, "fold.energy");
  tooltip(hint_of(energy_action, ui.keys));
  scroll_if_asked(ui, "energy");
  if (!ui.energy_open) return;
  const Energy& study = model.lab.energy;
  const Theme& colors = theme(model.view.theme);
  if (!study.is_on()) out.emplace_back(WatchEnergy{});
  text_wrapped(describe(study, model.session), colors[Role::text]);
  if (study.samples().empty()) return;
  const Vec2 size{ImGui::GetContentRegionAvail().x, 150 * ui.scale};
  draw_plot(study.energy_plot(), "energy", size, colors, ui, out);
  draw_plot(study.momentum_plot(), "momentum", size, colors, ui, out);
}

void draw_section(Section which, const Model& model, UiState& ui, Requests& out) {
  bool& open = ui.section_open[static_cast<std::size_t>(which)];
  const std::string title(section_title(which));
  ImGui::SetNextItemOpen(open);
  open = ImGui::CollapsingHeader(tr_label(title.c_str()));
  if (!open) return;
  ImGui::PushID(title.c_str());
  switch (which) {
    case Section::scene: scene_section(model, ui, out); break;
    case Section::broadphase: broadphase_section(model, ui, out); break;
    case Section::narrowphase: narrowphase_section(model, ui, out); break;
    case Section::response:
      draw_params(model.session.group(Owner::response()), theme(model.view.theme), ui, out);
      draw_materials(model, ui, out);
      energy_part(model, ui, out);
      break;
    case Section::show: show_section(model, ui, out); break;
    default: draw_statistics(model, ui, out); break;
  }
  ImGui::PopID();
}

}  // namespace

// The statistics are below the rest and do not scroll away with it: they are what one looks at
// while changing something. They take the room that the rest leaves, and nearly half if they need
// it: in the smallest window they are whole, and both algorithms are still above them.
void draw_panel(const Model& model, UiState& ui, const Aabb& where, Requests& out) {
  const float all = extent(where).y, least = all * (ui.large_statistics ? 0.5f : 0.45f);
  const float below = std::min(ui.statistics_height, std::max(all - ui.sections_height, least));
  const float middle = std::floor(where.max.y - below);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                      ImVec2(ImGui::GetStyle().ItemSpacing.x, 3 * ui.scale));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      ImVec2(ImGui::GetStyle().FramePadding.x, 2 * ui.scale));
  begin_fixed("panel", {where.min, {where.max.x, middle}});
  const float top = ImGui::GetCursorPosY();
  for (std::size_t i = 0; i + 1 < kSections; ++i)
    draw_section(static_cast<Section>(i), model, ui, out);
  ui.sections_height = ImGui::GetCursorPosY() + top;
  ImGui::End();
  begin_fixed("statistics", {{where.min.x, middle}, where.max});
  draw_section(Section::statistics, model, ui, out);
  ui.statistics_height = ImGui::GetCursorPosY() + ImGui::GetStyle().WindowPadding.y;
  ImGui::End();
  ImGui::PopStyleVar(2);
  ui.rects.push_back({"panel", where});
}

namespace {

// What the images are made of: a restitution and a friction of each one's own.

constexpr std::string_view kMaterialHelp =
    "Restitution and friction of the sprites of one image. Where two meet, the larger restitution "
    "holds and the geometric mean of the frictions; a border is as what meets it.";

// Typed with Enter, so that each value is one change to be undone. Gray: as the parameter says.
bool material_field(const char* id, float& own, float otherwise, float most, const Theme& colors) {
  const bool is_own = own >= 0;
  float value = is_own ? own : otherwise;
  ImGui::SetNextItemWidth(4.5f * ImGui::GetFontSize());
  ImGui::PushStyleColor(ImGuiCol_Text, packed(colors[is_own ? Role::text : Role::text_dim]));
  const bool is_entered =
      ImGui::InputFloat(id, &value, 0, 0, "%.2f", ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::PopStyleColor();
  if (!is_entered || !(value >= 0)) return false;
  own = std::min(value, most);
  return true;
}

void material_row(const Session& session, std::uint16_t image, const Theme& colors, UiState& ui,
                  Requests& out) {
  const ImageMaterial before = material_of(session.materials(), image);
  const ResponseOptions& response = session.response();
  const std::string& name = session.images()[image].name;
  ImageMaterial own = before;
  ImGui::PushID(image);
  ImGui::TableNextColumn();
  text(name);
  ImGui::TableNextColumn();
  bool is_set = material_field("##e", own.restitution, response.restitution, 1, colors);
  remember_rect(ui, "material." + name + ".restitution");
  tooltip("Restitution, 0 to 1, of this image; gray: as the parameter says.");
  ImGui::TableNextColumn();
  is_set |= material_field("##mu", own.friction, response.friction, 4, colors);
  remember_rect(ui, "material." + name + ".friction");
  tooltip("Friction, 0 to 4, of this image; gray: as the parameter says.");
  ImGui::TableNextColumn();
  if (before != ImageMaterial{}) {
    if (ImGui::SmallButton(tr_label("Clear"))) own = {}, is_set = true;
    remember_rect(ui, "material." + name + ".clear");
    tooltip("Both as the parameters say.");
  }
  if (is_set) out.emplace_back(command::SetMaterial{image, own});
  ImGui::PopID();
}

}  // namespace

void draw_materials(const Model& model, UiState& ui, Requests& out) {
  const bool is_open = ImGui::TreeNodeEx(tr_label("by image"), ImGuiTreeNodeFlags_NoTreePushOnOpen);
  remember_rect(ui, "fold.by image");
  tooltip(kMaterialHelp);
  if (!is_open) return;
  const auto shown = model.session.world().images();
  const std::set<std::uint16_t> images(shown.begin(), shown.end());
  if (!ImGui::BeginTable("materials", 4, ImGuiTableFlags_SizingFixedFit)) return;
  const Theme& colors = theme(model.view.theme);
  for (const char* title : {"image", "restitution", "friction", ""}) {
    ImGui::TableNextColumn();
    text(title, colors[Role::text_dim]);
  }
  for (const std::uint16_t image : images) material_row(model.session, image, colors, ui, out);
  ImGui::EndTable();
}

}  // namespace phasebox
