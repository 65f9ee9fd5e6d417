// SPDX-License-Identifier: MIT
// Where the field lies in the space of the 3D view, whatever its size and place in the world.
#pragma once
#include "base/geometry.hpp"
#include "view/space/vec3.hpp"

namespace phasebox {

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

}  // namespace phasebox
