// SPDX-License-Identifier: MIT
// Counts and draws the visits of a query.
#include "view/region_query.hpp"

namespace phasebox {

bool is_sprite_visit(const Event& e, std::span<const Aabb> boxes) {
  return e.kind == EventKind::visit && e.a < boxes.size() &&
         (e.box == Aabb{} || e.box == boxes[e.a]);
}

void RegionQuery::count(std::span<const Aabb> boxes) {
  std::vector<bool> seen(boxes.size());
  sprites_visited = 0;
  parts_visited = 0;
  for (const Event& e : log.events()) {
    if (e.kind != EventKind::visit) continue;
    if (!is_sprite_visit(e, boxes)) {
      ++parts_visited;
    } else if (!seen[e.a]) {
      seen[e.a] = true;
      ++sprites_visited;
    }
  }
}

void draw_query(const Canvas& c, const RegionQuery& region_query, std::span<const Aabb> boxes) {
  Layer& ground = c.fill();
  Layer& visited = c.outline();
  Layer& found = c.outline(2.5f);
  if (region_query.asked.shape != QueryShape::segment)
    ground.add(region_query.box, c[Role::query].with_alpha(0.06f));
  for (const Event& e : region_query.log.events()) {
    if (e.kind != EventKind::visit) continue;
    const bool sprite = is_sprite_visit(e, boxes);
    const Aabb& box = sprite ? boxes[e.a] : e.box;
    if (!c.sees(box)) continue;
    // The fills of nodes are fainter than those of sprites, because nodes lie within each other.
    ground.add(box, c[Role::visited].with_alpha(sprite ? 0.08f : 0.02f));
    visited.add(box, c[Role::visited].with_alpha(0.55f));
  }
  for (const SpriteId i : region_query.found.items()) {
    if (i >= boxes.size() || !c.sees(boxes[i])) continue;
    ground.add(boxes[i], c[Role::found].with_alpha(0.2f));
    found.add(boxes[i], c[Role::found]);
  }
  const QueryOutline outline = outline_of(region_query.asked);
  Layer& sides = c.dashed_line(2);
  for (std::size_t k = 0; k < outline.sides; ++k)
    sides.add(outline.corners[k], outline.corners[(k + 1) % 4], c[Role::query]);
  if (outline.sides == 0) c.ring(2).add(square(region_query.asked.to, c.px(6)), c[Role::query]);
}

}  // namespace phasebox
