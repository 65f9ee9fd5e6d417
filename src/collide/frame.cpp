// SPDX-License-Identifier: MIT
// Computes the bounding boxes and circles of images that are rotated, scaled and placed.
#include "collide/frame.hpp"

#include <algorithm>

namespace phasebox {
namespace {

// The box of a scaled and rotated hull, px. The extremes of the hull are those of the image.
Aabb rotated_bounds(std::span<const Vec2> hull, Rotation r, Vec2 scale) {
  const Vec2 first = rotate(r, hull[0] * scale);
  Aabb box{first, first};
  for (const Vec2 p : hull.subspan(1)) {
    const Vec2 q = rotate(r, p * scale);
    box.min = {std::min(box.min.x, q.x), std::min(box.min.y, q.y)};
    box.max = {std::max(box.max.x, q.x), std::max(box.max.y, q.y)};
  }
  return box;
}

}  // namespace

Aabb volume_box(const Image& image, Volume volume, Rotation rotation, Vec2 scale) {
  const float largest = std::max(scale.x, scale.y);
  switch (volume) {
    case Volume::fixed: return square({}, image.reach * largest);
    case Volume::circle:
      return square(rotate(rotation, image.enclosing.center * scale),
                    image.enclosing.radius * largest);
    case Volume::tight: break;
  }
  if (rotation.s == 0 && rotation.c == 1)
    return {image.opaque.min * scale, image.opaque.max * scale};
  return rotated_bounds(image.hull, rotation, scale);
}

Circle volume_circle(const Image& image, const Transform& transform, Vec2 scale) {
  return {transform.position + rotate(transform.rotation, image.enclosing.center * scale),
          image.enclosing.radius * std::max(scale.x, scale.y)};
}

}  // namespace phasebox
