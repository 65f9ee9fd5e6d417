// SPDX-License-Identifier: MIT
// The camera of the 3D view, which orbits a point of the ground.
#pragma once
#include <array>
#include <optional>

#include "base/geometry.hpp"
#include "view/space/ground.hpp"

namespace phasebox {

/// Maps the 3D view, in units of a Ground, to screen px by a perspective. The pitch is at least 5
/// degrees, so the eye is always above the plane of the field.
struct OrbitCamera {
  static constexpr float kMinPitch = 5, kMaxPitch = 89;           ///< degrees
  static constexpr float kMinDistance = 20, kMaxDistance = 8000;  ///< units
  static constexpr float kReach = 2000;  ///< units; greatest |x| and |z| of the target
  static constexpr float kFirstYaw = -20, kFirstPitch = 48;  ///< degrees
  static constexpr float kFieldOfView = 36;  ///< degrees, over the viewport's shorter side

  Aabb viewport{{0, 0}, {640, 720}};  ///< the pane on the screen, px
  Vec3 target;                        ///< the point that the eye orbits, units
  float yaw = kFirstYaw;              ///< degrees; 0: the eye is at the field's lower side
  float pitch = kFirstPitch;          ///< degrees above the horizon
  float distance = 1500;              ///< units, from the eye to the target
  float line_scale = 1;               ///< factor on widths of lines, above 1 on dense screens

  Vec3 eye() const { return target - axes()[2] * distance; }
  /// Three vectors of length one, which point to the right of the screen, to its top, and from the
  /// eye into it.
  std::array<Vec3, 3> axes() const;
  /// The length in screen px of one unit at a distance of one unit.
  float focal() const;
  /// The distances from the eye, in units along the direction of view, between which things are
  /// drawn.
  float near_plane() const { return distance * 0.02f; }
  float far_plane() const { return distance + 8000; }
  /// The matrix from units to OpenGL's clip space of the viewport, column by column.
  std::array<float, 16> matrix() const;

  /// The place of a point on the screen, px, which may be outside the viewport. Nothing if the
  /// point is nearer than the near plane or behind the eye.
  std::optional<Vec2> to_screen(Vec3 p) const;
  /// The ray from the eye through a screen point; `along` has length one.
  Ray ray(Vec2 screen) const {
    const auto [right, up, into] = axes();
    const Vec2 off = (screen - center(viewport)) * (1 / focal());
    const Vec3 along = into + right * off.x - up * off.y;
    return {eye(), along * (1 / length(along))};
  }

  /// Turns the eye about the target by a drag of so many screen px, at 0.4 degrees a px. The pitch
  /// stops at its limits.
  void orbit(Vec2 screen_delta);
  /// Moves the target along the ground by a drag of so many screen px, as if the ground were
  /// dragged. At a flat pitch it moves less far, and it stops at kReach.
  void pan(Vec2 screen_delta);
  /// Divides the distance by `factor`, which is above 0 (above 1: nearer), within the limits. The
  /// point of the ground under `screen` stays there. Where that point is more than four distances
  /// from the eye, or none is there, the target stays. The target stops at kReach.
  void zoom_at(Vec2 screen, float factor);
  /// Looks from the first angles, at a distance from which the whole field is seen together with
  /// things up to `height` units above it.
  void reset(const Ground& ground, float height) {
    yaw = kFirstYaw;
    pitch = kFirstPitch;
    fit(ground, height);
  }

 private:
  void fit(const Ground& ground, float height);
};

}  // namespace phasebox
