// SPDX-License-Identifier: MIT
// The tool "Table": the edges of the first boxes as numbers to type in, and below them the sorted
// row of their begins and ends along x as cells, each above the stack of the boxes that are open
// after it. Source: axis sorting, Brown CS course notes on collision detection.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "lab/xray/event_text.hpp"
#include "language/format_sentence.hpp"
#include "session/shown_names.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox::ui {
namespace {

// Only so many boxes, the first ones, are listed, because a longer table cannot be read.
constexpr std::size_t kTableBoxes = 12;

void move_box(const Gui& gui, SpriteId id, Vec2 by) {
  gui.ask(command::Grab{id});
  gui.ask(command::Drag{gui.session.world().positions()[id] + by, true});
  gui.ask(command::Release{});
}

// Draws one edge of a sprite's box, at `edge` px along the axis. A click begins typing, unless a
// recording plays. Enter moves the sprite so that the edge lies at the typed place; the size stays.
void cell(const Gui& gui, SpriteId id, const char* column, Axis axis, float edge) {
  ImGui::TableNextColumn();
  ImGui::SetNextItemWidth(-1);
  const std::string name = fmt::format("table.{}.{}", id, column);
  std::optional<double> entered;
  ImGui::PushID(name.c_str());
  if (!type_number(gui, name, Param::Kind::real, entered)) {
    float shown = edge;
    ImGui::DragFloat("##v", &shown, 1, 0, 0, "%.0f",
                     ImGuiSliderFlags_NoInput);  // only shows the number: a drag has no effect
    if (ImGui::IsItemActivated() && !gui.session.playback())
      begin_typing(gui, name, number_text(std::round(static_cast<double>(edge))));
  }
  ImGui::PopID();
  remember_rect(gui, name,
                "In whole px. Click and type: the box moves there. Drag the sprite: this changes.");
  if (entered) move_box(gui, id, on_axis(axis, static_cast<float>(*entered) - edge, 0));
}

void draw_boxes_table(const Gui& gui, std::span<const SpriteId> ids) {
  constexpr float kRest = TableColumn::kRest;
  constexpr TableColumn kColumns[] = {
      {"no.", 2.5f}, {"x0", kRest}, {"x1", kRest}, {"y0", kRest}, {"y1", kRest}};
  if (!begin_table(gui, "boxes", kColumns, ImGuiTableFlags_SizingFixedFit)) return;
  for (const SpriteId id : ids) {
    const Aabb& box = gui.session.frame().boxes[id];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    text(shown_id_text(gui.session, id));
    cell(gui, id, "x0", Axis::x, box.min.x);
    cell(gui, id, "x1", Axis::x, box.max.x);
    cell(gui, id, "y0", Axis::y, box.min.y);
    cell(gui, id, "y1", Axis::y, box.max.y);
  }
  ImGui::EndTable();
}

// The begin or end of a box at `at` px along x, and the stack after it: the boxes that are open, in
// the order in which they began.
struct RowEnd {
  float at;
  bool begins;
  SpriteId id;
  std::vector<SpriteId> stack{};
};

// Returns begin and end of each box, sorted along x. At equal positions ends come first, so that
// boxes that only touch are not tested; but a box without width ends after its own begin.
std::vector<RowEnd> sorted_ends(const Frame& frame, std::span<const SpriteId> ids) {
  std::vector<RowEnd> ends;
  for (const SpriteId id : ids) {
    ends.push_back({frame.boxes[id].min.x, true, id});
    ends.push_back({frame.boxes[id].max.x, false, id});
  }
  std::ranges::stable_sort(ends, {}, [&](const RowEnd& e) {
    const bool is_point = extent(frame.boxes[e.id]).x == 0;
    return std::pair(e.at, e.begins ? 1 : is_point ? 2 : 0);
  });
  std::vector<SpriteId> stack;
  for (RowEnd& end : ends) {
    if (end.begins)
      stack.push_back(end.id);
    else
      std::erase(stack, end.id);
    end.stack = stack;
  }
  return ends;
}

// The place of the row to which the user has walked.
struct TableWalk {
  std::size_t at = 0;
};

// The sorted row, drawn as a cell per begin ("<2") and end (">2"), each above the stack after it.
struct SortedRow : Gui {
  std::vector<RowEnd> ends;
  TableWalk& walk;

  // Returns the boxes with which the one that begins at place k is tested; none at an end.
  std::span<const SpriteId> tested(std::size_t k) const {
    if (!ends[k].begins || k == 0) return {};
    return ends[k - 1].stack;
  }

  PairOutcome outcome(SpriteId a, SpriteId b) const {
    const auto boxes = session.frame().boxes;
    return overlaps(boxes[a], boxes[b]) ? PairOutcome::hit : PairOutcome::missed;
  }

