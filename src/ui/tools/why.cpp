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

std::string sprite_name(const Gui& gui, SpriteId id) {
  const RecordingPlayback* show = gui.model.session.show();
  return show && id < show->ids().size() ? fmt::format("object {}", show->ids()[id])
                                         : "sprite " + grouped(id);
}

std::string number_of(const Gui& gui, SpriteId id) {
  const RecordingPlayback* show = gui.model.session.show();
  return show && id < show->ids().size() ? std::to_string(show->ids()[id]) : grouped(id);
}

// The fold is made once per event log, however often it is looked at.
const Attribution& attribution_of(const Gui& gui, WhyView& view) {
  if (view.trace_number != gui.model.trace_number) {
    view.made = attribute(gui.model.trace.broad);
    view.trace_number = gui.model.trace_number;
  }
  return view.made;
}

Comparisons::Line line_of(SpriteId sprite, const WhyRow& row) {
  return {{sprite, row.other}, static_cast<Comparisons::Outcome>(row.outcome)};
}

// "Sprite 12: 14 box tests, 3 hits; group 3, 8 sprites."
std::string summary(const Gui& gui, const Attribution& made, SpriteId sprite,
                    const std::vector<WhyRow>& rows) {
  std::uint64_t tests = 0, hits = 0;
  for (const WhyRow& row : rows) {
    tests += row.is_test ? row.times : 0;
    hits += row.outcome == Outcome::hit;
  }
  std::string words = fmt::format("{}: {}, {}", sprite_name(gui, sprite),
                                  counted(tests, "box test"), counted(hits, "hit"));
  words[0] = static_cast<char>(words[0] - 'a' + 'A');
  if (const std::uint32_t owner = made.owner_of(sprite); owner != Attribution::kNone)
    words += fmt::format("; a member of {}, {}",
                         name_of(made.parts[owner], gui.model.session.broadphase().title),
                         counted(made.parts[owner].size, "sprite"));
  return words;
}

void draw_row(const Gui& gui, SpriteId sprite, const WhyRow& row) {
  const Attribution& made = gui.ui.why.made;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const std::string id = fmt::format("##{}-{}-{}", row.other, row.part, row.other_part);
  ImGui::Selectable(id.c_str(), false, ImGuiSelectableFlags_SpanAllColumns);
  if (ImGui::IsItemHovered()) {
    gui.ui.why.shown.chosen = line_of(sprite, row);
    for (const std::uint32_t part : {row.part, row.other_part})
      if (part != Attribution::kNone && made.parts[part].has_bounds())
        gui.ui.why.shown.parts.push_back(made.parts[part].box);
  }
  remember_rect(gui, fmt::format("why.row.{}", row.other));
  ImGui::SameLine(0, 0);
  text(number_of(gui, row.other));
  ImGui::TableNextColumn();
  const bool is_hit = row.outcome == Outcome::hit;
  text(gui, name_of(row.outcome), is_hit ? Role::warning : Role::text_dim);
  ImGui::TableNextColumn();
  text(row.is_test ? grouped(row.times) : "-");
  ImGui::TableNextColumn();
  text(name_of(made, row, gui.model.session.broadphase().title));
}

void draw_table(const Gui& gui, SpriteId sprite, const std::vector<WhyRow>& rows) {
  constexpr TableColumn kColumns[] = {
      {"other", 5}, {"result", 7}, {"tests", 3}, {"tested by", TableColumn::kRest}};
  if (rows.empty() || !begin_table(gui, "why", kColumns, kScrollingTable)) return;
  draw_rows(rows.size(), [&](std::size_t k) { draw_row(gui, sprite, rows[k]); });
  ImGui::EndTable();
}

// What cannot be known, in plain words.
void draw_gaps(const Gui& gui, const Attribution& made) {
  if (made.is_complete()) return;
  text_wrapped(gui,
               made.dropped > 0
                   ? fmt::format("{} of {} box tests are listed: {} events were not kept.",
                                 grouped(made.tests), grouped(made.counted), grouped(made.dropped))
                   : fmt::format("{} of {} box tests are listed.", grouped(made.tests),
                                 grouped(made.counted)),
               Role::warning);
}

// What is shown while nothing, or too much, is selected.
void draw_invitation(const Gui& gui, const Attribution& made, std::size_t selected) {
  text_wrapped(gui,
               selected == 0
                   ? "Select a sprite by a click, or two by Shift+drag, to see why they were "
                     "tested: against which others, and in which group, cell or node."
                   : fmt::format("{} sprites are selected; choose one or two.", grouped(selected)),
               Role::text_dim);
  text_wrapped(gui,
               fmt::format("{}: {} in this frame, each with the part that made it.",
                           gui.model.session.broadphase().title, counted(made.tests, "box test")));
}

std::string pair_text(const Gui& gui, const Attribution& made, SpriteId a, SpriteId b,
                      bool is_tested) {
  std::string words = fmt::format("{} and {}", sprite_name(gui, a), sprite_name(gui, b));
  if (!is_tested) words += ": " + why_untested(made, a, b, gui.model.session.frame());
  return words;
}

void draw_why(const Gui& gui) {
  const Attribution& made = attribution_of(gui, gui.ui.why);
  const std::vector<SpriteId> chosen = gui.model.selected();
  if (chosen.empty() || chosen.size() > 2) {
    draw_invitation(gui, made, chosen.size());
    return draw_gaps(gui, made);
  }
  const bool is_pair = chosen.size() == 2;
  const SpriteId sprite = chosen.front();
  const auto with = is_pair ? std::optional(chosen.back()) : std::nullopt;
  const std::vector<WhyRow> rows = why_tested(made, sprite, with);
  text_wrapped(gui, is_pair ? pair_text(gui, made, sprite, *with, !rows.empty())
                            : summary(gui, made, sprite, rows));
  if (!is_pair && rows.empty())
    text_wrapped(gui, "Nothing was compared with it in this frame.", Role::text_dim);
  draw_gaps(gui, made);
  for (const WhyRow& row : rows) gui.ui.why.shown.lines.push_back(line_of(sprite, row));
  draw_table(gui, sprite, rows);
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
