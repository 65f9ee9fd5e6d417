// SPDX-License-Identifier: MIT
// The tool "Cliffs": a map of where an algorithm becomes slow.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "collide/registry.hpp"
#include "lab/subject.hpp"
#include "ui/language/tr.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/plot_view.hpp"
#include "ui/widgets/style.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {

namespace {

/// What only delegates to others, and what takes most of the time, is compared only on request.
bool is_default(const BroadphaseEntry& entry) { return entry.role == BroadphaseRole::contender; }

bool is_chosen(const StudyChoices& choice, const BroadphaseEntry& entry) {
  if (choice.cliff_entries.empty()) return is_default(entry);
  return std::ranges::find(choice.cliff_entries, entry.id) != choice.cliff_entries.end();
}

void choose_algorithms(UiState& ui) {
  StudyChoices& choice = ui.study;
  const auto all = broadphases();
  const auto n =
      std::ranges::count_if(all, [&](const BroadphaseEntry* e) { return is_chosen(choice, *e); });
  if (ImGui::Button(tr_label(fmt::format("{} algorithms##cliffs", n).c_str())))
    ImGui::OpenPopup("cliff-algorithms");
  tooltip("Which algorithms are compared; the fastest at each place is 1.0.");
  if (!ImGui::BeginPopup("cliff-algorithms")) return;
  for (const BroadphaseEntry* entry : all) {
    bool chosen = is_chosen(choice, *entry);
    const bool changed = ImGui::Checkbox(tr_label(std::string(entry->title).c_str()), &chosen);
    if (!changed) continue;
    std::vector<std::string> ids;
    for (const BroadphaseEntry* e : all)
      if (e == entry ? chosen : is_chosen(choice, *e)) ids.emplace_back(e->id);
    if (ids.size() >= 2) choice.cliff_entries = std::move(ids);
  }
  ImGui::EndPopup();
}

void choose_y(UiState& ui) {
  constexpr std::array<const char*, 3> kQuantities{"size", "cell-size", "group-size"};
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * 7);
  const std::string shown = spaced(ui.study.cliff_y);
  const bool open = ImGui::BeginCombo("##cliff-y", tr(shown.c_str()));
  if (!open) {
    tooltip(
        "What goes upwards: the size of the sprites, the side of a grid's cells, or RDC's group "
        "size.");
    return;
  }
  for (const char* y : kQuantities) {
    if (ImGui::Selectable(tr_label(spaced(y).c_str()), ui.study.cliff_y == y)) ui.study.cliff_y = y;
  }
  ImGui::EndCombo();
}

Result<CliffPlan> plan_of(const StudyChoices& choice) {
  const auto ys = default_values(choice.cliff_y);
  if (!ys) return ys.error();
  CliffPlan plan{.counts = default_counts(), .y = choice.cliff_y, .ys = *ys};
  for (const BroadphaseEntry* entry : broadphases())
    if (is_chosen(choice, *entry)) plan.entries.push_back(entry);
  plan.budget = static_cast<double>(choice.cliff_budget);
  return plan;
}

/// Whose map is seen: as chosen, if it was measured; else the first that the upward axis concerns.
std::size_t shown_entry(const StudyChoices& choice, const CliffMap& map) {
  const auto& entries = map.plan.entries;
  for (std::size_t k = 0; k < entries.size(); ++k)
    if (entries[k]->id == choice.cliff_shown) return k;
  for (std::size_t k = 0; k < entries.size() && map.plan.y != "size"; ++k)
    if (find_param(rows_of(*entries[k]), map.plan.y)) return k;
  return 0;
}

void choose_shown(const CliffMap& map, std::size_t now, UiState& ui) {
  ImGui::SameLine();
  ImGui::SetNextItemWidth(std::min(ImGui::GetFontSize() * 11, ImGui::GetContentRegionAvail().x));
  const std::string title(map.plan.entries[now]->title);
  const bool open = ImGui::BeginCombo("##cliff-of", tr(title.c_str()));
  if (!open) {
    tooltip("Which map is shown; all of them were measured.");
    return;
  }
  for (const BroadphaseEntry* entry : map.plan.entries) {
    const std::string name(entry->title);
    if (ImGui::Selectable(tr_label(name.c_str()), entry == map.plan.entries[now]))
      ui.study.cliff_shown = entry->id;
  }
  ImGui::EndCombo();
}

