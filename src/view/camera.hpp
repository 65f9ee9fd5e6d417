// SPDX-License-Identifier: MIT
// The camera of the flat view: which part of the world it shows, and where on the screen.
#pragma once
#include <algorithm>

#include "base/geometry.hpp"

namespace phasebox {

/// Maps world px to screen px, whose origin is the top left corner of the window, +y down.
struct Camera {
  Aabb viewport{{0, 0}, {1280, 720}};  ///< the area of the flat view, screen px
  Vec2 center{640, 360};               ///< world point in the middle of the viewport
  float zoom = 1;                      ///< screen px per world px, min_zoom to max_zoom
  float line_scale = 1;  ///< factor on lines, glyphs and rulers; above 1 on dense screens

  static constexpr float kMinZoom = 0.01f, kMaxZoom = 64;
  float min_zoom = kMinZoom, max_zoom = kMaxZoom;

  Vec2 to_screen(Vec2 world) const { return phasebox::center(viewport) + (world - center) * zoom; }
  Vec2 to_world(Vec2 screen) const {
    return center + (screen - phasebox::center(viewport)) * (1 / zoom);
  }
  Aabb to_screen(const Aabb& world) const { return {to_screen(world.min), to_screen(world.max)}; }
  /// The part of the world that the viewport shows.
  Aabb visible() const { return {to_world(viewport.min), to_world(viewport.max)}; }
  /// The length in world px of `screen_px` screen px that are scaled by the line scale.
  float world_px(float screen_px) const { return screen_px * line_scale / zoom; }

  /// Shows the whole of `world`, world px, with `margin` screen px around it, if the limits of the
  /// zoom allow it.
  void fit(const Aabb& world, float margin) {
    const Vec2 room = extent(viewport) - Vec2{2 * margin, 2 * margin};
    const Vec2 size = extent(world);
    // The lower bounds give a usable zoom even for an empty world or a viewport without room.
    const float x = std::max(room.x, 1.0f) / std::max(size.x, 1e-6f);
    const float y = std::max(room.y, 1.0f) / std::max(size.y, 1e-6f);
    zoom = std::clamp(std::min(x, y), min_zoom, max_zoom);
    center = phasebox::center(world);
  }
  /// Shows the whole of `field` as `fit` does, and sets the limits of the zoom so that they suit
  /// it, because recorded worlds may be a few or millions of px wide.
  void show_field(const Aabb& field, float margin) {
    constexpr float kMin = 1e-36f, kMax = 1e6f, kOut = 0.1f, kIn = 16;
    min_zoom = kMin;
    max_zoom = kMax;
    fit(field, margin);
    min_zoom = std::min(kMinZoom, zoom * kOut);
    max_zoom = std::max(kMaxZoom, zoom * kIn);
  }
  /// Multiplies the zoom by `factor`, within its limits. The world point under `screen` stays
  /// there.
  void zoom_at(Vec2 screen, float factor) {
    const Vec2 fixed = to_world(screen);
    zoom = std::clamp(zoom * factor, min_zoom, max_zoom);
    center += fixed - to_world(screen);
  }
  /// Moves the picture by a drag of so many screen px.
  void pan(Vec2 screen_delta) { center -= screen_delta * (1 / zoom); }
};

}  // namespace phasebox
