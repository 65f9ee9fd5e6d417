// SPDX-License-Identifier: MIT
// The tool "Why": what the selected sprites were compared with, where, and with which result.
#include "lab/why.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "ui/language/tr.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/style.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {
namespace {

using Outcome = Compared::Outcome;

std::string sprite_name(const Model& model, SpriteId id) {
  const RecordingPlayback* show = model.session.show();
  return show && id < show->ids().size() ? fmt::format("object {}", show->ids()[id])
                                         : "sprite " + grouped(id);
}

std::string number_of(const Model& model, SpriteId id) {
  const RecordingPlayback* show = model.session.show();
  return show && id < show->ids().size() ? std::to_string(show->ids()[id]) : grouped(id);
}

// The fold is made once per event log, however often it is looked at.
const Attribution& attribution_of(const Model& model, WhyView& view) {
  if (view.trace_number != model.trace_number) {
    view.made = attribute(model.trace.broad);
    view.trace_number = model.trace_number;
  }
  return view.made;
}

Comparisons::Line line_of(SpriteId sprite, const WhyRow& row) {
  return {{sprite, row.other}, static_cast<Comparisons::Outcome>(row.outcome)};
}

// "Sprite 12: 14 box tests, 3 hits; group 3, 8 sprites."
std::string summary(const Model& model, const Attribution& made, SpriteId sprite,
                    const std::vector<WhyRow>& rows) {
  std::uint64_t tests = 0, hits = 0;
  for (const WhyRow& row : rows) {
    tests += row.is_test ? row.times : 0;
    hits += row.outcome == Outcome::hit;
  }
  std::string words = fmt::format("{}: {}, {}", sprite_name(model, sprite),
                                  counted(tests, "box test"), counted(hits, "hit"));
  words[0] = static_cast<char>(words[0] - 'a' + 'A');
  if (const std::uint32_t owner = made.owner_of(sprite); owner != Attribution::kNone)
    words += fmt::format("; a member of {}, {}",
                         name_of(made.parts[owner], model.session.broadphase().title),
                         counted(made.parts[owner].size, "sprite"));
  return words;
}

void draw_row(const Model& model, UiState& ui, SpriteId sprite, const WhyRow& row) {
  const Theme& colors = theme(model.view.theme);
  const Attribution& made = ui.why.made;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const std::string id = fmt::format("##{}-{}-{}", row.other, row.part, row.other_part);
  ImGui::Selectable(id.c_str(), false, ImGuiSelectableFlags_SpanAllColumns);
  if (ImGui::IsItemHovered()) {
    ui.why.shown.chosen = line_of(sprite, row);
    for (const std::uint32_t part : {row.part, row.other_part})
      if (part != Attribution::kNone && made.parts[part].has_bounds())
        ui.why.shown.parts.push_back(made.parts[part].box);
  }
  remember_rect(ui, fmt::format("why.row.{}", row.other));
  ImGui::SameLine(0, 0);
  text(number_of(model, row.other));
  ImGui::TableNextColumn();
  const bool is_hit = row.outcome == Outcome::hit;
  text(name_of(row.outcome), colors[is_hit ? Role::warning : Role::text_dim]);
  ImGui::TableNextColumn();
  text(row.is_test ? grouped(row.times) : "-");
  ImGui::TableNextColumn();
  text(name_of(made, row, model.session.broadphase().title));
}

void draw_heads(const Theme& colors) {
  const float unit = ImGui::GetFontSize();
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn(tr("other"), ImGuiTableColumnFlags_WidthFixed, 5 * unit);
  ImGui::TableSetupColumn(tr("result"), ImGuiTableColumnFlags_WidthFixed, 7 * unit);
  ImGui::TableSetupColumn(tr("tests"), ImGuiTableColumnFlags_WidthFixed, 3 * unit);
  ImGui::TableSetupColumn(tr("tested by"), ImGuiTableColumnFlags_WidthStretch);
  ImGui::PushStyleColor(ImGuiCol_TableHeaderBg, packed(colors[Role::panel_border]));
  ImGui::TableHeadersRow();
  ImGui::PopStyleColor();
}

void draw_table(const Model& model, UiState& ui, SpriteId sprite, const std::vector<WhyRow>& rows) {
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg |
                                     ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_SizingFixedFit;
  if (rows.empty() || !ImGui::BeginTable("why", 4, kFlags)) return;
  draw_heads(theme(model.view.theme));
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(rows.size()));
  while (clipper.Step())
    for (int k = clipper.DisplayStart; k < clipper.DisplayEnd; ++k)
      draw_row(model, ui, sprite, rows[static_cast<std::size_t>(k)]);
  ImGui::EndTable();
}

