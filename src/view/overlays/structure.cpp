// SPDX-License-Identifier: MIT
// How a broadphase divides the field: groups, cells, nodes, fat AABBs, swaps, and the open set of
// a sweep.
#include <span>

#include "view/canvas.hpp"

namespace phasebox {

// Along a slanted line a delimiter is a point, and has no edge to stand on.
bool is_profiled(const Event& e) {
  return e.kind == EventKind::order && e.depth == 0 && e.box.min != e.box.max;
}

namespace {

std::uint16_t deepest(std::span<const Event> events) {
  std::uint16_t depth = 1;
  for (const Event& e : events) depth = std::max(depth, e.depth);
  return depth;
}

// The more there are, the fainter: together they must not hide what they run across.
void fade(Layer& layer, float weight, float least, float most) {
  const auto count = static_cast<float>(std::max<std::size_t>(layer.shapes.size(), 1));
  const float alpha = std::clamp(weight / std::sqrt(count), least, most);
  for (Shape& shape : layer.shapes) shape.color = shape.color.with_alpha(alpha);
}

// Boxes without an outline of their own in the structure: what is kept round a sprite.
void draw_fat_boxes(const Canvas& c, std::span<const Event> events) {
  Layer& boxes = c.layer(Layer::Kind::dashed_outline);
  for (const Event& e : events)
    if (e.kind == EventKind::fat && c.sees(e.box)) boxes.add(e.box, c.theme[Role::fat]);
  fade(boxes, 4, 0.25f, 0.8f);
}

void draw_swaps(const Canvas& c, std::span<const Event> events) {
  Layer& lines = c.layer(Layer::Kind::line);
  for (const Event& e : events)
    if (e.kind == EventKind::swap && c.sees(e.box)) lines.add(e.box, c.theme[Role::swap]);
  fade(lines, 2, 0.08f, 0.7f);
}

// How many boxes are open, as a profile along the lowest (or rightmost) end of the boundaries: at
// zero the sweep touches void.
void draw_sweep(const Canvas& c, std::span<const Event> events) {
  constexpr float kHeight = 56;
  const auto first = std::ranges::find_if(events, is_profiled);
  Layer& bars = c.layer(Layer::Kind::fill);
  if (first == events.end()) return;
  const Axis axis = first->axis;
  std::uint32_t most = 1;
  float base = high(first->box, other(axis));
  for (const Event& e : events)
    if (is_profiled(e)) most = std::max(most, e.b), base = std::max(base, high(e.box, other(axis)));
  const float unit = c.px(kHeight) / static_cast<float>(most);
  const auto point = [axis](float a, float b) { return axis == Axis::x ? Vec2{a, b} : Vec2{b, a}; };
  const Event* last = &*first;
  for (const Event& e : events) {
    if (!is_profiled(e) || e.axis != axis) continue;
    const float top = base - static_cast<float>(last->b) * unit;
    const Aabb bar{point(low(last->box, axis), top), point(low(e.box, axis), base)};
    if (last->b > 0 && c.sees(bar)) bars.add(bar, c.theme[Role::sweep].with_alpha(0.28f));
    last = &e;
  }
}

}  // namespace

void draw_structure(const Canvas& c, std::span<const Event> events) {
  Layer& fills = c.layer(Layer::Kind::fill);
  Layer& splits = c.layer(Layer::Kind::outline);
  Layer& nodes = c.layer(Layer::Kind::outline);
  Layer& groups = c.layer(Layer::Kind::outline);
  const auto bottom = static_cast<float>(deepest(events));
  const bool has_nodes = std::ranges::find(events, EventKind::node, &Event::kind) != events.end();
  for (const Event& e : events) {
    if (e.kind != EventKind::group && e.kind != EventKind::split && e.kind != EventKind::cell &&
        e.kind != EventKind::node)
      continue;
    if (!c.sees(e.box)) continue;
    const float rest = 1 - static_cast<float>(e.depth) / bottom;
    if (e.kind == EventKind::split) {
      if (has_nodes) continue;  // drawn as a node
      splits.add(e.box, c.theme[Role::temporary_group].with_alpha(0.2f + 0.5f * rest));
    } else if (e.kind == EventKind::group) {
      // A group of one has nothing to compare; it is there, but quiet.
      const float weight = e.b == 1 ? 0.4f : 1.0f;
      fills.add(e.box, c.theme[Role::final_group].with_alpha(0.07f * weight));
      groups.add(e.box, c.theme[Role::final_group].with_alpha(weight));
    } else {
      const Color color = c.theme.at_depth(e.depth);
      const float full = static_cast<float>(std::min(e.b, 8u)) / 8;
      // Nested nodes lie on each other, so each one is faint.
      if (e.b) fills.add(e.box, color.with_alpha(0.01f + 0.03f * full));
      nodes.add(e.box, color.with_alpha(e.b ? 0.75f : 0.3f));
    }
  }
  fade(nodes, 12, 0.35f, 1);
  draw_fat_boxes(c, events);
  draw_swaps(c, events);
  draw_sweep(c, events);
}

}  // namespace phasebox
