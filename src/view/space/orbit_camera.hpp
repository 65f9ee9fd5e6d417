// SPDX-License-Identifier: MIT
// The eye of the 3D view: it turns round a point above or on the field.
#pragma once
#include <array>
#include <cmath>
#include <optional>

#include "base/geometry.hpp"

namespace phasebox {

// Points and directions of the 3D view: +x right and +z down in the field, +y up from it.

/// A point or vector of the space, in its units (space/ground.hpp).
struct Vec3 {
  float x = 0, y = 0, z = 0;
  constexpr bool operator==(const Vec3&) const = default;
};
constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator*(Vec3 a, float k) { return {a.x * k, a.y * k, a.z * k}; }
constexpr float dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3 cross(Vec3 a, Vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline float length(Vec3 a) { return std::sqrt(dot(a, a)); }

/// A half-line: `from + along * t`, t >= 0.
struct Ray {
  Vec3 from, along;
  constexpr Vec3 at(float t) const { return from + along * t; }
};

// Where the field lies in the space of the 3D view, whatever its size and place in the world.

/// The field's center is the origin and its longer side kSide units long: fields of meters or of
/// millions of px, far from the world's origin, give the same small numbers.
struct Ground {
  static constexpr double kSide = 1280;  ///< units; so a unit of the default field is one px

  double center_x = 640, center_y = 360;  ///< world px
  double px = 1;                          ///< world px per unit
  Vec2 half{640, 360};                    ///< half the field's extent, units

  static Ground of(const Aabb& field);

  Vec2 flat(Vec2 world) const {
    return {static_cast<float>((static_cast<double>(world.x) - center_x) / px),
            static_cast<float>((static_cast<double>(world.y) - center_y) / px)};
  }
  /// Units that a vector of world px is long.
  Vec2 scaled(Vec2 world) const {
    return {static_cast<float>(static_cast<double>(world.x) / px),
            static_cast<float>(static_cast<double>(world.y) / px)};
  }
  Vec3 at(Vec2 world, float height) const {
    const Vec2 p = flat(world);
    return {p.x, height, p.y};
  }
  Vec2 to_world(Vec3 p) const {
    return {static_cast<float>(static_cast<double>(p.x) * px + center_x),
            static_cast<float>(static_cast<double>(p.z) * px + center_y)};
  }
};

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