  // Says what happens at place k: "24: 1 begins · {0, 1} · with 0: overlap".
  Sentence text_at(std::size_t k) const {
    const RowEnd& end = ends[k];
    SceneState names{};
    if (const RecordingPlayback* show = session.playback()) names.ids = show->ids();
    std::vector<Sentence> tests;
    for (const SpriteId other : tested(k))
      tests.push_back(
          {outcome(end.id, other) == PairOutcome::hit ? "with {}: overlap" : "with {}: apart on y",
           {shown_id_text(session, other)}});
    const Sentence at = Sentence::as_is(fmt::format("{:.0f}", end.at));
    const Sentence row(end.begins ? "{}: {} begins · {}" : "{}: {} ends · {}",
                       {at, shown_id_text(session, end.id), listed(end.stack, names)});
    return tests.empty() ? row : Sentence("{} · {}", {row, joined(tests, ", ")});
  }

  // Draws the buttons that walk along the row, and how many pairs the whole row tests.
  void controls(std::size_t boxes) const {
    if (small_button(*this, "<", "table.back", "To the begin or end before.") && walk.at > 0)
      --walk.at;
    ImGui::SameLine();
    if (small_button(*this, ">", "table.step", "To the next begin or end.")) ++walk.at;
    walk.at = std::min(walk.at, ends.size() - 1);
    std::size_t tests = 0;
    for (std::size_t k = 0; k < ends.size(); ++k) tests += tested(k).size();
    ImGui::SameLine();
    text(say("{} of {} pairs are tested.", tests, boxes * (boxes - 1) / 2));
  }

  // Draws one cell of the row or of a stack, in the current font.
  void cell(Vec2 at, Vec2 size, const std::string& label, Role role) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Vec2 gap{px(1), px(1)};
    list.AddRectFilled(at + gap, at + size - gap, ink(role, 0.2f), px(2));
    draw_outline(list, at + gap, at + size - gap, ink(role), px(1), px(2));
    list.AddText(at + (size - Vec2{width_as_is(label), em()}) * 0.5f, ink(Role::text),
                 label.c_str());
  }

  // Draws the cell of place k and the stack after it, its last box on top, as one widget, and
  // returns whether the pointer is on it. A click walks there.
  bool column(std::size_t k, Vec2 size, std::size_t deepest) const {
    const RowEnd& end = ends[k];
    const Role role = end.begins ? Role::open_boundary : Role::close_boundary;
    const Vec2 at = ImGui::GetCursorScreenPos();
    const Vec2 all{size.x, size.y * static_cast<float>(deepest + 1)};
    const std::string name = fmt::format("table.row.{}", k);
    if (ImGui::InvisibleButton(name.c_str(), all, kFocusableButton)) walk.at = k;
    remember_rect(*this, name);
    const bool is_hovered = ImGui::IsItemHovered();
    if (is_hovered || k == walk.at)
      ImGui::GetWindowDrawList()->AddRectFilled(at, at + all, ink(Role::accent, 0.25f));
    cell(at, size, (end.begins ? "<" : ">") + shown_id_text(session, end.id), role);
    for (std::size_t level = 0; level < end.stack.size(); ++level) {
      const SpriteId id = end.stack[level];
      const float y = size.y * static_cast<float>(deepest - level);
      cell(at + Vec2{0, y}, size, shown_id_text(session, id), id == end.id ? role : Role::box);
    }
    return is_hovered;
  }

  // Draws the row in large letters, in as many lines as it needs. Returns the place under the
  // pointer.
  std::optional<std::size_t> cells() const {
    push_font(answer_font());
    Vec2 size{0, 1.2f * em()};
    std::size_t deepest = 0;
    for (const RowEnd& end : ends) {
      size.x = std::max(size.x, width_as_is("<" + shown_id_text(session, end.id)) + px(6));
      deepest = std::max(deepest, end.stack.size());
    }
    std::optional<std::size_t> hovered;
    Flow flow(0);
    for (std::size_t k = 0; k < ends.size(); ++k) {
      flow.next(size.x);
      if (column(k, size, deepest)) hovered = k;
    }
    ImGui::PopFont();
    return hovered;
  }

  // Draws all, and points out in the field the box at the place under the pointer, and the tests
  // there or else where the user has walked.
  void draw(std::size_t boxes) const {
    controls(boxes);
    const auto hovered = cells();
    if (hovered) ui.compared.lit.push_back(session.frame().boxes[ends[*hovered].id]);
    const std::size_t k = hovered.value_or(walk.at);
    for (const SpriteId other : tested(k))
      ui.compared.lines.push_back({{other, ends[k].id}, outcome(other, ends[k].id)});
    text_wrapped(*this, text_at(k));
  }
};

void draw_box_table(const Gui& gui) {
  std::vector<SpriteId> ids(std::min(gui.session.world().size(), kTableBoxes));
  std::iota(ids.begin(), ids.end(), SpriteId{0});
  draw_boxes_table(gui, ids);
  text_wrapped(gui,
               "Along x, in order: a box that begins is tested against those on the stack, the "
               "boxes still open.",
               Role::text_dim);
  if (!ids.empty())
    SortedRow{gui, sorted_ends(gui.session.frame(), ids), gui.ui.own<TableWalk>()}.draw(ids.size());
}

}  // namespace

// clang-format off
extern const ToolRow box_table_tool{
    .action = {"table", "Table",
               "Show boxes as a table to type in, and the sorted row of their ends along x.",
               Menu::tools, {}},
    .title = "Table", .draw = draw_box_table};
// clang-format on

}  // namespace phasebox::ui
