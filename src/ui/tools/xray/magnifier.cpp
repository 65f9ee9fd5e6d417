// SPDX-License-Identifier: MIT
// Draws the enlarged pixels of the pair that the narrowphase tests.
#include <algorithm>
#include <cmath>

#include "collide/narrowphase/pixels/pixel_view.hpp"
#include "language/format_sentence.hpp"
#include "ui/tools/xray/lens.hpp"
#include "ui/tools/xray/panes.hpp"

namespace phasebox::ui {
namespace {

// Pixels with at least this alpha, of 255, are drawn; others are not.
constexpr int kAlpha = 128;
// The most cells that are drawn, about. In a larger region a cell stands for several pixels.
constexpr float kMaxCells = 12'000;

/// The narrowphase's events of the current pair, from its `enter` up to the next pair's, and how
/// many of them the walk has shown.
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

// Returns the region to enlarge, in whole world px: the common part of both boxes with 3 px around
// it. If convex hulls are compared or the boxes do not overlap, it is both boxes whole.
Aabb region_of(const Xray& xray, Pair pair, std::span<const Event> events) {
  const Aabb &a = xray.boxes()[pair.a], &b = xray.boxes()[pair.b];
  const bool has_hulls = std::ranges::find(events, EventKind::edge, &Event::kind) != events.end();
  const Aabb r = grown(has_hulls || !overlaps(a, b) ? united(a, b) : intersection(a, b), 3);
  return {{std::floor(r.min.x), std::floor(r.min.y)}, {std::ceil(r.max.x), std::ceil(r.max.y)}};
}

void draw_pixels(const Gui& gui, ImDrawList& list, const Lens& lens, const Session& session,
                 Pair pair) {
  const Frame frame = session.frame();
  const PixelView a = pixel_view(frame, pair.a), b = pixel_view(frame, pair.b);
  const Vec2 size = extent(lens.region);
  const int step = std::max(1, static_cast<int>(std::ceil(std::sqrt(size.x * size.y / kMaxCells))));
  const ImU32 only_a = gui.ink(Role::open_boundary, 0.4f);
  const ImU32 only_b = gui.ink(Role::close_boundary, 0.4f);
  const ImU32 both = gui.ink(Role::text, 0.75f);
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

// Draws the pixels that one event reads: those of the first sprite as a frame, those of the second
// as a dot, or as a bar if several are read in a row. Reads yet to come are faint.
void draw_read(const Gui& gui, ImDrawList& list, const Lens& lens, const Event& e, bool is_done) {
  const ImVec2 min = lens(e.box.min), max = lens(e.box.max);
  const ImU32 ink = gui.ink(Role::accent, is_done ? 1.0f : 0.25f);
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
  if (e.kind == EventKind::read) return draw_read(gui, list, lens, e, is_done);
  if (e.kind == EventKind::edge)
    return list.AddLine(min, max, gui.ink(Role::hull, is_done ? 1.0f : 0.3f), gui.px(1.5f));
  if (!is_done) return;
  switch (e.kind) {
    case EventKind::cell:
      return draw_outline(list, min, max, packed(gui.colors.at_depth(e.depth)), gui.ui.scale);
    case EventKind::feature:
      list.AddLine(min, max, gui.ink(Role::accent), gui.px(4));
      return list.AddCircleFilled(min, gui.px(4), gui.ink(Role::accent));
    case EventKind::closest:
      list.AddLine(min, max, gui.ink(Role::closest), gui.px(2));
      for (const ImVec2 end : {min, max})
        list.AddCircleFilled(end, gui.px(3), gui.ink(Role::closest));
      return;
    case EventKind::hit:
      return list.AddCircle(min, std::max(gui.px(7), lens.zoom), gui.ink(Role::collision), 0,
                            gui.px(3));
    default: return;
  }
}

}  // namespace

void draw_xray_magnifier(const Gui& gui, const Xray& xray) {
  const Session& session = gui.session;
  if (xray.done_narrow() == 0) return;
  const auto pair = xray.state().pair;
  if (!pair || std::max(pair->a, pair->b) >= session.world().size()) return;
  const auto title = [&](SpriteId id) { return say("sprite {}", xray.scene().name(id)); };
  text(gui, title(pair->a), Role::open_boundary);
  for (const auto& [words, role] : {std::pair(title(pair->b), Role::close_boundary),
                                    {"both", Role::text},
                                    {"read", Role::accent}}) {
    ImGui::SameLine();
    text(gui, words, role);
  }
  const PairEvents events = events_of_pair(xray);
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const Aabb region = region_of(xray, *pair, events.all);
  const float zoom = std::min(room.x / extent(region).x, room.y / extent(region).y);
  const Lens lens{region, at, std::max(zoom, 0.01f)};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(at, {at.x + room.x, at.y + room.y}, true);
  draw_pixels(gui, list, lens, session, *pair);
  for (std::size_t k = 0; k < events.all.size(); ++k)
    draw_event_at(gui, list, lens, events.all[k], k < events.done);
  const Event& now = events.all[events.done - 1];
  if (now.kind == EventKind::read || now.kind == EventKind::cell)
    draw_outline(list, lens(now.box.min), lens(now.box.max), gui.ink(Role::warning), gui.px(2.5f));
  list.PopClipRect();
}

}  // namespace phasebox::ui
