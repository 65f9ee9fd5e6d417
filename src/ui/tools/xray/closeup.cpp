// SPDX-License-Identifier: MIT
// Parts of the X-ray beside the strip: the tree, the boxes in question close up, the magnified
// pixels.
#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "collide/narrowphase/pixels/pixels.hpp"
#include "ui/model/xray_view.hpp"
#include "ui/tools/xray/parts.hpp"
#include "ui/widgets/imgui_versions.hpp"
#include "ui/widgets/style.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {
namespace {

// What is known of a part when so many events are done.
std::string words_of(const Walk& walk, const WalkPart& part, std::size_t done) {
  const std::string name =
      fmt::format("{} {} · {}", walk.how().part, part.number, grouped(part.size));
  if (part.split < done) return fmt::format("{} → {}", name, grouped(part.children));
  if (part.done < done) return name;
  return name + " ...";
}

Role role_of(const WalkPart& part, std::size_t done) {
  if (part.split < done) return Role::temporary_group;
  return part.done < done ? Role::final_group : Role::accent;
}

std::vector<std::uint8_t> path_to(std::span<const WalkPart> parts, std::size_t at) {
  std::vector<std::uint8_t> lit(parts.size(), 0);
  for (; at < parts.size(); at = parts[at].parent) lit[at] = 1;
  return lit;
}

// Levels above it; a quadtree's depth may leap, so the parents count.
std::size_t level_of(std::span<const WalkPart> parts, std::size_t at) {
  std::size_t level = 0;
  while ((at = parts[at].parent) < parts.size()) ++level;
  return level;
}

void tree_row(const Gui& gui, const Walk& walk, std::size_t at, std::size_t done, bool is_lit,
              bool is_here) {
  const auto parts = walk.parts();
  const WalkPart& part = parts[at];
  // In a narrow pane deep rows share an indentation, so that their names stay in sight.
  const float indent = std::min(static_cast<float>(level_of(parts, at)) * 12 * gui.ui.scale,
                                0.4f * ImGui::GetContentRegionAvail().x);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeight();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (is_here)
    list.AddRectFilled(from, {from.x + ImGui::GetContentRegionAvail().x, from.y + height},
                       packed(gui.colors[Role::accent].with_alpha(0.28f)), 3 * gui.ui.scale);
  for (float x = 6 * gui.ui.scale; x < indent; x += 12 * gui.ui.scale)
    list.AddLine({from.x + x, from.y}, {from.x + x, from.y + height},
                 packed(gui.colors[Role::panel_border]), gui.ui.scale);
  const Color dot = gui.colors[role_of(part, done)].with_alpha(1);
  list.AddCircleFilled({from.x + indent + 6 * gui.ui.scale, from.y + height / 2}, 4 * gui.ui.scale,
                       packed(dot));
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent + 14 * gui.ui.scale);
  text(gui, words_of(walk, part, done), is_lit ? Role::text : Role::text_dim);
}

// What the event of a crowded field is about, enlarged: its sprites or its part, and their
// neighbors.

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

void draw_boxes(const Gui& gui, ImDrawList& list, const Lens& lens, const Xray& xray,
                std::span<const SpriteId> ids) {
  const ImU32 ink = packed(gui.colors[Role::text_dim].with_alpha(0.8f));
  for (const SpriteId id : ids)
    list.AddRect(lens(xray.boxes()[id].min), lens(xray.boxes()[id].max), ink);
  const ImU32 open = packed(gui.colors[Role::sweep].with_alpha(0.5f));
  for (const SpriteId id : xray.state().open)
    if (id < xray.boxes().size() && overlaps(xray.boxes()[id], lens.region))
      list.AddRectFilled(lens(xray.boxes()[id].min), lens(xray.boxes()[id].max), open);
}

void draw_candidates(const Gui& gui, ImDrawList& list, const Lens& lens, const Xray& xray) {
  const auto boxes = xray.boxes();
  for (const Pair pair : xray.candidates()) {
    if (!overlaps(boxes[pair.a], lens.region) || !overlaps(boxes[pair.b], lens.region)) continue;
    list.AddLine(lens(center(boxes[pair.a])), lens(center(boxes[pair.b])),
                 packed(gui.colors[Role::candidate]), 1.5f * gui.ui.scale);
  }
}