void tell_cell(const CliffMap& map, std::size_t x, std::size_t y, const Theme& colors) {
  const CliffPoint& p = map.point(x, y);
  ImGui::BeginTooltip();
  text(fmt::format("{} sprites, {} {:g}", grouped(map.plan.counts[x]), spaced(map.plan.y),
                   map.plan.ys[y]));
  if (!p.is_known) text("not measured", colors[Role::text_dim]);
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < p.ms.size(); ++k)
    if (std::isfinite(p.ms[k])) order.push_back(k);
  std::ranges::sort(order, {}, [&](std::size_t k) { return p.ms[k]; });
  for (const std::size_t k : order)
    text(fmt::format("{:>6} x  {}  {}", heat_text(map.cost(p, k)), map.plan.entries[k]->title,
                     duration(p.ms[k])),
         colors[map.best(p) == k ? Role::accent : Role::text]);
  if (p.is_known)
    text(fmt::format("RDC: {:.2g} gaps expected on an axis", p.gaps), colors[Role::text_dim]);
  ImGui::EndTooltip();
}

void draw_cliffs(const Model& model, UiState& ui, Requests& out) {
  const Theme& colors = theme(model.view.theme);
  const CliffStudy& study = model.lab.cliffs;
  // A recording has neither count nor size to vary; why is in the tooltip.
  const bool is_recorded = model.session.show() != nullptr && !study.is_running();
  ImGui::BeginDisabled(is_recorded);
  const auto pressed = start_button(
      study, "cliffs",
      is_recorded ? "A box recording has neither count nor size to vary; choose a scene."
                  : "Measure the map with this scene, from its start, on a copy.",
      ui);
  ImGui::EndDisabled();
  if (pressed == Pressed::start)
    if (const auto plan = plan_of(ui.study))
      out.emplace_back(command::StartCliffs{std::make_shared<const CliffPlan>(*plan)});
  if (pressed == Pressed::cancel) out.emplace_back(command::StopCliffs{});
  ImGui::SameLine();
  choose_y(ui);
  ImGui::SameLine();
  choose_algorithms(ui);
  const auto map = study.result();
  if (map) choose_shown(*map, shown_entry(ui.study, *map), ui);
  progress_bar(study, colors);
  if (!map) {
    if (!study.is_running())
      text_wrapped(
          is_recorded
              ? "A box recording has neither count nor size to vary: choose a scene to map it."
              : "Where does an algorithm become slow? The map shows its time over the fastest "
                "one's, for every count and size, with the line beyond which RDC finds no gap.",
          colors[Role::text_dim]);
    return;
  }
  say_subject("Map of", map->scene, subject_text(model.session, SubjectCount::left_out), colors);
  for (const std::string& fault : map->faults) text_wrapped(fault, colors[Role::warning]);
  const HeatMap heat = cliff_heat_map(*map, shown_entry(ui.study, *map));
  const Vec2 room = from_imgui(ImGui::GetContentRegionAvail());
  const Vec2 size{room.x, room.y - ImGui::GetStyle().ItemSpacing.y};
  const auto cell = draw_heat_map(heat, "cliffs", cliff_csv(*map), size, colors, ui, out);
  if (cell) tell_cell(*map, cell->first, cell->second, colors);
}

}  // namespace

// clang-format off
extern const ToolRow cliffs_tool{
    .action = {"cliffs", "Cliffs ...",
               "Map where an algorithm becomes slow, over count and size.",
               Menu::tools, {on_key('h')}},
    .title = "Cliffs", .height = 330, .draw = draw_cliffs};
// clang-format on

}  // namespace phasebox
