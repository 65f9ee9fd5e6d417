// SPDX-License-Identifier: MIT
// The tool "Rules": a matrix that says for each two categories whether they collide and how many
// box tests are made and saved in this frame.
#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/registry.hpp"
#include "ui/tools/rule_table.hpp"
#include "ui/widgets/widgets.hpp"
#include "view/overlays/overlay.hpp"

namespace phasebox::ui {
namespace {

std::size_t lowest_category(Filter filter) {
  return static_cast<std::size_t>(
      std::countr_zero(filter.category));  // RuleTable::kNone, 32, for a filter without a category
}

// The masks of all sprites of one category combined: the bits that all masks have, and those that
// any mask has.
struct CategoryMasks {
  std::uint32_t all = 0xFFFFFFFF, any = 0;
};

RuleCell::Collide collide_of(const std::array<CategoryMasks, RuleTable::kNone>& masks,
                             std::size_t a, std::size_t b, FilterRule rule) {
  const auto meet = [&](std::uint32_t CategoryMasks::*bits) {
    return may_meet({1u << a, masks[a].*bits}, {1u << b, masks[b].*bits}, rule);
  };
  if (meet(&CategoryMasks::all)) return RuleCell::Collide::all;
  return meet(&CategoryMasks::any) ? RuleCell::Collide::some : RuleCell::Collide::none;
}

Sentence cell_help(const Gui& gui, std::size_t a, std::size_t b, const RuleCell& cell) {
  const char* const id = cell.collide == RuleCell::Collide::all ? "{} and {}: collide."
                         : cell.collide == RuleCell::Collide::some
                             ? "{} and {}: collide in part: masks differ, or "
                               "groups decide."
                             : "{} and {}: do not collide.";
  Sentence help(id, {category_name(gui.session, a), category_name(gui.session, b)});
  help += "\n";
  help +=
      say("{} made in this frame. {} saved: those which {} would have made but left out because of "
          "filters; pairs of static sprites do not count.",
          counted(cell.tests, "box test"), grouped(cell.saved),
          gui.session.settings().shown_broadphase().title);
  help += "\n";
  if (a == RuleTable::kNone) return help + "Without a category they collide with nothing.";
  if (gui.session.playback()) return help + "A recording keeps its rules.";
  const Sentence undo = key_or_menu(undo_action, gui.ui.keys);
  return help + (cell.collide == RuleCell::Collide::all
                     ? say("A click keeps them apart; {} takes it back.", undo)
                     : say("A click lets them collide; {} takes it back.", undo));
}

void draw_cell(const Gui& gui, const RuleTable& table, std::size_t a, std::size_t b, float width) {
  const RuleCell& cell = table.cell(a, b);
  const std::string name = fmt::format("rules.{}.{}", a + 1, b + 1);
  const std::string saved = grouped(cell.saved);
  const Sentence label =
      say("{}\n{}###{}", grouped(cell.tests),
          width < 5 * em() ? Sentence(saved) : say("{} saved", saved), Sentence::as_is(name));
  const float fill = 0.25f * static_cast<float>(cell.collide);
  ImGui::PushStyleColor(ImGuiCol_Button, to_imgui(gui.colors[Role::accent].with_alpha(fill)));
  const bool clicked = ImGui::Button(tr_label(label), {width, 2.4f * ImGui::GetTextLineHeight()});
  ImGui::PopStyleColor();
  remember_rect(gui, name, cell_help(gui, a, b, cell));
  if (clicked && a < RuleTable::kNone)
    gui.ask(command::FilterCategories{1u << a, 1u << b, cell.collide != RuleCell::Collide::all});
}

// Returns number and name of the category with that bit, "3 enemy", or the number alone where both
// are wider than `width` px ("-" for kNone). A name that ends with the number, such as "category
// 3", does not get it twice.
Sentence numbered_name(const Session& session, std::size_t bit, float width) {
  const Sentence name = category_name(session, bit), number = std::to_string(bit + 1);
  const bool has_number = name.english().ends_with(number) || bit == RuleTable::kNone;
  const Sentence all = has_number ? name : number + " " + name;
  return text_width(all) <= width ? all : bit == RuleTable::kNone ? "-" : number;
}

void draw_name(const Gui& gui, std::size_t bit, float width) {
  const float side = ImGui::GetTextLineHeight();
  draw_swatch(gui, packed(category_color(gui.colors, bit < RuleTable::kNone ? 1u << bit : 0)));
  ImGui::Dummy({side * 0.8f, side});
  ImGui::SameLine(0, 0);
  text(gui, numbered_name(gui.session, bit, width - side), Role::text);
  tooltip(category_name(gui.session, bit));
}

// Draws the matrix of the categories in use, its lower triangle alone, which holds each two
// categories once.
void draw_matrix(const Gui& gui, const RuleTable& table) {
  const auto rows = table.rows();
  float width = 0;
  for (const std::size_t bit : rows)
    width = std::max(width, text_width(numbered_name(gui.session, bit, 1e9f)));
  width += 1.2f * ImGui::GetTextLineHeight();
  // In a narrow drawer the cells shrink, down to 3.2 font sizes, so that the whole matrix is in
  // sight if possible.
  const float cells = (ImGui::GetContentRegionAvail().x - width) / static_cast<float>(rows.size());
  const float cell =
      std::clamp(cells - 2 * ImGui::GetStyle().CellPadding.x - 1, 3.2f * em(), width);
  const auto flags = ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_ScrollX |
                     ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInner;
  if (!ImGui::BeginTable("rules", static_cast<int>(rows.size()) + 1, flags)) return;
  ImGui::TableSetupScrollFreeze(1, 1);
  ImGui::TableNextColumn();
  for (const std::size_t bit : rows) {
    ImGui::TableNextColumn();
    draw_name(gui, bit, cell);
  }
  for (const std::size_t a : rows) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    draw_name(gui, a, width);
    for (const std::size_t b : rows) {
      if (b > a) break;
      ImGui::TableNextColumn();
      draw_cell(gui, table, a, b, cell);
    }
  }
  ImGui::EndTable();
}

void draw_rules(const Gui& gui) {
  // Both numbers only grow, so that their sum changes with each of them.
  const RuleTable& table = *gui.ui.own<OncePerTrace<std::optional<RuleTable>>>().get(
      gui.model.traced.number + gui.session.changes(),
      [&] { return RuleTable(gui.session, gui.model.traced.log.broad.events()); });
  text_wrapped(gui, say("{} made, {} saved by filters.", counted(table.tests(), "box test"),
                        grouped(table.saved())));
  if (gui.model.traced.log.broad.dropped() > 0) {
    beside(text_width("(not all events were kept)"));
    text(gui, "(not all events were kept)", Role::warning);
  }
  if (gui.model.view.color_by != ColorBy::category) {
    constexpr const char* kTitle = "Color sprites by category";
    beside(button_width(kTitle));
    if (small_button(gui, kTitle, "rules.color"))
      gui.ask(command::SetParam{Owner::view(), "color-by", static_cast<double>(ColorBy::category)});
  }
  text_wrapped(
      gui,
      "Look at the cells without a fill: each number there is a comparison that the rule saves.",
      Role::text_dim);
  draw_matrix(gui, table);
}

bool has_categories(const ApplicationModel& model) {
  return std::ranges::any_of(model.session.world().filters(),
                             [](const Filter& filter) { return filter != Filter{}; });
}

}  // namespace