void draw_focus_boxes(const Gui& gui, ImDrawList& list, const Lens& lens, const Focus& focus) {
  const ImU32 ink = packed(gui.colors[Role::accent]);
  const auto frame = [&](const Aabb& box) {
    draw_outline(list, lens(box.min), lens(box.max), ink, 2 * gui.ui.scale);
  };
  if (focus.part) frame(*focus.part);
  for (const Aabb& box : focus.sprites) frame(box);
}

// Of neighbors only where the name finds room in the box; those of the focus last, above all.
void write_names(const Gui& gui, ImDrawList& list, const Lens& lens, const Xray& xray,
                 std::span<const SpriteId> ids, const Focus& focus) {
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
                           packed(gui.colors[Role::panel].with_alpha(0.7f)));
      list.AddText(min, packed(gui.colors[last ? Role::text : Role::text_dim]), name.c_str());
    }
}

std::string title_of(const Xray& xray, const Focus& focus) {
  if (!are_apart(focus)) return "close-up";
  return fmt::format("close-up of {}", xray.name(xray.now()->a));
}

// The pair that the narrowphase looks at: its pixels enlarged, what was read of them, the hit.

constexpr int kAlpha = 128;          // from which a pixel is drawn as opaque
constexpr float kMaxCells = 12'000;  // drawn at once; larger parts are drawn coarser

/// The events of the current pair: from its `enter` to its end, and how many of them are done.
struct PairEvents {
  std::span<const Event> all;
  std::size_t done = 0;
};

PairEvents events_of_pair(const Xray& xray) {
  const auto events = xray.narrow().events();
  const std::size_t done = xray.done_narrow();
  std::size_t first = done - 1;
  while (first > 0 && events[first].kind != EventKind::enter) --first;
  std::size_t end = first + 1;
  while (end < events.size() && events[end].kind != EventKind::enter) ++end;
  return {events.subspan(first, end - first), done - first};
}

bool has_hulls(std::span<const Event> events) {
  return std::ranges::find(events, EventKind::edge, &Event::kind) != events.end();
}

// The common part of both boxes and some px round it; of hulls both boxes.
Aabb region_of(const Xray& xray, Pair pair, std::span<const Event> events) {
  const Aabb &a = xray.boxes()[pair.a], &b = xray.boxes()[pair.b];
  Aabb r = has_hulls(events) || !overlaps(a, b) ? united(a, b) : intersection(a, b);
  r = grown(r, 3);
  return {{std::floor(r.min.x), std::floor(r.min.y)}, {std::ceil(r.max.x), std::ceil(r.max.y)}};
}

Lens lens_on(const Aabb& region, ImVec2 at, ImVec2 room) {
  const Vec2 size = extent(region);
  const float zoom = std::min(room.x / size.x, room.y / size.y);
  return {region, at, std::max(zoom, 0.01f)};
}

void draw_pixels(const Gui& gui, ImDrawList& list, const Lens& lens, const Session& session,
                 Pair pair) {
  const Frame frame = session.frame();
  const PixelView a = pixel_view(frame, pair.a), b = pixel_view(frame, pair.b);
  const Vec2 size = extent(lens.region);
  const int step = std::max(1, static_cast<int>(std::ceil(std::sqrt(size.x * size.y / kMaxCells))));
  const ImU32 only_a = packed(gui.colors[Role::open_boundary].with_alpha(0.4f));
  const ImU32 only_b = packed(gui.colors[Role::close_boundary].with_alpha(0.4f));
  const ImU32 both = packed(gui.colors[Role::text].with_alpha(0.75f));
  const float gap = lens.zoom * static_cast<float>(step) >= 5 ? 0.5f : 0;
  for (float y = lens.region.min.y; y < lens.region.max.y; y += static_cast<float>(step))
    for (float x = lens.region.min.x; x < lens.region.max.x; x += static_cast<float>(step)) {
      const bool in_a = a.alpha(static_cast<int>(x), static_cast<int>(y)) >= kAlpha;
      const bool in_b = b.alpha(static_cast<int>(x), static_cast<int>(y)) >= kAlpha;
      if (!in_a && !in_b) continue;
      const auto cell = static_cast<float>(step);
      const ImVec2 min = lens({x, y}), max = lens({x + cell, y + cell});
      list.AddRectFilled(min, {max.x - gap, max.y - gap},
                         in_a && in_b ? both
                         : in_a       ? only_a
                                      : only_b);
    }
}

