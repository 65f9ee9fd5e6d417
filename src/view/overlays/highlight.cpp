// SPDX-License-Identifier: MIT
// One moment of an algorithm: what is open, what was just cut off, what is compared, what was
// found.
#include "view/canvas.hpp"
#include "view/scene_view.hpp"

namespace phasebox {
namespace {

void fill_boxes(const Canvas& c, const Frame& frame, std::span<const SpriteId> ids, Color color) {
  Layer& fill = c.layer(Layer::Kind::fill);
  for (const SpriteId id : ids)
    if (id < frame.size() && c.sees(frame.boxes[id])) fill.add(frame.boxes[id], color);
}

void join_pairs(const Canvas& c, const Frame& frame, std::span<const Pair> pairs, Color color,
                float thickness) {
  Layer& lines = c.layer(Layer::Kind::line, thickness);
  for (const Pair p : pairs) {
    if (p.a >= frame.size() || p.b >= frame.size()) continue;
    const Vec2 from = center(frame.boxes[p.a]), to = center(frame.boxes[p.b]);
    if (c.sees(from, to)) lines.add(from, to, color);
  }
}

void frame_part(const Canvas& c, const Frame& frame, std::span<const SpriteId> part) {
  std::optional<Aabb> all;
  for (const SpriteId id : part)
    if (id < frame.size()) all = all ? united(*all, frame.boxes[id]) : frame.boxes[id];
  if (!all) return;
  c.layer(Layer::Kind::fill).add(*all, c.theme[Role::final_group].with_alpha(0.18f));
  c.layer(Layer::Kind::outline, 3).add(*all, c.theme[Role::final_group]);
}

void frame_pair(const Canvas& c, const Frame& frame, Pair pair) {
  Layer& boxes = c.layer(Layer::Kind::outline, 2);
  for (const SpriteId id : {pair.a, pair.b})
    if (id < frame.size()) boxes.add(frame.boxes[id], c.theme[Role::accent]);
}

// What names sprites only says nothing by its box.
bool has_place(const Event& e) {
  using enum EventKind;
  return e.kind == test || e.kind == hit || e.kind == skip || e.kind == member || e.box != Aabb{};
}

}  // namespace

void draw_highlight(const Highlight& m, const Frame& frame, const Camera& camera,
                    const Theme& theme, DrawList& list) {
  const Canvas c(camera, theme, list);
  draw_impacts_so_far(c, m.impacts, m.done_impacts, frame);
  const float weight = m.is_crowded ? 0.4f : 1;
  join_pairs(c, frame, m.candidates, theme[Role::candidate].with_alpha(0.9f * weight),
             m.is_crowded ? 1 : 1.5f);
  join_pairs(c, frame, m.collisions, theme[Role::collision].with_alpha(weight),
             m.is_crowded ? 1.5f : 3);
  if (m.is_cut)
    frame_part(c, frame, m.part);
  else
    fill_boxes(c, frame, m.part, theme[Role::temporary_group].with_alpha(0.2f));
  fill_boxes(c, frame, m.open, theme[Role::sweep].with_alpha(m.is_crowded ? 0.8f : 0.3f));
  if (m.line) c.layer(Layer::Kind::line, 2).add(*m.line, theme[Role::accent]);
  if (m.is_narrow && m.pair) frame_pair(c, frame, *m.pair);
  const bool is_pointed_out =
      m.event && has_place(*m.event) && !(m.is_narrow && (m.event->kind == EventKind::enter));
  if (is_pointed_out) draw_event(*m.event, frame, camera, theme, list);
}

}  // namespace phasebox
