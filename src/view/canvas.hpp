// SPDX-License-Identifier: MIT
// The place where a picture is drawn: a draw list as a camera and a theme see it.
#pragma once
#include <string>
#include <utility>

#include "base/geometry.hpp"
#include "view/camera.hpp"
#include "view/draw_list.hpp"
#include "view/theme.hpp"

namespace phasebox {

/// A camera, a theme, and the list that is drawn into.
struct Canvas {
  const Camera& camera;
  const Theme& theme;
  DrawList& list;
  Aabb sight;  ///< visible world px and 16 screen px more, so that thick lines do not pop at edges

  Canvas(const Camera& c, const Theme& t, DrawList& l)
      : camera(c), theme(t), list(l), sight(grown(c.visible(), c.world_px(16))) {}

  bool sees(const Aabb& box) const { return overlaps(box, sight); }
  /// Whether any part of the segment may be in sight.
  bool sees(Vec2 a, Vec2 b) const { return sees(united({a, a}, {b, b})); }
  float px(float screen_px) const { return camera.world_px(screen_px); }
  Color operator[](Role role) const { return theme[role]; }
  // Each of these calls opens a new layer; thickness is in screen px before the line scale.
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
  /// Writes a value, in the hole of `id`.
  void label(Vec2 at, std::string value, Role role = Role::text, const char* id = "{}") const {
    list.labels.push_back({at, theme[role], std::move(value), id});
  }
};

}  // namespace phasebox
