// SPDX-License-Identifier: MIT
// Counts and draws the visits of a query.
#include "view/region_query.hpp"

namespace phasebox {
namespace {

// Whether the event is a visit of a sprite, not of a node or cell.
bool is_sprite(const Event& e, std::span<const Aabb> boxes) {
  return e.kind == EventKind::visit && e.a < boxes.size() &&
         (e.box == Aabb{} || e.box == boxes[e.a]);
}

}  // namespace

void RegionQuery::count(std::span<const Aabb> boxes) {
  std::vector<bool> seen(boxes.size());
  sprites_visited = 0;
  parts_visited = 0;
  for (const Event& e : log.events()) {
    if (e.kind != EventKind::visit) continue;
    if (!is_sprite(e, boxes)) {
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
  ground.add(region_query.box, c[Role::query].with_alpha(0.06f));
  for (const Event& e : region_query.log.events()) {
    if (e.kind != EventKind::visit) continue;
    const bool sprite = is_sprite(e, boxes);
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
  c.dashed_outline(2).add(region_query.box, c[Role::query]);
}

}  // namespace phasebox
