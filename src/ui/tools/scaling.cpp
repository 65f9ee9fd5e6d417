// SPDX-License-Identifier: MIT
// The tool "Scaling": how time grows with the number of sprites, and a map of where an algorithm
// becomes slow.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "collide/registry.hpp"
#include "lab/study_subject.hpp"
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
  if (choice.scaling_of_race) return false;
  if (choice.scaling_entries.empty()) return is_default(entry);
  return std::ranges::find(choice.scaling_entries, entry.id) != choice.scaling_entries.end();
}

std::vector<Contestant> chosen(const StudyChoices& choice, const LiveRace& race) {
  std::vector<Contestant> contestants;
  if (choice.scaling_of_race)
    for (const RaceRunner& runner : race.runners()) contestants.push_back(runner.contestant());
  for (const BroadphaseEntry* entry : broadphases())
    if (is_chosen(choice, *entry)) contestants.push_back({.entry = entry});
  return contestants;
}

void choose_algorithms(const LiveRace& race, UiState& ui) {
  StudyChoices& choice = ui.study;
  choice.scaling_of_race = choice.scaling_of_race && !race.runners().empty();
  const auto all = broadphases();
  const std::size_t n = chosen(choice, race).size();
  if (ImGui::Button(tr_label(fmt::format("{} algorithms##scaling", n).c_str())))
    ImGui::OpenPopup("scaling-algorithms");
  tooltip("Which algorithms are compared; the fastest at each place is 1.0.");
  if (!ImGui::BeginPopup("scaling-algorithms")) return;
  if (!race.runners().empty())
    ImGui::Checkbox(tr_label("Those of the race, with their parameters"), &choice.scaling_of_race);
  for (const BroadphaseEntry* entry : all) {
    bool is_on = is_chosen(choice, *entry);
    const bool changed = ImGui::Checkbox(tr_label(std::string(entry->title).c_str()), &is_on);
    if (!changed) continue;
    choice.scaling_of_race = false;
    std::vector<std::string> ids;
    for (const BroadphaseEntry* e : all)
      if (e == entry ? is_on : is_chosen(choice, *e)) ids.emplace_back(e->id);
    if (ids.size() >= 2) choice.scaling_entries = std::move(ids);
  }
  ImGui::EndPopup();
}

std::string quantity(std::string_view y) { return y == kCountAlone ? "Time against N" : spaced(y); }

void choose_y(UiState& ui) {
  constexpr std::array<std::string_view, 4> kQuantities{"size", "cell-size", "group-size",
                                                        kCountAlone};
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * 7);
  const std::string shown = quantity(ui.study.scaling_y);
  const bool open = ImGui::BeginCombo("##scaling-y", tr(shown.c_str()));
  if (!open) {
    tooltip(
        "What goes upwards: the size of the sprites, the side of a grid's cells, RDC's group size, "
        "or the time itself.");
    return;
  }
  for (const std::string_view y : kQuantities) {
    if (ImGui::Selectable(tr_label(quantity(y).c_str()), ui.study.scaling_y == y))
      ui.study.scaling_y = y;
  }
  ImGui::EndCombo();
}