// A read of the first sprite is a frame, of the second a dot in it; what is yet to come is faint.
void draw_read(const Gui& gui, ImDrawList& list, const Lens& lens, const Event& e, bool is_done) {
  const ImVec2 min = lens(e.box.min), max = lens(e.box.max);
  const ImU32 ink = packed(gui.colors[Role::accent].with_alpha(is_done ? 1.0f : 0.25f));
  if (e.b == 0)
    draw_outline(list, min, max, ink, (is_done ? 1.5f : 1.0f) * gui.ui.scale);
  else if (max.x - min.x < 1.5f * (max.y - min.y))
    list.AddCircleFilled({(min.x + max.x) / 2, (min.y + max.y) / 2},
                         std::max(2.0f, (max.y - min.y) * 0.25f), ink);
  else
    list.AddRectFilled({min.x, min.y + (max.y - min.y) * 0.35f},
                       {max.x, max.y - (max.y - min.y) * 0.35f}, ink);
}

void draw_event_at(const Gui& gui, ImDrawList& list, const Lens& lens, const Event& e,
                   bool is_done) {
  const ImVec2 min = lens(e.box.min), max = lens(e.box.max);
  switch (e.kind) {
    case EventKind::read: return draw_read(gui, list, lens, e, is_done);
    case EventKind::cell:
      if (is_done) draw_outline(list, min, max, packed(gui.colors.at_depth(e.depth)), gui.ui.scale);
      return;
    case EventKind::edge:
      list.AddLine(min, max, packed(gui.colors[Role::hull].with_alpha(is_done ? 1.0f : 0.3f)),
                   1.5f * gui.ui.scale);
      return;
    case EventKind::feature:
      if (!is_done) return;
      list.AddLine(min, max, packed(gui.colors[Role::accent]), 4 * gui.ui.scale);
      list.AddCircleFilled(min, 4 * gui.ui.scale, packed(gui.colors[Role::accent]));
      return;
    case EventKind::closest:
      if (!is_done) return;
      list.AddLine(min, max, packed(gui.colors[Role::closest]), 2 * gui.ui.scale);
      for (const ImVec2 end : {min, max})
        list.AddCircleFilled(end, 3 * gui.ui.scale, packed(gui.colors[Role::closest]));
      return;
    case EventKind::hit: {
      if (!is_done) return;
      const ImVec2 middle = lens(e.box.min);
      list.AddCircle(middle, std::max(7 * gui.ui.scale, lens.zoom),
                     packed(gui.colors[Role::collision]), 0, 3 * gui.ui.scale);
      return;
    }
    default: return;
  }
}

void write_legend(const Gui& gui, const Xray& xray, Pair pair) {
  text(gui, xray.sprite_text(pair.a), Role::open_boundary);
  ImGui::SameLine();
  text(gui, xray.sprite_text(pair.b), Role::close_boundary);
  ImGui::SameLine();
  text(gui, "both", Role::text);
  ImGui::SameLine();
  text(gui, "read", Role::accent);
}

}  // namespace

