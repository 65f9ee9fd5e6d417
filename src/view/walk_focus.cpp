// SPDX-License-Identifier: MIT
// Finds the place of an event, chooses the events that are drawn, and draws the place.
#include "view/walk_focus.hpp"

#include <algorithm>
#include <array>

#include "view/overlays/overlay.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kMaxInSight = 400;  // sprites
constexpr float kNear = 8;                // screen px around the focus that count as near
constexpr float kLargePart = 48;        // screen px; around a focus as large nothing counts as near
constexpr float kSmallestSide = 12;     // screen px; shorter parts are only drawn near the focus
constexpr std::size_t kDoublings = 12;  // kSmallestSide is doubled so often at most

// Whether an event of that kind names two sprites, a and b.
bool names_two(EventKind m) {
  using enum EventKind;
  return is_test(m) || m == hit || m == skip || m == swap;
}

// Whether the event names one sprite, a.
bool names_sprite(const Event& e) {
  using enum EventKind;
  return e.kind == boundary || e.kind == order || e.kind == member || e.kind == fat ||
         e.kind == probe || (e.kind == visit && (e.box == Aabb{} || e.rule != QueryRule::none));
}

void add_sprite(Focus& focus, SpriteId id, std::span<const Aabb> boxes) {
  if (id < boxes.size()) focus.sprites.push_back(boxes[id]);
}

float shorter_side(const Aabb& box) {
  const Vec2 size = extent(box);
  return std::min(size.x, size.y);
}

// The shorter side, in screen px before the line scale, from which on groups, cells and nodes are
// drawn everywhere: kSmallestSide, doubled until at most kMaxParts in sight are as large, but at
// most kDoublings times.
float side_of_parts(std::span<const Event> events, bool splits_are_nodes, const Camera& camera) {
  std::array<std::size_t, kDoublings> at_least{};
  const Aabb sight = camera.visible();
  for (const Event& e : events) {
    if (!is_drawn_part(e, splits_are_nodes) || !overlaps(e.box, sight)) continue;
    float side = camera.world_px(kSmallestSide);
    for (std::size_t k = 0; k < kDoublings && shorter_side(e.box) >= side; ++k, side *= 2)
      ++at_least[k];
  }
  float side = kSmallestSide;
  for (const std::size_t count : at_least) {
    if (count <= kMaxParts) break;
    side *= 2;
  }
  return side;
}

// The boxes, world px, within which things count as near the focus: around each sprite, and around
// the group, cell or node unless it is large itself.
std::vector<Aabb> near(const Focus& focus, const Camera& camera) {
  std::vector<Aabb> all;
  const float by = camera.world_px(kNear);
  for (const Aabb& box : focus.sprites) all.push_back(grown(box, by));
  if (focus.part && shorter_side(*focus.part) < camera.world_px(kLargePart))
    all.push_back(grown(*focus.part, by));
  return all;
}

// Draws a ring around each box that is small on the screen. If `all`, the box around all, is small,
// too, one ring goes around all.
void draw_rings(const Canvas& c, std::span<const Aabb> boxes, const Aabb& all) {
  constexpr float kSmall = 20, kAround = 8, kRadius = 14;
  Layer& rings = c.ring(2);
  const auto ring = [&](const Aabb& box) {
    const float radius = std::max(length(extent(box)) / 2 + c.px(kAround), c.px(kRadius));
    rings.add(square(center(box), radius), c[Role::accent]);
  };
  if (length(extent(all)) < c.px(2 * kSmall)) return ring(all);
  for (const Aabb& box : boxes)
    if (length(extent(box)) < c.px(kSmall)) ring(box);
}

}  // namespace

Focus focus_of(const Event* event, std::optional<Pair> pair, std::span<const Aabb> boxes) {
  Focus focus;
  if (pair) {
    add_sprite(focus, pair->a, boxes);
    add_sprite(focus, pair->b, boxes);
  } else if (event && (names_two(event->kind) || names_sprite(*event))) {
    add_sprite(focus, event->a, boxes);
    if (names_two(event->kind)) add_sprite(focus, event->b, boxes);
  } else if (event && (is_part(event->kind) || event->kind == EventKind::enter ||
                       event->kind == EventKind::visit)) {
    focus.part = event->box;
  }
  return focus;
}

bool is_crowded(std::span<const Aabb> boxes, const Camera& camera) {
  const Aabb sight = camera.visible();
  std::size_t count = 0;
  for (const Aabb& box : boxes)
    if (overlaps(box, sight) && ++count > kMaxInSight) return true;
  return false;
}

Thinned thin_out(std::span<const Event> events, const Camera& camera, const Focus& focus) {
  const bool splits_are_nodes = has_nodes(events);
  const std::vector<Aabb> places = near(focus, camera);
  const auto is_near = [&](const Aabb& box) {
    return std::ranges::any_of(places, [&](const Aabb& place) { return overlaps(box, place); });
  };
  auto swaps = static_cast<std::size_t>(std::ranges::count(events, EventKind::swap, &Event::kind));
  Thinned out;
  out.side = side_of_parts(events, splits_are_nodes, camera);
  const float side = camera.world_px(out.side);
  for (const Event& e : events) {
    const bool is_part = is_drawn_part(e, splits_are_nodes);
    if (is_part && shorter_side(e.box) < side && !is_near(e.box))
      ++out.parts;
    else if (e.kind == EventKind::fat && !is_near(e.box))
      ++out.fat;
    else if (e.kind == EventKind::swap && swaps > kMaxSwaps) {
      ++out.swaps;
      --swaps;
    } else if (is_part || e.kind == EventKind::fat || e.kind == EventKind::swap ||
               e.kind == EventKind::order)
      out.events.push_back(e);
  }
  return out;
}

void draw_veil(const Canvas& c, float strength) {
  c.fill().add(c.sight, c[Role::background].with_alpha(strength));
}

void draw_focus(const Canvas& c, const Focus& focus, std::span<const Aabb> path) {
  Layer& around = c.outline(1.5f);
  for (const Aabb& box : path)
    if (c.sees(box)) around.add(box, c[Role::accent].with_alpha(0.6f));
  if (!focus.empty()) draw_rings(c, focus.sprites, focus.bounds());
}

}  // namespace phasebox
