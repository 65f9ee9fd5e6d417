// SPDX-License-Identifier: MIT
// World to screen and back.
#include "view/camera.hpp"

namespace phasebox {

Vec2 Camera::to_screen(Vec2 world) const {
  return phasebox::center(viewport) + (world - center) * zoom;
}

Vec2 Camera::to_world(Vec2 screen) const {
  return center + (screen - phasebox::center(viewport)) * (1 / zoom);
}

Aabb Camera::to_screen(const Aabb& world) const {
  return {to_screen(world.min), to_screen(world.max)};
}

Aabb Camera::visible() const { return {to_world(viewport.min), to_world(viewport.max)}; }

void Camera::fit(const Aabb& world, float margin) {
  const Vec2 room = extent(viewport) - Vec2{2 * margin, 2 * margin};
  const Vec2 size = extent(world);
  // A degenerate world or a viewport smaller than its margins still gives a usable zoom.
  const float x = std::max(room.x, 1.0f) / std::max(size.x, 1e-6f);
  const float y = std::max(room.y, 1.0f) / std::max(size.y, 1e-6f);
  zoom = std::clamp(std::min(x, y), min_zoom, max_zoom);
  center = phasebox::center(world);
}

void Camera::show_field(const Aabb& field, float margin) {
  constexpr float kMin = 1e-36f, kMax = 1e6f, kOut = 0.1f, kIn = 16;
  min_zoom = kMin, max_zoom = kMax;
  fit(field, margin);
  min_zoom = std::min(kMinZoom, zoom * kOut);
  max_zoom = std::max(kMaxZoom, zoom * kIn);
}

void Camera::zoom_at(Vec2 screen, float factor) {
  const Vec2 fixed = to_world(screen);
  zoom = std::clamp(zoom * factor, min_zoom, max_zoom);
  center += fixed - to_world(screen);
}

void Camera::pan(Vec2 screen_delta) { center -= screen_delta * (1 / zoom); }

}  // namespace phasebox
