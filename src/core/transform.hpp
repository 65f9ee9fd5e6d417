// SPDX-License-Identifier: MIT
// From the world's columns to this frame's transforms and boxes.
#pragma once
#include <span>

#include "core/frame.hpp"
#include "core/world_options.hpp"

namespace phasebox {

/// Box of an image's bounding volume for a sprite at the origin, px. O(hull) for tight, O(1) else.
Aabb volume_box(const Image&, Volume, Rotation, Vec2 scale);

/// The circle that a sprite's `circle` volume and the circle narrowphase use; it turns with the
/// sprite.
Circle volume_circle(const Image&, const Transform&, Vec2 scale);

/// Fills `transforms` and `boxes` ([n] each) for the world as it stands, snapped if the options say
/// so.
void place_sprites(const World&, const ImageSet&, const WorldOptions&,
                   std::span<Transform> transforms, std::span<Aabb> boxes);

}  // namespace phasebox
