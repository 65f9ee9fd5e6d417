// SPDX-License-Identifier: MIT
// Draws the sprites that a sweep has open or has just separated as a group, the pairs found so far,
// and the last event.
#include "view/walk_view.hpp"

#include <algorithm>
#include <optional>

#include "view/overlays/overlay.hpp"

namespace phasebox {
namespace {

// Fills the boxes of those sprites.
void fill_boxes(const Canvas& c, const Frame& frame, std::span<const SpriteId> ids, Color color) {
  Layer& fill = c.fill();
  for (const SpriteId id : ids)
    if (id < frame.size() && c.sees(frame.boxes[id])) fill.add(frame.boxes[id], color);
}

// Draws lines between the sprites of pairs; `thickness` is in screen px.
void join_pairs(const Canvas& c, const Frame& frame, std::span<const Pair> pairs, Color color,
                float thickness) {
  Layer& lines = c.line(thickness);
  for (const Pair p : pairs) add_line(c, lines, frame.boxes, p, color);
}

// Draws the box around the sprites as a finished group.
void frame_part(const Canvas& c, const Frame& frame, std::span<const SpriteId> part) {
  std::optional<Aabb> all;
  for (const SpriteId id : part)
    if (id < frame.size()) all = all ? united(*all, frame.boxes[id]) : frame.boxes[id];
  if (!all) return;
  c.fill().add(*all, c[Role::final_group].with_alpha(0.18f));
  c.outline(3).add(*all, c[Role::final_group]);
}

}  // namespace

void draw_event(const Canvas& c, const Event& e, const Frame& frame) {
  using enum EventKind;
  const Color accent = c[Role::accent];
  const auto compare = [&](Role role) { mark_pair(c, frame.boxes, {e.a, e.b}, 2, c[role]); };
  switch (e.kind) {
    case enter:
    case group:
    case split:
    case cell:
    case node:
      c.fill().add(e.box, accent.with_alpha(0.08f));
      c.outline(2).add(e.box, accent);
      break;
    case member:
      if (e.a < frame.size()) c.outline(2).add(frame.boxes[e.a], accent);
      break;
    case boundary: c.line(2).add(e.box, boundary_color(e, c.theme)); break;
    case test:
    case recheck:
    case search: compare(Role::accent); break;
    case hit: compare(Role::candidate); break;
    case skip: compare(Role::text_dim); break;
    case read: c.fill().add(e.box, accent); break;
    case order:
    case swap:
    case edge:
    case closest: c.line(2).add(e.box, accent); break;
    case fat:
    case probe:
    case visit: c.outline().add(e.box, accent); break;
    case feature: c.line(4).add(e.box, accent); break;
    case leave:
    case count_: break;
  }
}

void draw_highlight(const Canvas& c, const Highlight& m, const Frame& frame) {
  const Theme& theme = c.theme;
  const WalkState& s = m.state;
  draw_impacts_so_far(c, m.impacts, m.done_impacts, frame);
  const float weight = m.is_crowded ? 0.4f : 1;
  join_pairs(c, frame, m.candidates, theme[Role::candidate].with_alpha(0.9f * weight),
             m.is_crowded ? 1 : 1.5f);
  join_pairs(c, frame, m.collisions, theme[Role::collision].with_alpha(weight),
             m.is_crowded ? 1.5f : 3);
  if (m.event && m.event->kind == EventKind::boundary && s.open.empty())
    frame_part(c, frame, s.part);
  else
    fill_boxes(c, frame, s.part, theme[Role::temporary_group].with_alpha(0.2f));
  fill_boxes(c, frame, s.open, theme[Role::sweep].with_alpha(m.is_crowded ? 0.8f : 0.3f));
  if (s.line) c.line(2).add(*s.line, theme[Role::accent]);
  if (m.is_narrow && s.pair) {
    Layer& boxes = c.outline(2);
    for (const SpriteId id : {s.pair->a, s.pair->b})
      if (id < frame.size()) boxes.add(frame.boxes[id], theme[Role::accent]);
  }
  if (!m.event) return;
  // Events of these kinds are drawn at the sprites that they name, and any other at its box, unless
  // that is empty.
  using enum EventKind;
  const EventKind kind = m.event->kind;
  const bool has_place =
      kind == test || kind == hit || kind == skip || kind == member || m.event->box != Aabb{};
  if (has_place && !(m.is_narrow && kind == enter)) draw_event(c, *m.event, frame);
}

}  // namespace phasebox
