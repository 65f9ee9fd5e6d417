// SPDX-License-Identifier: MIT
// What a narrowphase looked at: cells of the opaque areas, hulls and their closest points, pixels.
#include <span>

#include "view/canvas.hpp"

namespace phasebox {
namespace {

constexpr float kSmallestCell = 3;  // screen px; smaller ones would be a gray veil

bool is_cell(const Event& e) {
  return e.kind == EventKind::cell || e.kind == EventKind::node ||
         (e.kind == EventKind::visit && e.box != Aabb{});
}

void draw_cells(const Canvas& c, std::span<const Event> events) {
  Layer& cells = c.layer(Layer::Kind::outline);
  for (const Event& e : events) {
    if (!is_cell(e) || !c.sees(e.box)) continue;
    const Vec2 size = extent(e.box);
    if (std::min(size.x, size.y) < c.px(kSmallestCell)) continue;
    cells.add(e.box, c.theme.at_depth(e.depth).with_alpha(0.8f));
  }
}

void draw_hulls(const Canvas& c, std::span<const Event> events) {
  Layer& edges = c.layer(Layer::Kind::line, 1.25f);
  Layer& closest = c.layer(Layer::Kind::line, 2);
  Layer& ends = c.layer(Layer::Kind::disc);
  for (const Event& e : events) {
    const Vec2 from = e.box.min, to = e.box.max;
    if (e.kind == EventKind::edge && c.sees(from, to)) edges.add(from, to, c.theme[Role::hull]);
    if (e.kind != EventKind::closest || !c.sees(from, to)) continue;
    closest.add(from, to, c.theme[Role::closest]);
    for (const Vec2 end : {from, to}) ends.add(square(end, c.px(2.5f)), c.theme[Role::closest]);
  }
}

// A read of the first sprite is a frame, one of the second fills it: both are asked only where the
// first is opaque.
void draw_pixels(const Canvas& c, std::span<const Event> events) {
  Layer& first = c.layer(Layer::Kind::outline);
  Layer& second = c.layer(Layer::Kind::fill);
  Layer& hits = c.layer(Layer::Kind::fill);
  const Color color = c.theme[Role::sample];
  bool reads = false;  // since the pair was begun
  for (const Event& e : events) {
    if (e.kind == EventKind::enter) reads = false;
    reads |= e.kind == EventKind::read;
    const bool is_hit = e.kind == EventKind::hit && reads;
    if (e.kind != EventKind::read && !is_hit) continue;
    const Vec2 corner{std::floor(e.box.min.x), std::floor(e.box.min.y)};
    const Aabb pixel = is_hit ? Aabb{corner, corner + Vec2{1, 1}} : e.box;
    if (!c.sees(pixel)) continue;
    if (is_hit)
      hits.add(pixel, c.theme[Role::collision]);
    else if (e.b == 0)
      first.add(grown(pixel, -0.2f), color.with_alpha(0.6f));
    else
      second.add(grown(pixel, -0.2f), color.with_alpha(0.6f));
  }
}

}  // namespace

bool shows_pixels(const Camera& camera) {
  constexpr float kSmallestPixel = 5;
  return camera.world_px(kSmallestPixel) <= 1;
}

void draw_closer_look(const Canvas& c, std::span<const Event> events) {
  draw_cells(c, events);
  if (shows_pixels(c.camera)) draw_pixels(c, events);
  draw_hulls(c, events);
}

}  // namespace phasebox