ScalingPlan plan_of(const StudyChoices& choice, const LiveRace& race) {
  ScalingPlan plan{.counts = scaling_counts(),
                   .y = choice.scaling_y,
                   .ys = {0},
                   .contestants = chosen(choice, race),
                   .budget = static_cast<double>(choice.scaling_budget)};
  if (plan.is_count_alone())
    plan.counts.push_back(20'000);
  else
    plan.ys = *default_scaling_values(plan.y);
  return plan;
}

/// Whose map is seen: as chosen, if it was measured; else the first that the upward axis concerns.
std::size_t shown_entry(const StudyChoices& choice, const ScalingMap& map) {
  const auto& contestants = map.plan.contestants;
  for (std::size_t k = 0; k < contestants.size(); ++k)
    if (map.plan.title(k) == choice.scaling_shown) return k;
  for (std::size_t k = 0; k < contestants.size() && map.plan.y != "size"; ++k)
    if (find_param(rows_of(*contestants[k].entry), map.plan.y)) return k;
  return 0;
}

void choose_shown(const ScalingMap& map, std::size_t now, UiState& ui) {
  ImGui::SameLine();
  if (map.plan.is_count_alone()) {
    ImGui::Checkbox(tr_label("Tests against N"), &ui.study.scaling_tests);
    return remember_rect(ui, "scaling.tests");
  }
  ImGui::SetNextItemWidth(std::min(ImGui::GetFontSize() * 11, ImGui::GetContentRegionAvail().x));
  const std::string title = map.plan.title(now);
  const bool open = ImGui::BeginCombo("##scaling-of", tr(title.c_str()));
  if (!open) {
    tooltip("Which map is shown; all of them were measured.");
    return;
  }
  for (std::size_t k = 0; k < map.plan.contestants.size(); ++k)
    if (ImGui::Selectable(tr_label(map.plan.title(k).c_str()), k == now))
      ui.study.scaling_shown = map.plan.title(k);
  ImGui::EndCombo();
}

void tell_cell(const ScalingMap& map, std::size_t x, std::size_t y, const Theme& colors) {
  const ScalingPoint& p = map.point(x, y);
  ImGui::BeginTooltip();
  text(fmt::format("{} sprites, {} {:g}", grouped(map.plan.counts[x]), spaced(map.plan.y),
                   map.plan.ys[y]));
  if (!p.is_known) text("not measured", colors[Role::text_dim]);
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < p.ms.size(); ++k)
    if (std::isfinite(p.ms[k])) order.push_back(k);
  std::ranges::sort(order, {}, [&](std::size_t k) { return p.ms[k]; });
  for (const std::size_t k : order)
    text(fmt::format("{:>6} x  {}  {}", heat_text(map.cost(p, k)), map.plan.title(k),
                     duration(p.ms[k])),
         colors[map.best(p) == k ? Role::accent : Role::text]);
  if (p.is_known)
    text(fmt::format("RDC: {:.2g} gaps expected on an axis", p.gaps), colors[Role::text_dim]);
  ImGui::EndTooltip();
}

void draw_scaling(const Model& model, UiState& ui, Requests& out) {
  const Theme& colors = theme(model.view.theme);
  const ScalingStudy& study = model.lab.scaling;
  // A recording has neither count nor size to vary; why is in the tooltip.
  const bool is_recorded = model.session.show() != nullptr && !study.is_running();
  ImGui::BeginDisabled(is_recorded);
  const auto pressed = start_button(
      study, "scaling",
      is_recorded ? "A box recording has neither count nor size to vary; choose a scene."
                  : "Measure the map with this scene, from its start, on a copy.",
      ui);
  ImGui::EndDisabled();
  if (pressed == Pressed::start)
    out.emplace_back(command::StartScaling{
        std::make_shared<const ScalingPlan>(plan_of(ui.study, model.lab.race))});
  if (pressed == Pressed::cancel) out.emplace_back(command::StopScaling{});
  ImGui::SameLine();
  choose_y(ui);
  ImGui::SameLine();
  choose_algorithms(model.lab.race, ui);
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
  if (map->plan.is_count_alone())
    return draw_plot(scaling_plot(*map, ui.study.scaling_tests), "scaling",
                     from_imgui(ImGui::GetContentRegionAvail()), colors, ui, out);
  const HeatMap heat = scaling_heat_map(*map, shown_entry(ui.study, *map));
  const Vec2 room = from_imgui(ImGui::GetContentRegionAvail());
  const Vec2 size{room.x, room.y - ImGui::GetStyle().ItemSpacing.y};
  const auto cell = draw_heat_map(heat, "scaling", scaling_csv(*map), size, colors, ui, out);
  if (cell) tell_cell(*map, cell->first, cell->second, colors);
}

}  // namespace

// clang-format off
extern const ToolRow scaling_tool{
    .action = {"scaling", "Scaling ...",
               "Measure how time grows with the number of sprites, and map where an algorithm becomes slow.",
               Menu::tools, {on_key('h')}},
    .title = "Scaling", .height = 330, .draw = draw_scaling};
// clang-format on

}  // namespace phasebox
