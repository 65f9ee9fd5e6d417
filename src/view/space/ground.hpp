// SPDX-License-Identifier: MIT
// The space of the 3D view, in which the field is the ground.
#pragma once
#include <cmath>

#include "base/geometry.hpp"

namespace phasebox {

// Axes of the 3D view: +x points right and +z down in the field, +y up from it.

/// A point or vector of the 3D view, in units of Ground: the field's longer side has 1,280 of them.
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

/// A half-line: `from + along * t`, t >= 0. `along` may have any length above 0.
struct Ray {
  Vec3 from, along;
  constexpr Vec3 at(float t) const { return from + along * t; }
};

/// Maps the world to the space of the 3D view: the field's middle is the origin, and its longer
/// side has kSide units. So coordinates are small numbers for fields of any size and place.
struct Ground {
  static constexpr double kSide = 1280;  ///< units; so a unit of the default field is one px

  double center_x = 640, center_y = 360;  ///< the field's middle, world px
  double px = 1;                          ///< world px per unit
  Vec2 half{640, 360};                    ///< half the field's extent, units

  /// The ground of a field given in world px. A field without extent gets one px per unit.
  static Ground of(const Aabb& field);

  /// Converts a place of the world, px, to x and z of the 3D view, units.
  Vec2 flat(Vec2 world) const {
    return {static_cast<float>((static_cast<double>(world.x) - center_x) / px),
            static_cast<float>((static_cast<double>(world.y) - center_y) / px)};
  }
  /// Converts a vector, which has a length and no place, from world px to units.
  Vec2 scaled(Vec2 world) const {
    return {static_cast<float>(static_cast<double>(world.x) / px),
            static_cast<float>(static_cast<double>(world.y) / px)};
  }
  /// The point of the 3D view `height` units above a place of the world, px.
  Vec3 at(Vec2 world, float height) const {
    const Vec2 p = flat(world);
    return {p.x, height, p.y};
  }
  /// The place of the world, px, below (or above) a point of the 3D view, whose height is ignored.
  Vec2 to_world(Vec3 p) const {
    return {static_cast<float>(static_cast<double>(p.x) * px + center_x),
            static_cast<float>(static_cast<double>(p.z) * px + center_y)};
  }
};

}  // namespace phasebox
