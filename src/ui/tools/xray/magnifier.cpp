// SPDX-License-Identifier: MIT
// The pair that the narrowphase looks at: its pixels enlarged, what was read of them, the hit.
#include <algorithm>
#include <cmath>
#include <span>

#include "collide/narrowphase/pixels/pixels.hpp"
#include "ui/tools/xray/parts.hpp"
#include "ui/widgets/imgui_versions.hpp"
#include "ui/widgets/style.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {
namespace {

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

void draw_pixels(ImDrawList& list, const Lens& lens, const Session& session, Pair pair,
                 const Theme& colors) {
  const Frame frame = session.frame();
  const PixelView a = pixel_view(frame, pair.a), b = pixel_view(frame, pair.b);
  const Vec2 size = extent(lens.region);
  const int step = std::max(1, static_cast<int>(std::ceil(std::sqrt(size.x * size.y / kMaxCells))));
  const ImU32 only_a = packed(colors[Role::open_boundary].with_alpha(0.4f));
  const ImU32 only_b = packed(colors[Role::close_boundary].with_alpha(0.4f));
  const ImU32 both = packed(colors[Role::text].with_alpha(0.75f));
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
void draw_read(ImDrawList& list, const Lens& lens, const Event& e, bool is_done,
               const Theme& colors, float scale) {
  const ImVec2 min = lens(e.box.min), max = lens(e.box.max);
  const ImU32 ink = packed(colors[Role::accent].with_alpha(is_done ? 1.0f : 0.25f));
  if (e.b == 0)
    draw_outline(list, min, max, ink, (is_done ? 1.5f : 1.0f) * scale);
  else if (max.x - min.x < 1.5f * (max.y - min.y))
    list.AddCircleFilled({(min.x + max.x) / 2, (min.y + max.y) / 2},
                         std::max(2.0f, (max.y - min.y) * 0.25f), ink);
  else
    list.AddRectFilled({min.x, min.y + (max.y - min.y) * 0.35f},
                       {max.x, max.y - (max.y - min.y) * 0.35f}, ink);
}

void draw_event_at(ImDrawList& list, const Lens& lens, const Event& e, bool is_done,
                   const Theme& colors, float scale) {
  const ImVec2 min = lens(e.box.min), max = lens(e.box.max);
  switch (e.kind) {
    case EventKind::read: return draw_read(list, lens, e, is_done, colors, scale);
    case EventKind::cell:
      if (is_done) draw_outline(list, min, max, packed(colors.at_depth(e.depth)), scale);
      return;
    case EventKind::edge:
      list.AddLine(min, max, packed(colors[Role::hull].with_alpha(is_done ? 1.0f : 0.3f)),
                   1.5f * scale);
      return;
    case EventKind::feature:
      if (!is_done) return;
      list.AddLine(min, max, packed(colors[Role::accent]), 4 * scale);
      list.AddCircleFilled(min, 4 * scale, packed(colors[Role::accent]));
      return;
    case EventKind::closest:
      if (!is_done) return;
      list.AddLine(min, max, packed(colors[Role::closest]), 2 * scale);
      for (const ImVec2 end : {min, max})
        list.AddCircleFilled(end, 3 * scale, packed(colors[Role::closest]));
      return;
    case EventKind::hit: {
      if (!is_done) return;
      const ImVec2 middle = lens(e.box.min);
      list.AddCircle(middle, std::max(7 * scale, lens.zoom), packed(colors[Role::collision]), 0,
                     3 * scale);
      return;
    }
    default: return;
  }
}

void write_legend(const Xray& xray, Pair pair, const Theme& colors) {
  text(xray.sprite_text(pair.a), colors[Role::open_boundary]);
  ImGui::SameLine();
  text(xray.sprite_text(pair.b), colors[Role::close_boundary]);
  ImGui::SameLine();
  text("both", colors[Role::text]);
  ImGui::SameLine();
  text("read", colors[Role::accent]);
}

}  // namespace

void draw_xray_magnifier(const Xray& xray, const Session& session, const Theme& colors,
                         float scale) {
  if (xray.done_narrow() == 0) return;
  const auto pair = xray.state().pair;
  if (!pair || std::max(pair->a, pair->b) >= session.world().size()) return;
  write_legend(xray, *pair, colors);
  const PairEvents events = events_of_pair(xray);
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const Lens lens = lens_on(region_of(xray, *pair, events.all), at, room);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(at, {at.x + room.x, at.y + room.y}, true);
  draw_pixels(list, lens, session, *pair, colors);
  for (std::size_t k = 0; k < events.all.size(); ++k)
    draw_event_at(list, lens, events.all[k], k < events.done, colors, scale);
  const Event& now = events.all[events.done - 1];
  if (now.kind == EventKind::read || now.kind == EventKind::cell)
    draw_outline(list, lens(now.box.min), lens(now.box.max), packed(colors[Role::warning]),
                 2.5f * scale);
  list.PopClipRect();
}

}  // namespace phasebox
