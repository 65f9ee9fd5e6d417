// SPDX-License-Identifier: MIT
// What the event of a crowded field is about, enlarged: its sprites or its part, and their
// neighbors.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "ui/model/xray_focus.hpp"
#include "ui/tools/xray/parts.hpp"
#include "ui/widgets/imgui_versions.hpp"
#include "ui/widgets/style.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kMaxBoxes = 400;  // more are no better than the field
constexpr std::size_t kMaxNames = 16;

// Of two sprites that lie far apart the first one is shown.
bool are_apart(const Focus& focus) {
  if (focus.sprites.size() < 2) return false;
  const Vec2 all = extent(focus.bounds()), one = extent(focus.sprites[0]),
             two = extent(focus.sprites[1]);
  return std::max(all.x, all.y) > 5 * std::max({one.x, one.y, two.x, two.y});
}

// In the shape of the pane, the focus in the middle third.
Lens lens_over(const Focus& focus, ImVec2 at, ImVec2 room) {
  const Aabb box = are_apart(focus) ? focus.sprites[0] : focus.bounds();
  const Vec2 size = extent(box);
  const float margin = focus.part ? 0.15f : 0.8f;
  const Aabb wide = grown(box, std::max(margin * std::max(size.x, size.y), 1e-6f));
  const float zoom = std::min(room.x / extent(wide).x, room.y / extent(wide).y);
  const Vec2 half{room.x / zoom / 2, room.y / zoom / 2}, middle = center(box);
  return {{middle - half, middle + half}, at, zoom};
}

std::vector<SpriteId> sprites_in(std::span<const Aabb> boxes, const Aabb& region) {
  std::vector<SpriteId> found;
  for (SpriteId id = 0; id < boxes.size(); ++id)
    if (overlaps(boxes[id], region)) found.push_back(id);
  return found;
}

void draw_boxes(ImDrawList& list, const Lens& lens, const Xray& xray, std::span<const SpriteId> ids,
                const Theme& colors) {
  const ImU32 ink = packed(colors[Role::text_dim].with_alpha(0.8f));
  for (const SpriteId id : ids)
    list.AddRect(lens(xray.boxes()[id].min), lens(xray.boxes()[id].max), ink);
  const ImU32 open = packed(colors[Role::sweep].with_alpha(0.5f));
  for (const SpriteId id : xray.state().open)
    if (id < xray.boxes().size() && overlaps(xray.boxes()[id], lens.region))
      list.AddRectFilled(lens(xray.boxes()[id].min), lens(xray.boxes()[id].max), open);
}

void draw_candidates(ImDrawList& list, const Lens& lens, const Xray& xray, const Theme& colors,
                     float scale) {
  const auto boxes = xray.boxes();
  for (const Pair pair : xray.candidates()) {
    if (!overlaps(boxes[pair.a], lens.region) || !overlaps(boxes[pair.b], lens.region)) continue;
    list.AddLine(lens(center(boxes[pair.a])), lens(center(boxes[pair.b])),
                 packed(colors[Role::candidate]), 1.5f * scale);
  }
}

void draw_focus_boxes(ImDrawList& list, const Lens& lens, const Focus& focus, const Theme& colors,
                      float scale) {
  const ImU32 ink = packed(colors[Role::accent]);
  const auto frame = [&](const Aabb& box) {
    draw_outline(list, lens(box.min), lens(box.max), ink, 2 * scale);
  };
  if (focus.part) frame(*focus.part);
  for (const Aabb& box : focus.sprites) frame(box);
}

// Of neighbors only where the name finds room in the box; those of the focus last, above all.
void write_names(ImDrawList& list, const Lens& lens, const Xray& xray,
                 std::span<const SpriteId> ids, const Focus& focus, const Theme& colors) {
  const auto is_focus = [&](SpriteId id) {
    return std::ranges::find(focus.sprites, xray.boxes()[id]) != focus.sprites.end();
  };
  for (const bool last : {false, true})
    for (const SpriteId id : ids) {
      if (is_focus(id) != last) continue;
      const Aabb& box = xray.boxes()[id];
      const std::string name = std::to_string(xray.name(id));
      const ImVec2 size = ImGui::CalcTextSize(name.c_str()), middle = lens(center(box));
      if (!last && (ids.size() > kMaxNames || extent(box).x * lens.zoom < size.x)) continue;
      const ImVec2 min{middle.x - size.x / 2, middle.y - size.y / 2};
      if (last)
        list.AddRectFilled(min, {min.x + size.x, min.y + size.y},
                           packed(colors[Role::panel].with_alpha(0.7f)));
      list.AddText(min, packed(colors[last ? Role::text : Role::text_dim]), name.c_str());
    }
}

std::string title_of(const Xray& xray, const Focus& focus) {
  if (!are_apart(focus)) return "close-up";
  return fmt::format("close-up of {}", xray.name(xray.now()->a));
}

}  // namespace

void draw_xray_closeup(const Xray& xray, const Theme& colors, float scale) {
  const Focus focus = focus_of(xray);
  if (focus.empty())
    return text_wrapped("What an event is about appears here, enlarged.", colors[Role::text_dim]);
  text_wrapped(title_of(xray, focus), colors[Role::text_dim]);
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  if (room.x < 8 || room.y < 8) return;
  const Lens lens = lens_over(focus, at, room);
  const auto ids = sprites_in(xray.boxes(), lens.region);
  if (focus.part && ids.size() > kMaxBoxes)
    return text_wrapped("Large enough in the field.", colors[Role::text_dim]);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(at, {at.x + room.x, at.y + room.y}, true);
  draw_boxes(list, lens, xray, ids, colors);
  draw_candidates(list, lens, xray, colors, scale);
  draw_focus_boxes(list, lens, focus, colors, scale);
  write_names(list, lens, xray, ids, focus, colors);
  list.PopClipRect();
}

}  // namespace phasebox
