// SPDX-License-Identifier: MIT
// Draws the list of a step's impacts, and the list of the pairs in the heap of impact times.
#include <fmt/format.h>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"
#include "ui/tools/xray/panes.hpp"

namespace phasebox::ui {

void draw_xray_impacts(const Gui& gui, const Xray& xray) {
  constexpr TableColumn kColumns[] = {{"no.", 2.6f},     {"time", 3.2f},
                                      {"sprites", 5},    {"meet at", 3.5f},
                                      {"part at", 3.5f}, {"impulse", TableColumn::kRest}};
  if (!begin_table(gui, "impacts", kColumns, kScrollingTable)) return;
  const float height = draw_rows(xray.impacts().size(), [&](std::size_t k) {
    const std::size_t event = k + 1;
    const Impact& impact = xray.impacts()[k];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    if (event == xray.at())
      ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, gui.ink(Role::accent, 0.28f));
    const std::string id = fmt::format("##{}", event);
    if (ImGui::Selectable(id.c_str(), false, ImGuiSelectableFlags_SpanAllColumns))
      ask(gui, {&Xray::seek, event});
    remember_rect(gui, fmt::format("xray.impact.{}", event));
    ImGui::SameLine(0, 0);
    const Role ink = event <= xray.at() ? Role::text : Role::text_dim;
    text(gui, impact.rests ? "rest" : std::to_string(flying(xray.impacts().first(event))), ink);
    // The two speeds of a resting contact are zero but for rounding, so "-" is shown.
    const Sentence cells[] = {fmt::format("{:.3f}", impact.time),
                              partners(impact.a, impact.b, xray.scene()),
                              impact.rests ? "-" : speed_of(-impact.before),
                              impact.rests ? "-" : speed_of(impact.after), size_of(impact.impulse)};
    for (const Sentence& words : cells) {
      ImGui::TableNextColumn();
      text(gui, words, ink);
    }
  });
  scroll_with_walk(gui, xray, static_cast<float>(xray.at()) * height);
  ImGui::EndTable();
}

void draw_xray_heap(const Gui& gui, const Xray& xray) {
  const std::vector<PairToCome> pairs = xray.to_come();
  text(gui, say("{} to come", counted(pairs.size(), "pair")), Role::text_dim);
  tooltip(
      "The heap: for each pair the time before which it cannot meet. The earliest is checked "
      "next. An impact puts all pairs of its sprites in again.");
  constexpr TableColumn kColumns[] = {{"not before", 4.5f}, {"pair", TableColumn::kRest}};
  if (!begin_table(gui, "heap", kColumns, kScrollingTable)) return;
  draw_rows(pairs.size(), [&](std::size_t k) {
    const PairToCome& pair = pairs[k];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    text(gui, fmt::format("{:.3f}", pair.time), pair.is_again ? Role::accent : Role::text_dim);
    remember_rect(gui, fmt::format("xray.heap.{}", k));
    ImGui::TableNextColumn();
    const Sentence names = partners(pair.a, pair.b, xray.scene());
    text(gui, pair.is_again ? say("{}: put in again", names) : names,
         pair.is_again ? Role::accent : Role::text);
  });
  ImGui::EndTable();
}

}  // namespace phasebox::ui
