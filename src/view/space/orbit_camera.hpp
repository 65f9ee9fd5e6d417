// SPDX-License-Identifier: MIT
// The eye of the 3D view: it turns round a point above or on the field.
#pragma once
#include <array>
#include <optional>

#include "base/geometry.hpp"
#include "view/space/ground.hpp"
#include "view/space/vec3.hpp"

namespace phasebox {

/// Perspective from the unit space of a Ground to screen px. The eye is always above the field.
struct OrbitCamera {
  static constexpr float kMinPitch = 5, kMaxPitch = 89;           ///< degrees
  static constexpr float kMinDistance = 20, kMaxDistance = 8000;  ///< units
  static constexpr float kReach = 2000;                           ///< units, of the target
  static constexpr float kFirstYaw = -20, kFirstPitch = 48;       ///< degrees
  static constexpr float kFieldOfView = 36;                       ///< degrees, of the shorter side

  Aabb viewport{{0, 0}, {640, 720}};  ///< the pane on the screen, px
  Vec3 target;                        ///< what the eye turns round, units
  float yaw = kFirstYaw;              ///< degrees; 0: from the field's lower side
  float pitch = kFirstPitch;          ///< degrees above the horizon
  float distance = 1500;              ///< units, from the eye to the target
  float line_scale = 1;               ///< factor on lines, for dense screens

  Vec3 eye() const;
  /// Unit vectors of the screen: to its right, to its top, into it.
  std::array<Vec3, 3> axes() const;
  /// Screen px that one unit is long at distance one.
  float focal() const;
  /// Nearer is not drawn, units.
  float near_plane() const { return distance * 0.02f; }
  float far_plane() const { return distance + 8000; }
  /// To OpenGL's clip space of the viewport, column by column.
  std::array<float, 16> matrix() const;

  /// Screen px, also outside the viewport; nothing when the point is not in front of the eye.
  std::optional<Vec2> to_screen(Vec3 p) const;
  /// From the eye through a screen point; `along` has length one.
  Ray ray(Vec2 screen) const;

  /// Turns by a drag of so many screen px.
  void orbit(Vec2 screen_delta);
  /// Moves along the ground as if it were dragged.
  void pan(Vec2 screen_delta);
  /// Comes nearer by `factor` > 1; the ground under `screen` stays there.
  void zoom_at(Vec2 screen, float factor);
  /// Looks from the first angles at all of a field with things up to `height` units on it.
  void reset(const Ground& ground, float height);

 private:
  void fit(const Ground& ground, float height);
};

}  // namespace phasebox
