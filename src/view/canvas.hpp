// SPDX-License-Identifier: MIT
// What the parts of the scene view share: where they draw, in which colors, and what is in sight.
#pragma once
#include <span>

#include "base/geometry.hpp"
#include "collide/event_log.hpp"
#include "view/camera.hpp"
#include "view/draw_list.hpp"
#include "view/overlays/region_query.hpp"
#include "view/theme.hpp"
#include "world/dynamics/dynamics.hpp"

namespace phasebox {

/// One drawing of one field.
struct Canvas {
  const Camera& camera;
  const Theme& theme;
  DrawList& list;
  Aabb sight;  ///< what is visible, and a little more, so that thick lines do not pop at the edge

  Canvas(const Camera& c, const Theme& t, DrawList& l) : camera(c), theme(t), list(l) {
    constexpr float kMargin = 16;
    const Vec2 margin{c.world_px(kMargin), c.world_px(kMargin)};
    sight = {c.visible().min - margin, c.visible().max + margin};
  }

  bool sees(const Aabb& box) const { return overlaps(box, sight); }
  /// Whether any part of the segment may be in sight.
  bool sees(Vec2 a, Vec2 b) const { return overlaps(united({a, a}, {b, b}), sight); }
  float px(float screen_px) const { return camera.world_px(screen_px); }
  Layer& layer(Layer::Kind kind, float thickness = 1) const {
    return list.layer(kind, thickness * camera.line_scale);
  }
};

/// A segment with an arrow head of `head` world px at its end.
void add_arrow(Layer& lines, Vec2 from, Vec2 to, float head, Color color);

/// The ground outside the field, and the field's border.
void draw_outside(const Canvas&, const Aabb& field);
void draw_border(const Canvas&, const Aabb& field);
/// What a narrowphase looked at: cells, hulls, and from near enough every pixel.
void draw_closer_look(const Canvas&, std::span<const Event> events);
void draw_query(const Canvas&, const RegionQuery&, std::span<const Aabb> boxes);
Color boundary_color(const Event&, const Theme&);
/// The first `done` of a step's impacts, with arrows as long as they are among all; the last one
/// stands out: the shapes that met, where they met, and the impulse.
void draw_impacts_so_far(const Canvas&, std::span<const Impact>, std::size_t done, const Frame&);

}  // namespace phasebox
