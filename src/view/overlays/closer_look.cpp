// SPDX-License-Identifier: MIT
// Draws what a narrowphase examined: cells of opaque areas, hulls with their closest points, and
// pixels.
#include <algorithm>
#include <cmath>
#include <utility>

#include "view/overlays/overlay.hpp"

namespace phasebox {
namespace {

constexpr float kSmallestCell =
    3;  // screen px before the line scale; smaller ones would be a gray veil

void draw_cells(const Canvas& c, std::span<const Event> events) {
  Layer& cells = c.outline();
  for (const Event& e : events) {
    const bool is_cell = e.kind == EventKind::cell || e.kind == EventKind::node ||
                         (e.kind == EventKind::visit && e.box != Aabb{});
    if (!is_cell || !c.sees(e.box)) continue;
    const Vec2 size = extent(e.box);
    if (std::min(size.x, size.y) < c.px(kSmallestCell)) continue;
    cells.add(e.box, c.theme.at_depth(e.depth).with_alpha(0.8f));
  }
}

void draw_hulls(const Canvas& c, std::span<const Event> events) {
  Layer& edges = c.line(1.25f);
  Layer& closest = c.line(2);
  Layer& ends = c.disc();
  for (const Event& e : events) {
    const Vec2 from = e.box.min, to = e.box.max;
    if (e.kind == EventKind::edge && c.sees(from, to)) edges.add(from, to, c[Role::hull]);
    if (e.kind != EventKind::closest || !c.sees(from, to)) continue;
    closest.add(from, to, c[Role::closest]);
    for (const Vec2 end : {from, to}) ends.add(square(end, c.px(2.5f)), c[Role::closest]);
  }
}

// Draws pixels that were read: those of a pair's first sprite as outlines, those of its second as
// filled squares, and the pixel of a hit in the color of collisions. The second sprite is read
// where the first is opaque, so its square fills the outline.
void draw_pixels(const Canvas& c, std::span<const Event> events) {
  Layer& first = c.outline();
  Layer& second = c.fill();
  Layer& hits = c.fill();
  const Color color = c[Role::sample];
  bool reads = false;  // whether a pixel of the pair at hand was read
  for (const Event& e : events) {
    if (e.kind == EventKind::enter) reads = false;
    reads |= e.kind == EventKind::read;
    const bool is_hit = e.kind == EventKind::hit && reads;
    if (e.kind != EventKind::read && !is_hit) continue;
    const Vec2 corner{std::floor(e.box.min.x), std::floor(e.box.min.y)};
    const Aabb pixel = is_hit ? Aabb{corner, corner + Vec2{1, 1}} : e.box;
    if (!c.sees(pixel)) continue;
    if (is_hit)
      hits.add(pixel, c[Role::collision]);
    else if (e.b == 0)
      first.add(grown(pixel, -0.2f), color.with_alpha(0.6f));
    else
      second.add(grown(pixel, -0.2f), color.with_alpha(0.6f));
  }
}

}  // namespace

void draw_lattice(const Canvas& c, const FieldState& state) {
  if (!state.hand.shows_samples || !state.hand.hovered) return;
  if (state.session.settings().narrowphase->id != "pixel-samples") return;
  constexpr float kRadius = 1.5f;
  if (*state.hand.hovered >= state.frame.size()) return;
  const Aabb& around = state.frame.boxes[*state.hand.hovered];
  Layer& points = c.disc();
  bool is_shown = false;  // whether the sprite at the pointer is in the pair at hand
  bool is_named = false;  // whether the pair at hand has its label
  for (const Event& e : state.events.narrow) {
    if (e.kind == EventKind::enter) {
      is_shown = e.a == *state.hand.hovered || e.b == *state.hand.hovered;
      is_named = false;
    }
    if (!is_shown || e.kind != EventKind::read || e.b != 0 || !c.sees(e.box)) continue;
    // Points are smaller where n, their distance in px (e.a), is small: they must not hide the
    // sprites.
    const float radius = std::min(c.px(kRadius), 0.3f * static_cast<float>(e.a));
    points.add(square(center(e.box), radius), c[Role::sample]);
    if (!std::exchange(is_named, true))
      c.label({around.min.x, around.max.y + c.px(3)}, std::to_string(e.a), Role::text, "n = {}");
  }
}

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