RuleTable::RuleTable(const Session& session, std::span<const Event> log) {
  read_masks(session.world().filters(), session.frame().rule);
  read_groups(session.world().filters());
  count(session, log);
}

void RuleTable::read_masks(std::span<const Filter> filters, FilterRule rule) {
  std::array<CategoryMasks, kNone> masks{};
  std::uint64_t used = 0;
  for (const Filter& filter : filters) {
    used |= filter.category ? filter.category : std::uint64_t{1} << kNone;
    for (unsigned left = filter.category; left != 0; left &= left - 1) {
      CategoryMasks& of = masks[static_cast<std::size_t>(std::countr_zero(left))];
      of.all &= filter.mask;
      of.any |= filter.mask;
    }
  }
  for (std::size_t k = 0; k <= kNone; ++k)
    if (used >> k & 1) rows_.push_back(k);
  for (const std::size_t a : rows_)
    for (const std::size_t b : rows_)
      if (b <= a && a < kNone) cells_[a][b].collide = collide_of(masks, a, b, rule);
}

// A group that two sprites have in common overrides their masks: in a positive group they always
// collide, in a negative one never. Where the masks say otherwise for the categories of two such
// sprites, these categories collide in part.
void RuleTable::read_groups(std::span<const Filter> filters) {
  std::unordered_map<std::int32_t, std::uint32_t> categories_of;  // of each group's sprites so far
  // [positive group][category] the categories of other sprites in a group with one of it
  std::array<std::array<std::uint32_t, kNone>, 2> met{};
  for (const Filter& filter : filters) {
    if (filter.group == 0) continue;
    std::uint32_t& others = categories_of[filter.group];
    for (unsigned left = filter.category; left != 0; left &= left - 1)
      met[filter.group > 0][static_cast<std::size_t>(std::countr_zero(left))] |= others;
    others |= filter.category;
  }
  for (const bool is_positive : {false, true})
    for (std::size_t a = 0; a < kNone; ++a)
      for (std::size_t b = 0; b < kNone; ++b) {
        RuleCell::Collide& collide = cells_[std::max(a, b)][std::min(a, b)].collide;
        const bool agrees = (collide == RuleCell::Collide::all) == is_positive;
        if ((met[is_positive][a] >> b & 1) && !agrees) collide = RuleCell::Collide::some;
      }
}

