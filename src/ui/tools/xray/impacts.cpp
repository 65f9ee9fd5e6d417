// SPDX-License-Identifier: MIT
// The impacts of the step as a list: when, which sprites, how fast, how hard; the current one stays
// in sight.
#include <string>

#include <fmt/format.h>

#include "lab/walk.hpp"
#include "ui/language/tr.hpp"
#include "ui/tools/xray/parts.hpp"
#include "ui/widgets/style.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {
namespace {

constexpr int kColumns = 6;

void draw_heads() {
  const float unit = ImGui::GetFontSize();
  ImGui::TableSetupScrollFreeze(0, 1);
  const auto column = [&](const char* name, float width) {
    ImGui::TableSetupColumn(tr(name), ImGuiTableColumnFlags_WidthFixed, width * unit);
  };
  column("no.", 3);
  column("time", 3);
  ImGui::TableSetupColumn(tr("sprites"), ImGuiTableColumnFlags_WidthStretch);
  column("meet at", 4);
  column("part at", 4);
  column("impulse", 4.5f);
  ImGui::TableHeadersRow();
}

// Speeds of what rests would be noughts and rounding.
void draw_cells(const Xray& xray, const Impact& i, Color ink) {
  const auto cell = [&](const std::string& words) {
    ImGui::TableNextColumn();
    text(words, ink);
  };
  cell(fmt::format("{:.2f}", i.time));
  cell(xray.partners(i));
  cell(i.rests ? "-" : speed_of(-i.before));
  cell(i.rests ? "-" : speed_of(i.after));
  cell(size_of(i.impulse));
}

/// One row of the list: the impact, its number in the field and in the walk.
struct ImpactRow {
  const Impact& impact;
  std::size_t number, event;
};

void draw_row(const Xray& xray, const ImpactRow& row, const Theme& colors, UiState& ui,
              Requests& out) {
  const bool is_here = row.event == xray.at(), is_done = row.event <= xray.at();
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  if (is_here)
    ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0,
                           packed(colors[Role::accent].with_alpha(0.28f)));
  const std::string id = fmt::format("##{}", row.event);
  if (ImGui::Selectable(id.c_str(), false, ImGuiSelectableFlags_SpanAllColumns))
    out.emplace_back(XrayCommand{SeekXray{row.event}});
  remember_rect(ui, fmt::format("xray.impact.{}", row.event));
  ImGui::SameLine(0, 0);
  const Color ink = colors[is_done ? Role::text : Role::text_dim];
  text(row.impact.rests ? "rest" : std::to_string(row.number), ink);
  draw_cells(xray, row.impact, ink);
}

}  // namespace

void draw_xray_impacts(const Xray& xray, const Theme& colors, UiState& ui, Requests& out) {
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg |
                                     ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_SizingFixedFit;
  if (!ImGui::BeginTable("impacts", kColumns, kFlags)) return;
  draw_heads();
  const auto impacts = xray.impacts();
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(impacts.size()));
  while (clipper.Step())
    for (int k = clipper.DisplayStart; k < clipper.DisplayEnd; ++k) {
      const auto at = static_cast<std::size_t>(k);
      draw_row(xray, {impacts[at], flying(impacts.first(at + 1)), at + 1}, colors, ui, out);
    }
  clipper.End();
  // As in the tree: a user who scrolls while nothing moves may look elsewhere.
  if (ui.xray_seen != xray.at())
    ImGui::SetScrollY(static_cast<float>(xray.at()) * clipper.ItemsHeight -
                      ImGui::GetWindowHeight() / 2);
  ui.xray_seen = xray.at();
  ImGui::EndTable();
}

}  // namespace phasebox