// What cannot be known, in plain words.
void draw_gaps(const Attribution& made, const Theme& colors) {
  if (made.is_complete()) return;
  text_wrapped(made.dropped > 0
                   ? fmt::format("{} of {} box tests are listed: {} events were not kept.",
                                 grouped(made.tests), grouped(made.counted), grouped(made.dropped))
                   : fmt::format("{} of {} box tests are listed.", grouped(made.tests),
                                 grouped(made.counted)),
               colors[Role::warning]);
}

void point_out(WhyView& view, SpriteId sprite, const std::vector<WhyRow>& rows) {
  for (const WhyRow& row : rows) view.shown.lines.push_back(line_of(sprite, row));
}

// What is shown while nothing, or too much, is selected.
void draw_invitation(const Model& model, const Attribution& made, std::size_t selected) {
  const Theme& colors = theme(model.view.theme);
  text_wrapped(selected == 0
                   ? "Select a sprite by a click, or two by Shift+drag, to see why they were "
                     "tested: against which others, and in which group, cell or node."
                   : fmt::format("{} sprites are selected; choose one or two.", grouped(selected)),
               colors[Role::text_dim]);
  text_wrapped(fmt::format("{}: {} in this frame, each with the part that made it.",
                           model.session.broadphase().title, counted(made.tests, "box test")),
               colors[Role::text]);
}

std::string pair_text(const Model& model, const Attribution& made, SpriteId a, SpriteId b,
                      bool is_tested) {
  std::string words = fmt::format("{} and {}", sprite_name(model, a), sprite_name(model, b));
  if (!is_tested) words += ": " + why_untested(made, a, b, model.session.frame());
  return words;
}

void draw_why(const Model& model, UiState& ui, Requests&) {
  const Theme& colors = theme(model.view.theme);
  const Attribution& made = attribution_of(model, ui.why);
  std::vector<SpriteId> chosen(model.selection.begin(), model.selection.end());
  std::erase_if(chosen, [&](SpriteId id) { return id >= model.session.world().size(); });
  if (chosen.empty() || chosen.size() > 2) {
    draw_invitation(model, made, chosen.size());
    return draw_gaps(made, colors);
  }
  const bool is_pair = chosen.size() == 2;
  const SpriteId sprite = chosen.front();
  const auto with = is_pair ? std::optional(chosen.back()) : std::nullopt;
  const std::vector<WhyRow> rows = why_tested(made, sprite, with);
  text_wrapped(is_pair ? pair_text(model, made, sprite, *with, !rows.empty())
                       : summary(model, made, sprite, rows),
               colors[Role::text]);
  if (!is_pair && rows.empty())
    text_wrapped("Nothing was compared with it in this frame.", colors[Role::text_dim]);
  draw_gaps(made, colors);
  point_out(ui.why, sprite, rows);
  draw_table(model, ui, sprite, rows);
}

}  // namespace

// clang-format off
extern const ToolRow why_tool{
    .action = {"why", "Why tested?",
               "List what the selected sprite was compared with, and in which group, cell or node.",
               Menu::tools, {on_key('w')}},
    .title = "Why", .height = 220, .draw = draw_why, .wants_all_tests = true};
// clang-format on

}  // namespace phasebox
