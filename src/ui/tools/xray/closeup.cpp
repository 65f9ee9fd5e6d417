// SPDX-License-Identifier: MIT
// Draws the close-up of what an event is about.
#include <algorithm>

#include "language/format_sentence.hpp"
#include "ui/model/xray_field.hpp"
#include "ui/tools/xray/lens.hpp"
#include "ui/tools/xray/panes.hpp"
#include "view/walk_focus.hpp"

namespace phasebox::ui {
namespace {

// A part with more boxes in sight has no close-up, which would show no more than the field does.
constexpr std::size_t kMaxBoxes = 400;
// With more boxes in sight only those that the event is about have names.
constexpr std::size_t kMaxNames = 16;

// Whether the two sprites that the event is about lie so far apart that one close-up cannot show
// both well: more than five times the longest side of their boxes. It then shows the first.
bool are_apart(const Focus& focus) {
  if (focus.sprites.size() < 2) return false;
  const Vec2 all = extent(focus.bounds()), one = extent(focus.sprites[0]),
             two = extent(focus.sprites[1]);
  return std::max(all.x, all.y) > 5 * std::max({one.x, one.y, two.x, two.y});
}

// Returns a lens for a pane of `room` px with its upper left corner at `at`. What the event is
// about is in the middle; around sprites there is more room than around a part, so that neighbors
// are seen.
Lens lens_over(const Focus& focus, Vec2 at, Vec2 room) {
  const Aabb box = are_apart(focus) ? focus.sprites[0] : focus.bounds();
  const Vec2 size = extent(box);
  const float margin = focus.part ? 0.15f : 0.8f;
  const Aabb wide = grown(box, std::max(margin * std::max(size.x, size.y), 1e-6f));
  const float zoom = std::min(room.x / extent(wide).x, room.y / extent(wide).y);
  const Vec2 half{room.x / zoom / 2, room.y / zoom / 2}, middle = center(box);
  return {{middle - half, middle + half}, at, zoom};
}

void draw_boxes(const Gui& gui, ImDrawList& list, const Lens& lens, const Xray& xray,
                std::span<const SpriteId> ids) {
  const auto boxes = xray.boxes();
  for (const SpriteId id : ids)
    list.AddRect(lens(boxes[id].min), lens(boxes[id].max), gui.ink(Role::text_dim, 0.8f));
  for (const SpriteId id : xray.state().open)
    if (id < boxes.size() && overlaps(boxes[id], lens.region))
      list.AddRectFilled(lens(boxes[id].min), lens(boxes[id].max), gui.ink(Role::sweep, 0.5f));
  for (const Pair pair : xray.candidates())
    if (overlaps(boxes[pair.a], lens.region) && overlaps(boxes[pair.b], lens.region))
      list.AddLine(lens(center(boxes[pair.a])), lens(center(boxes[pair.b])),
                   gui.ink(Role::candidate), gui.px(1.5f));
}

// Writes the names of the sprites `ids` into their boxes. The sprites that the event is about
// always have one, which is written above the others; a neighbor has one only if it fits into its
// box and at most kMaxNames sprites are in sight.
void write_names(const Gui& gui, ImDrawList& list, const Lens& lens, const Xray& xray,
                 std::span<const SpriteId> ids, const Focus& focus) {
  const auto is_focus = [&](SpriteId id) {
    return std::ranges::find(focus.sprites, xray.boxes()[id]) != focus.sprites.end();
  };
  for (const bool last : {false, true})
    for (const SpriteId id : ids) {
      if (is_focus(id) != last) continue;
      const Aabb& box = xray.boxes()[id];
      const std::string name = std::to_string(xray.scene().name(id));
      const ImVec2 size = ImGui::CalcTextSize(name.c_str()), middle = lens(center(box));
      if (!last && (ids.size() > kMaxNames || extent(box).x * lens.zoom < size.x)) continue;
      const ImVec2 min{middle.x - size.x / 2, middle.y - size.y / 2};
      if (last)
        list.AddRectFilled(min, {min.x + size.x, min.y + size.y}, gui.ink(Role::panel, 0.7f));
      list.AddText(min, gui.ink(last ? Role::text : Role::text_dim), name.c_str());
    }
}

}  // namespace

void draw_xray_closeup(const Gui& gui, const Xray& xray) {
  const Focus focus = focus_of(xray);
  if (focus.empty())
    return text_wrapped(gui, "What an event is about appears here, enlarged.", Role::text_dim);
  text_wrapped(
      gui, are_apart(focus) ? say("close-up of {}", xray.scene().name(xray.now()->a)) : "close-up",
      Role::text_dim);
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  if (room.x < 8 || room.y < 8) return;
  const Lens lens = lens_over(focus, at, room);
  std::vector<SpriteId> ids;
  for (SpriteId id = 0; id < xray.boxes().size(); ++id)
    if (overlaps(xray.boxes()[id], lens.region)) ids.push_back(id);
  if (focus.part && ids.size() > kMaxBoxes)
    return text_wrapped(gui, "Large enough in the field.", Role::text_dim);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(at, {at.x + room.x, at.y + room.y}, true);
  draw_boxes(gui, list, lens, xray, ids);
  const auto frame = [&](const Aabb& box) {
    draw_outline(list, lens(box.min), lens(box.max), gui.ink(Role::accent), gui.px(2));
  };
  if (focus.part) frame(*focus.part);
  for (const Aabb& box : focus.sprites) frame(box);
  write_names(gui, list, lens, xray, ids, focus);
  list.PopClipRect();
}

}  // namespace phasebox::ui
