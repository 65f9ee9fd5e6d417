// SPDX-License-Identifier: MIT
// What the parts of the 3D view share.
#pragma once
#include <span>

#include "collide/event_log.hpp"
#include "view/space/space_view.hpp"
#include "view/theme.hpp"

namespace phasebox {

/// One drawing of one session in space.
struct SpaceCanvas {
  const Theme& theme;
  const ViewOptions& options;
  Heights heights;
  SpaceList& list;

  Vec3 at(Vec2 world, float height) const { return list.ground.at(world, height); }
  Aabb flat(const Aabb& world) const {
    return {list.ground.flat(world.min), list.ground.flat(world.max)};
  }
  void wire(Vec3 a, Vec3 b, Color color, float width = 1, float dash = 0) const {
    list.wires.push_back({a, b, color, width, dash});
  }
};

/// The four sides of a flat rectangle at a height.
void add_rectangle(const SpaceCanvas&, const Aabb& flat, float height, Color, float width = 1,
                   float dash = 0);
/// All edges of a box that stands on a flat rectangle.
void add_cage(const SpaceCanvas&, const Aabb& flat, float base, float top, Color, float width,
              float dash);

/// Groups, cells and nodes as plates at the height of their depth, on posts.
void draw_space_structure(const SpaceCanvas&, std::span<const Event> events, Detail);

}  // namespace phasebox
