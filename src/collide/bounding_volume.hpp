// SPDX-License-Identifier: MIT
// The volumes that stand for an image: what its box or circle is at an angle and a scale.
#pragma once
#include "base/geometry.hpp"
#include "base/rotation.hpp"
#include "collide/frame.hpp"
#include "collide/image.hpp"

namespace phasebox {

/// Box of an image's bounding volume for a sprite at the origin, px. O(hull) for tight, O(1) else.
Aabb volume_box(const Image&, Volume, Rotation, Vec2 scale);

/// The circle that a sprite's `circle` volume and the circle narrowphase use; it turns with the
/// sprite.
Circle volume_circle(const Image&, const Transform&, Vec2 scale);

}  // namespace phasebox
