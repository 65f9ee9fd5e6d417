// SPDX-License-Identifier: MIT
// The tool "Table": the edges of the first boxes as numbers to type in, and below them the sorted
// row of their begins and ends along x, each with the boxes that are open after it. Source: axis
// sorting, Brown CS course notes on collision detection.
#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "lab/xray/event_text.hpp"
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
      begin_typing(gui, name, number_text(static_cast<double>(edge)));
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

// The begin or end of a box at `at` px along x.
struct RowEnd {
  float at;
  bool begins;
  SpriteId id;
};

// Returns begin and end of each box, sorted along x. At equal positions ends come first, so that
// boxes that only touch are not tested.
std::vector<RowEnd> sorted_ends(const Frame& frame, std::span<const SpriteId> ids) {
  std::vector<RowEnd> ends;
  for (const SpriteId id : ids) {
    ends.push_back({frame.boxes[id].min.x, true, id});
    ends.push_back({frame.boxes[id].max.x, false, id});
  }
  std::ranges::stable_sort(ends, {}, [](const RowEnd& e) { return std::pair(e.at, e.begins); });
  return ends;
}

// Says with which open boxes the box of sprite `id` is tested when it begins, and the results:
// "with 1: overlap, with 2: apart on y". Empty if none is open.
Sentence tests_of(const Gui& gui, SpriteId id, std::span<const SpriteId> open) {
  const auto boxes = gui.session.frame().boxes;
  std::vector<Sentence> tests;
  for (const SpriteId other : open)
    tests.push_back({overlaps(boxes[id], boxes[other]) ? "with {}: overlap" : "with {}: apart on y",
                     {shown_id_text(gui.session, other)}});
  return joined(tests, ", ");
}

// Draws one line per begin and end along x: its place in px, the box, the boxes that are open after
// it, and the tests that a begin makes, as in "24: 1 begins · {0, 1} · with 0: overlap".
void draw_sorted_row(const Gui& gui, std::span<const SpriteId> ids) {
  std::vector<SpriteId> open;
  SceneState names{};
  if (const RecordingPlayback* show = gui.session.playback()) names.ids = show->ids();
  for (const RowEnd& end : sorted_ends(gui.session.frame(), ids)) {
    const Sentence tests = end.begins ? tests_of(gui, end.id, open) : Sentence();
    if (end.begins)
      open.push_back(end.id);
    else
      std::erase(open, end.id);
    const Sentence at = Sentence::as_is(fmt::format("{:.0f}", end.at));
    const Sentence row(end.begins ? "{}: {} begins · {}" : "{}: {} ends · {}",
                       {at, shown_id_text(gui.session, end.id), listed(open, names)});
    text_wrapped(gui, tests.empty() ? row : Sentence("{} · {}", {row, tests}),
                 end.begins ? Role::text : Role::text_dim);
  }
}

void draw_box_table(const Gui& gui) {
  std::vector<SpriteId> ids(std::min(gui.session.world().size(), kTableBoxes));
  std::iota(ids.begin(), ids.end(), SpriteId{0});
  draw_boxes_table(gui, ids);
  text_wrapped(gui,
               "Along x, in order: a box that begins is tested against those on the stack, the "
               "boxes still open.",
               Role::text_dim);
  draw_sorted_row(gui, ids);
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
