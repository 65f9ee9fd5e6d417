// SPDX-License-Identifier: MIT
// Which part of the world the field shows, and where on the screen.
#pragma once
#include "base/geometry.hpp"

namespace phasebox {

/// Maps world pixels to screen pixels (origin top left, +y down).
struct Camera {
  Aabb viewport{{0, 0}, {1280, 720}};  ///< the field on the screen, px
  Vec2 center{640, 360};               ///< world point in the middle of the viewport
  float zoom = 1;                      ///< screen px per world px, min_zoom to max_zoom
  float line_scale = 1;                ///< factor on lines, glyphs and rulers, for dense screens

  static constexpr float kMinZoom = 0.01f, kMaxZoom = 64;
  float min_zoom = kMinZoom, max_zoom = kMaxZoom;

  Vec2 to_screen(Vec2 world) const;
  Vec2 to_world(Vec2 screen) const;
  Aabb to_screen(const Aabb& world) const;
  /// The part of the world that the viewport shows.
  Aabb visible() const;
  /// World px that `screen_px` are long, with the line scale.
  float world_px(float screen_px) const { return screen_px * line_scale / zoom; }

  /// Shows the whole of `world`, with `margin` screen px around it.
  void fit(const Aabb& world, float margin);
  /// The same, and lets the zoom go as far as a field of that size needs: recorded worlds may be
  /// meters or millions of px wide.
  void show_field(const Aabb& field, float margin);
  /// Zooms by `factor`; the world point under `screen` stays there.
  void zoom_at(Vec2 screen, float factor);
  void pan(Vec2 screen_delta);
};

}  // namespace phasebox
