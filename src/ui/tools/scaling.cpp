// SPDX-License-Identifier: MIT
// The tool "Scaling": how the time of broadphases grows with the number of sprites or with how
// close they lie to one heap, and a map of the counts and sizes at which one is slower than the
// fastest.
#include "ui/tools/scaling.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "collide/registry.hpp"
#include "lab/study_subject.hpp"
#include "language/format_sentence.hpp"
#include "ui/language/translation.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox::ui {
namespace {

// Whether the user has checked a broadphase in the list of those to compare; false while the
// contestants of the race are compared instead. Before the first choice the contenders are checked:
// neither those that only run one of the others, nor brute force, which would take most of the
// time.
bool is_chosen(const ScalingChoices& choice, const BroadphaseEntry& entry) {
  if (choice.of_race) return false;
  if (choice.entries.empty()) return entry.role == BroadphaseRole::contender;
  return std::ranges::find(choice.entries, entry.id) != choice.entries.end();
}

std::vector<Contestant> chosen(const ScalingChoices& choice, const LiveRace& race) {
  std::vector<Contestant> contestants;
  if (choice.of_race)
    for (const RaceRunner& runner : race.runners()) contestants.push_back(runner.contestant);
  for (const BroadphaseEntry* entry : broadphases())
    if (is_chosen(choice, *entry)) contestants.push_back({.entry = entry});
  return contestants;
}

void choose_algorithms(const Gui& gui, ScalingChoices& choice) {
  const LiveRace& race = gui.lab.race;
  choice.of_race = choice.of_race && !race.runners().empty();
  const auto all = broadphases();
  const std::size_t n = chosen(choice, race).size();
  if (ImGui::Button(tr_label(say("{} algorithms", n) + Sentence::as_is("##scaling"))))
    ImGui::OpenPopup("scaling-algorithms");
  tooltip("Which algorithms are compared; the fastest at each place is 1.0.");
  if (!ImGui::BeginPopup("scaling-algorithms")) return;
  if (!race.runners().empty())
    ImGui::Checkbox(tr_label("Those of the race, with their parameters"), &choice.of_race);
  for (const BroadphaseEntry* entry : all) {
    bool is_on = is_chosen(choice, *entry);
    if (!ImGui::Checkbox(tr_label(std::string(entry->title)), &is_on)) continue;
    choice.of_race = false;
    std::vector<std::string> ids;
    for (const BroadphaseEntry* e : all)
      if (e == entry ? is_on : is_chosen(choice, *e)) ids.emplace_back(e->id);
    if (ids.size() >= 2) choice.entries = std::move(ids);
  }
  ImGui::EndPopup();
}

Sentence quantity(std::string_view y) {
  return y == kCountAlone ? "Time by count"
         : y == kClumping ? "Time by clumping"
                          : Sentence(spaced(y));
}

void choose_y(const Gui& gui, std::string& y) {
  constexpr std::array<std::string_view, 5> kQuantities{"size", "cell-size", "group-size",
                                                        kCountAlone, kClumping};
  std::vector<ListLine> lines;
  for (const std::string_view q : kQuantities) lines.push_back({quantity(q), std::string(q)});
  const auto now = std::ranges::find(kQuantities, y) - kQuantities.begin();
  float widest = 0;
  for (const ListLine& line : lines) widest = std::max(widest, button_width(line.title));
  ImGui::SetNextItemWidth(widest + ImGui::GetFrameHeight());
  const auto chosen = choose(gui, "scaling.y", quantity(y), lines, static_cast<std::size_t>(now),
                             "What goes upwards: the size of the sprites, the side of a grid's "
                             "cells, RDC's group size, or the time itself, over the count or from "
                             "the scene as it is to one heap.");
  if (chosen) y = kQuantities[*chosen];
}

ScalingPlan plan_of(const Gui& gui, const ScalingChoices& choice) {
  ScalingPlan plan{.counts = scaling_counts(),
                   .y = choice.y,
                   .ys = {0},
                   .contestants = chosen(choice, gui.lab.race),
                   .budget = static_cast<double>(choice.budget)};
  if (plan.is_count_alone())
    plan.counts.push_back(20'000);
  else
    plan.ys = *default_scaling_values(plan.y);
  if (plan.y == kClumping) plan.counts = {gui.session.settings().scene.instance().count()};
  return plan;
}

/// Returns the index of the contestant whose map is shown: the one that the user chose if it was
/// measured, else the first that has the parameter that varies, if one does (`map.plan.y`), else 0.
std::size_t shown_entry(const ScalingChoices& choice, const ScalingMap& map) {
  const auto& contestants = map.plan.contestants;
  for (std::size_t k = 0; k < contestants.size(); ++k)
    if (map.plan.title(k) == choice.shown) return k;
  for (std::size_t k = 0; k < contestants.size() && map.plan.y != "size"; ++k)
    if (find_param(rows_of(*contestants[k].entry), map.plan.y)) return k;
  return 0;
}

void choose_shown(const Gui& gui, ScalingChoices& choice, const ScalingMap& map) {
  const float width = em() * 11;
  beside(width);
  ImGui::SetNextItemWidth(std::min(width, ImGui::GetContentRegionAvail().x));
  if (map.plan.is_line()) {
    const std::vector<ListLine> lines{
        {"Time", "time"}, {"Box tests", "tests"}, {"Groups, cells or nodes", "groups"}};
    const auto of = static_cast<std::size_t>(choice.of);
    if (const auto chosen = choose(gui, "scaling.shows", lines[of].title, lines, of,
                                   "Tests and groups are the same on every machine."))
      choice.of = static_cast<ScalingOf>(*chosen);
    return;
  }
  const std::size_t now = shown_entry(choice, map);
  std::vector<ListLine> lines;
  for (std::size_t k = 0; k < map.plan.contestants.size(); ++k)
    lines.push_back({map.plan.title(k), std::to_string(k)});
  const auto chosen = choose(gui, "scaling.of", map.plan.title(now), lines, now,
                             "Which map is shown; all of them were measured.");
  if (chosen) choice.shown = map.plan.title(*chosen);
}

// Draws as the answer the contestant that was the fastest at more of the measured places than any
// other; ties: the first. Draws nothing if no place was measured.
void draw_answer(const Gui& gui, const ScalingMap& map) {
  std::vector<std::size_t> wins(map.plan.contestants.size());
  for (const ScalingPoint& p : map.points)
    if (const auto best = map.best(p)) ++wins[*best];
  const auto most = std::ranges::max_element(wins);
  const auto all = std::accumulate(wins.begin(), wins.end(), std::size_t{0});
  if (all == 0) return;
  const auto winner = static_cast<std::size_t>(most - wins.begin());
  answer_card(gui, map.plan.title(winner),
              say("It was the fastest at {} of {} places that were measured.", *most, all));
  answer_buttons(gui, "scaling", map.plan.contestants[winner]);
}

void tell_cell(const Gui& gui, const ScalingMap& map, std::size_t x, std::size_t y) {
  const ScalingPoint& p = map.point(x, y);
  ImGui::BeginTooltip();
  text(say("{}, {} {:g}", counted(map.plan.counts[x], "sprite"), spaced(map.plan.y),
           map.plan.ys[y]));
  if (!p.is_known) text(gui, "not measured", Role::text_dim);
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < p.ms.size(); ++k)
    if (std::isfinite(p.ms[k])) order.push_back(k);
  std::ranges::sort(order, {}, [&](std::size_t k) { return p.ms[k]; });
  for (const std::size_t k : order)
    text(gui,
         say("{} x  {}  {}", fmt::format("{:>6}", heat_text(map.cost(p, k))), map.plan.title(k),
             Sentence::as_is(duration(p.ms[k]))),
         map.best(p) == k ? Role::accent : Role::text);
  if (p.is_known && std::isfinite(p.gaps))
    text(gui, say("RDC: {:.2g} gaps expected on an axis", p.gaps), Role::text_dim);
  ImGui::EndTooltip();
}

// Explains what the map shows besides colors: its line, and places that the time did not reach.
// Those are most often in the last column, whose sprites take longest.
void explain_map(const Gui& gui, const ScalingMap& map) {
  if (!map.gap_line.empty())
    text_wrapped(gui,
                 "On the white line RDC expects one gap on an axis; right of it and above, none.",
                 Role::text_dim);
  const bool has_gray = !std::ranges::all_of(map.points, &ScalingPoint::is_known);
  if (!has_gray || gui.lab.scaling.is_running()) return;
  text_wrapped(gui, "Gray places were not measured: the time was over.", Role::text_dim);
  remember_rect(gui, "scaling.gray");
}

void draw_scaling(const Gui& gui) {
  const ScalingStudy& study = gui.lab.scaling;
  ScalingChoices& choice = gui.ui.own<ScalingChoices>();
  // While a recording plays there is neither count nor size to vary, so Start is disabled and its
  // tooltip says why. A measurement that runs can still be canceled.
  const bool is_recorded = gui.session.playback() != nullptr && !study.is_running();
  ImGui::BeginDisabled(is_recorded);
  const auto pressed = start_button(
      gui, study, "scaling",
      is_recorded ? "A box recording has neither count nor size to vary; choose a scene."
                  : "Measure the map with this scene, from its start, on a copy.");
  ImGui::EndDisabled();
  if (pressed == Pressed::start) gui.ask(plan_of(gui, choice));
  if (pressed == Pressed::cancel) gui.ask(Stop<ScalingPlan>{});
  ImGui::SameLine();
  choose_y(gui, choice.y);
  beside(button_width(say("{} algorithms", 11)));
  choose_algorithms(gui, choice);
  const auto map = study.result();
  if (map) choose_shown(gui, choice, *map);
  progress_bar(gui, study);
  if (!map) {
    if (!study.is_running())
      text_wrapped(
          gui,
          is_recorded
              ? "A box recording has neither count nor size to vary: choose a scene to map it."
              : "Where does an algorithm become slow? The map shows its time over the fastest "
                "one's, for every count and size, with the line beyond which RDC finds no gap.",
          Role::text_dim);
    return;
  }
  draw_answer(gui, *map);
  say_subject(gui, "Map of", map->scene, subject_text(gui.session, SubjectCount::left_out));
  for (const Sentence& fault : map->faults) text_wrapped(gui, fault, Role::warning);
  if (map->plan.is_line()) {
    Sentence weaknesses;
    for (const Sentence& one : scaling_weaknesses(*map))
      weaknesses = weaknesses + Sentence::as_is(" ") + one;
    if (!weaknesses.empty()) text_wrapped(gui, weaknesses, Role::text_dim);
    return draw_plot(gui, scaling_plot(*map, choice.of), "scaling", plot_room(gui));
  }
  explain_map(gui, *map);
  const HeatMap heat = scaling_heat_map(*map, shown_entry(choice, *map));
  const auto cell =
      draw_heat_map(gui, heat, "scaling", plot_room(gui), [&] { return scaling_csv(*map); });
  if (cell) tell_cell(gui, *map, cell->first, cell->second);
}

}  // namespace

// clang-format off
extern const ToolRow scaling_tool{
    .action = {"scaling", "Scaling ...",
               "Measure how time grows with the number of sprites, and map where an algorithm becomes slow.",
               Menu::tools, {on_key('h')}},
    .title = "Scaling", .draw = draw_scaling,
    .after = tune_tool.action};
// clang-format on

}  // namespace phasebox::ui
