// SPDX-License-Identifier: MIT
// Draws what RDC takes with each group size: the plot that lesson 4 shows too, and its popup.
#include <algorithm>
#include <cmath>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/icons.hpp"

namespace phasebox::ui {
namespace {

Sentence known_text(double value, std::string (*text_of)(double)) {
  return Sentence::as_is(std::isnan(value) ? "-" : text_of(value));
}

// Says what a frame takes with the group size; what is not measured is "-".
Sentence cost_text(const GroupSizeCost& cost) {
  const auto inside = [&](std::size_t leaf_test) {
    return say("{} tests, {}", known_text(cost.tests[leaf_test], grouped_whole),
               known_text(cost.ms[leaf_test], duration));
  };
  return say("Group size {}: {} boundaries; brute force inside: {}; sweep: {}.",
             grouped_whole(cost.size), known_text(cost.boundaries, grouped_whole), inside(0),
             inside(1));
}

// Draws the sentence below the plot, and the button for what it advises.
void draw_advice(const Gui& gui) {
  const GroupSizeStudy& study = gui.lab.group_sizes;
  const auto found = study.result();
  if (study.is_running() || !found) return progress_bar(gui, study);
  text_wrapped(gui, group_size_text(*found));
  text_wrapped(gui, study.subject().sentence(gui.session), Role::text_dim);
  if (const BroadphaseEntry* uncut = found->faster_uncut())
    if (button(gui, say("Use {}", uncut->title), "group-sizes.uncut", uncut->summary))
      gui.ask(command::SelectBroadphase{std::string(uncut->id)});
}

}  // namespace

void draw_group_sizes(const Gui& gui, Vec2 size) {
  const GroupSizeStudy& study = gui.lab.group_sizes;
  if (!study.is_running() && !is_current(study, gui.session))
    gui.ask(command::MeasureGroupSizes::of(gui.session));
  const Owner rdc = owner_named("rdc");
  const ParamGroup group = gui.session.settings().group(rdc);
  const Param& row = *find_param(group.rows, "group-size");
  const GroupSizes found = study.result_or_empty();
  const auto pointer = draw_plot_to_click(gui, group_size_plot(found),
                                          {.line = row.get(group.object)}, "group-sizes", size);
  if (!pointer) return;
  const double wanted = std::clamp(std::round(pointer->x), row.lo, row.hi);
  if (const GroupSizeCost* cost = found.near(pointer->x))
    tooltip(say("{} A click sets {}.", cost_text(*cost), grouped_whole(wanted)));
  if (pointer->is_clicked) gui.ask(command::SetParam{rdc, std::string(row.key), wanted});
}

void draw_curve_button(const Gui& gui) {
  ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
  if (icon_button(gui, Icon::curve, {}, "rdc.group-size.curve",
                  "Shows what each group size costs on this frame: boundaries, tests, time."))
    ImGui::OpenPopup("group-sizes");
  if (!ImGui::BeginPopup("group-sizes")) return;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  draw_group_sizes(gui,
                   {std::min(40 * em(), 0.9f * screen.x), std::min(16 * em(), 0.5f * screen.y)});
  draw_advice(gui);
  ImGui::EndPopup();
}

}  // namespace phasebox::ui