void draw_xray_tree(const Gui& gui, const Xray& xray) {
  const Walk& walk = xray.broad();
  const std::size_t done = xray.done_broad();
  const std::size_t begun = walk.parts_at(done), here = walk.part_at(done);
  text(gui, counted(begun, walk.how().part), Role::text_dim);
  begin_child("parts", {0, 0});
  const auto lit = path_to(walk.parts(), here);
  const float row = ImGui::GetTextLineHeight();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(4 * gui.ui.scale, 0));
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(begun), row);
  while (clipper.Step())
    for (int k = clipper.DisplayStart; k < clipper.DisplayEnd; ++k) {
      const auto at = static_cast<std::size_t>(k);
      tree_row(gui, walk, at, done, lit[at] != 0, at == here);
    }
  clipper.End();
  ImGui::PopStyleVar();
  // The current part stays in sight; a user who scrolls while nothing moves may look elsewhere.
  if (here < begun && gui.ui.xray_seen != xray.at())
    ImGui::SetScrollY(static_cast<float>(here) * row - ImGui::GetWindowHeight() / 2);
  gui.ui.xray_seen = xray.at();
  ImGui::EndChild();
}

void draw_xray_matrix(const Gui& gui, const Xray& xray) {
  const auto n = static_cast<float>(xray.boxes().size());
  const auto events = xray.broad().events().first(xray.done_broad());
  text(gui, "which sprites were compared", Role::text_dim);
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const float side = std::min(room.x, room.y), cell = side / std::max(n, 1.0f);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto square = [&](SpriteId a, SpriteId b, Color color) {
    const auto [low, high] = std::minmax(a, b);
    const ImVec2 min{at.x + static_cast<float>(low) * cell, at.y + static_cast<float>(high) * cell};
    list.AddRectFilled(min, {min.x + std::max(cell, 1.0f), min.y + std::max(cell, 1.0f)},
                       packed(color));
  };
  // More would only lie on each other.
  constexpr std::size_t kMax = 40'000;
  const auto shown = events.last(std::min(events.size(), kMax));
  for (const Event& e : shown)
    if (is_test(e.kind)) square(e.a, e.b, gui.colors[Role::temporary_group].with_alpha(0.45f));
  for (const Event& e : shown)
    if (e.kind == EventKind::hit) square(e.a, e.b, gui.colors[Role::candidate]);
  if (const auto pair = xray.broad().state(xray.done_broad()).pair)
    square(pair->a, pair->b, gui.colors[Role::accent]);
  list.AddTriangle(at, {at.x, at.y + side}, {at.x + side, at.y + side},
                   packed(gui.colors[Role::panel_border]), gui.ui.scale);
}

void draw_xray_closeup(const Gui& gui, const Xray& xray) {
  const Focus focus = focus_of(xray);
  if (focus.empty())
    return text_wrapped(gui, "What an event is about appears here, enlarged.", Role::text_dim);
  text_wrapped(gui, title_of(xray, focus), Role::text_dim);
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  if (room.x < 8 || room.y < 8) return;
  const Lens lens = lens_over(focus, at, room);
  const auto ids = sprites_in(xray.boxes(), lens.region);
  if (focus.part && ids.size() > kMaxBoxes)
    return text_wrapped(gui, "Large enough in the field.", Role::text_dim);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(at, {at.x + room.x, at.y + room.y}, true);
  draw_boxes(gui, list, lens, xray, ids);
  draw_candidates(gui, list, lens, xray);
  draw_focus_boxes(gui, list, lens, focus);
  write_names(gui, list, lens, xray, ids, focus);
  list.PopClipRect();
}

void draw_xray_magnifier(const Gui& gui, const Xray& xray) {
  const Session& session = gui.model.session;
  if (xray.done_narrow() == 0) return;
  const auto pair = xray.state().pair;
  if (!pair || std::max(pair->a, pair->b) >= session.world().size()) return;
  write_legend(gui, xray, *pair);
  const PairEvents events = events_of_pair(xray);
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const Lens lens = lens_on(region_of(xray, *pair, events.all), at, room);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(at, {at.x + room.x, at.y + room.y}, true);
  draw_pixels(gui, list, lens, session, *pair);
  for (std::size_t k = 0; k < events.all.size(); ++k)
    draw_event_at(gui, list, lens, events.all[k], k < events.done);
  const Event& now = events.all[events.done - 1];
  if (now.kind == EventKind::read || now.kind == EventKind::cell)
    draw_outline(list, lens(now.box.min), lens(now.box.max), packed(gui.colors[Role::warning]),
                 2.5f * gui.ui.scale);
  list.PopClipRect();
}

}  // namespace phasebox
