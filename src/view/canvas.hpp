// SPDX-License-Identifier: MIT
// What drawing functions get: a camera, a theme and the draw list to fill, with shortcuts.
#pragma once
#include <string>
#include <utility>

#include "base/geometry.hpp"
#include "view/camera.hpp"
#include "view/draw_list.hpp"
#include "view/theme.hpp"

namespace phasebox {

/// A camera, a theme, and the draw list that drawing functions add to. All must outlive the canvas.
struct Canvas {
  const Camera& camera;
  const Theme& theme;
  DrawList& list;
  Aabb sight;  ///< the visible part of the world, px, and 16 screen px around, for thick lines

  Canvas(const Camera& c, const Theme& t, DrawList& l)
      : camera(c), theme(t), list(l), sight(grown(c.visible(), c.world_px(16))) {}

  /// Whether a box in world px overlaps `sight`.
  bool sees(const Aabb& box) const { return overlaps(box, sight); }
  /// Whether a part of the segment, world px, may be in sight: true if its bounding box is.
  bool sees(Vec2 a, Vec2 b) const { return sees(united({a, a}, {b, b})); }
  /// The length in world px of `screen_px` screen px that are scaled by the line scale.
  float px(float screen_px) const { return camera.world_px(screen_px); }
  Color operator[](Role role) const { return theme[role]; }
  // Each of these functions opens a new layer above all others. `thickness` is in screen px before
  // the line scale.
  Layer& layer(Layer::Kind kind, float thickness = 1) const {
    return list.layer(kind, thickness * camera.line_scale);
  }
  Layer& fill() const { return layer(Layer::Kind::fill); }
  Layer& outline(float thickness = 1) const { return layer(Layer::Kind::outline, thickness); }
  Layer& dashed_outline(float thickness = 1) const {
    return layer(Layer::Kind::dashed_outline, thickness);
  }
  Layer& line(float thickness = 1) const { return layer(Layer::Kind::line, thickness); }
  Layer& dashed_line(float thickness = 1) const {
    return layer(Layer::Kind::dashed_line, thickness);
  }
  Layer& disc() const { return layer(Layer::Kind::disc); }
  Layer& ring(float thickness) const { return layer(Layer::Kind::ring, thickness); }
  /// Adds a label whose top left corner is at the world point `at`: the text `id` with `value` in
  /// its hole.
  void label(Vec2 at, std::string value, Role role = Role::text, const char* id = "{}") const {
    list.labels.push_back({at, theme[role], std::move(value), id});
  }
};

}  // namespace phasebox