// Counts the box tests of the event log, and the pairs that were skipped as not eligible. Two
// static sprites are skipped whatever their filters are, so they count as nothing saved.
void RuleTable::count(const Session& session, std::span<const Event> log) {
  const auto filters = session.world().filters();
  const auto statics = session.world().statics();
  for (const Event& e : log) {
    if (!is_test(e.kind) && e.kind != EventKind::skip) continue;
    if (e.a >= filters.size() || e.b >= filters.size()) continue;
    const Filter p = filters[e.a], q = filters[e.b];
    const std::size_t a = lowest_category(p), b = lowest_category(q);
    RuleCell& cell = cells_[std::max(a, b)][std::min(a, b)];
    if (is_test(e.kind))
      ++cell.tests;
    else if (!(statics[e.a] && statics[e.b]))
      ++cell.saved;
  }
}

std::uint64_t RuleTable::sum(std::uint64_t RuleCell::*number) const {
  std::uint64_t sum = 0;
  for (const auto& row : cells_)
    for (const RuleCell& cell : row) sum += cell.*number;
  return sum;
}

Sentence category_name(const Session& session, std::size_t bit) {
  if (bit == RuleTable::kNone) return "no category";
  const auto names = session.playback() ? std::span<const std::string_view>{}
                                        : session.settings().scene->categories;
  if (bit < names.size() && !names[bit].empty()) return names[bit];
  return say("category {}", bit + 1);
}

// clang-format off
extern const ToolRow rules_tool{
    .action = {"rules", "Rules",
               "Show which categories collide, and what the filters save; a click on a cell changes it.",
               Menu::tools, {}},
    .title = "Rules", .draw = draw_rules, .wants_all_tests = true, .is_listed = has_categories,
    .after = why_tool.action};
// clang-format on

}  // namespace phasebox::ui
