// SPDX-License-Identifier: MIT
// The tool "Why": which boxes the selected sprites were compared with, in which part of the
// structure, and with which result.
#include "lab/why.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"
#include "session/findings.hpp"
#include "session/shown_names.hpp"
#include "ui/language/translation.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox::ui {
namespace {

Sentence sprite_name(const Gui& gui, SpriteId id) {
  return {gui.session.playback() ? "object {}" : "sprite {}", {shown_id_text(gui.session, id)}};
}

Comparisons::Line line_of(SpriteId sprite, const WhyRow& row) {
  return {{sprite, row.other}, row.outcome};
}

// Sums up the comparisons of a sprite in `rows`: "Sprite 12: 14 box tests, 3 hits; a member of
// group 3, 8 sprites". The second half is left out if the algorithm has no such part.
Sentence summary(const Gui& gui, const Attribution& made, SpriteId sprite,
                 const std::vector<WhyRow>& rows) {
  std::uint64_t tests = 0, hits = 0;
  for (const WhyRow& row : rows) {
    tests += row.is_test ? row.times : 0;
    hits += row.outcome == PairOutcome::hit;
  }
  const Sentence words(
      gui.session.playback() ? "Object {}: {}, {}" : "Sprite {}: {}, {}",
      {shown_id_text(gui.session, sprite), counted(tests, "box test"), counted(hits, "hit")});
  const std::uint32_t owner = made.owner_of(sprite);
  if (owner == Attribution::kNone) return words;
  return say("{}; a member of {}, {}", words,
             name_of(made.parts[owner], gui.session.settings().broadphase->title),
             counted(made.parts[owner].size, "sprite"));
}

// Rows of at most so many are as high as their texts need. Of more only those in sight are drawn,
// for which all must have one height.
constexpr std::size_t kMaxWrapped = 200;

void draw_row(const Gui& gui, const Attribution& made, SpriteId sprite, const WhyRow& row,
              bool is_wrapped) {
  ImGui::TableNextRow();
  ImGui::TableSetColumnIndex(3);
  const Sentence name = name_of(made, row, gui.session.settings().broadphase->title);
  const float room = ImGui::GetContentRegionAvail().x;
  const std::string tested_by = is_wrapped ? in_lines(tr(name), room) : fitted_text(name, room);
  ImGui::TableSetColumnIndex(0);
  const std::string id = fmt::format("##{}-{}-{}", row.other, row.part, row.other_part);
  if (ImGui::Selectable(id.c_str(), false, ImGuiSelectableFlags_SpanAllColumns,
                        {0, ImGui::CalcTextSize(tested_by.c_str()).y}))
    gui.ask([other = row.other](ApplicationModel& model) { model.selection = {other}; });
  const auto boxes = gui.session.frame().boxes;
  if (ImGui::IsItemHovered()) {
    if (row.other < boxes.size()) gui.ui.compared.lit.push_back(boxes[row.other]);
    gui.ui.compared.chosen = line_of(sprite, row);
    for (const std::uint32_t part : {row.part, row.other_part})
      if (part != Attribution::kNone && made.parts[part].has_bounds())
        gui.ui.compared.parts.push_back(made.parts[part].box);
  }
  remember_rect(gui, fmt::format("why.row.{}", row.other),
                "Light the sprite in the field; a click selects it.");
  ImGui::SameLine(0, 0);
  text(shown_id_text(gui.session, row.other));
  ImGui::TableNextColumn();
  const bool is_hit = row.outcome == PairOutcome::hit;
  text(gui, name_of(row.outcome), is_hit ? Role::collision : Role::text_dim);
  ImGui::TableNextColumn();
  text(row.is_test ? grouped(row.times) : "-");
  ImGui::TableNextColumn();
  text_as_is(tested_by);
}

// Warns when box tests are missing in the list, most often because the event log did not keep all
// events.
void draw_gaps(const Gui& gui, const Attribution& made) {
  if (made.is_complete()) return;
  const std::string tests = grouped(made.tests), all = grouped(made.counted);
  text_wrapped(gui,
               made.dropped > 0 ? say("{} of {} box tests are listed: {} events were not kept.",
                                      tests, all, grouped(made.dropped))
                                : say("{} of {} box tests are listed.", tests, all),
               Role::warning);
}

void draw_why(const Gui& gui) {
  const Attribution& made = gui.ui.own<OncePerTrace<Attribution>>().get(
      gui.model.traced.number, [&] { return attribute(gui.model.traced.log.broad); });
  const std::vector<SpriteId> chosen = gui.model.selected();
  if (chosen.empty() || chosen.size() > 2) {
    text_wrapped(
        gui,
        chosen.empty()
            ? "Select a sprite by a click, or two by Shift+drag, to see why they were tested: "
              "against which others, and in which group, cell or node."
            : say("{} sprites are selected; choose one or two.", grouped(chosen.size())),
        Role::text_dim);
    text_wrapped(gui,
                 say("{}: {} in this frame, each with the part that made it.",
                     gui.session.settings().broadphase->title, counted(made.tests, "box test")));
    return draw_gaps(gui, made);
  }
  const bool is_pair = chosen.size() == 2;
  const SpriteId sprite = chosen.front();
  const auto with = is_pair ? std::optional(chosen.back()) : std::nullopt;
  const std::vector<WhyRow> rows = why_tested(made, sprite, with);
  const Sentence words = is_pair
                             ? say("{} and {}", sprite_name(gui, sprite), sprite_name(gui, *with))
                             : summary(gui, made, sprite, rows);
  text_wrapped(gui,
               is_pair && rows.empty()
                   ? say("{}: {}", words, why_untested(made, sprite, *with, gui.session.frame()))
                   : words);
  if (!is_pair && rows.empty())
    text_wrapped(gui, "Nothing was compared with it in this frame.", Role::text_dim);
  const auto is_like_first = [&](const WhyRow& row) {
    return row.part == rows.front().part && row.other_part == rows.front().other_part;
  };
  if (!rows.empty() && rows.front().is_test && std::ranges::all_of(rows, is_like_first))
    if (const Sentence why = why_together(made, rows.front()); !why.empty())
      text_wrapped(gui, say("Tested because {}.", why), Role::text_dim);
  draw_gaps(gui, made);
  for (const WhyRow& row : rows) gui.ui.compared.lines.push_back(line_of(sprite, row));
  constexpr TableColumn kColumns[] = {
      {"other", 5}, {"result", 7}, {"tests", 3}, {"tested by", TableColumn::kRest}};
  if (rows.empty() || !begin_table(gui, "why", kColumns, kScrollingTable)) return;
  if (rows.size() <= kMaxWrapped)
    for (const WhyRow& row : rows) draw_row(gui, made, sprite, row, true);
  else
    draw_rows(rows.size(), [&](std::size_t k) { draw_row(gui, made, sprite, rows[k], false); });
  ImGui::EndTable();
}

}  // namespace

// clang-format off
extern const ToolRow why_tool{
    .action = {"why", "Why",
               "List what the selected sprite was compared with, and in which group, cell or node.",
               Menu::tools, {on_key('w')}},
    .title = "Why", .icon = Icon::why, .draw = draw_why, .wants_all_tests = true};
// clang-format on

}  // namespace phasebox::ui
