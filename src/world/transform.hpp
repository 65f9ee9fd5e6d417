// SPDX-License-Identifier: MIT
// From the world's columns to this frame's transforms and boxes.
#pragma once
#include <span>

#include "collide/frame.hpp"
#include "world/world.hpp"
#include "world/world_options.hpp"

namespace phasebox {

/// Fills `transforms` and `boxes` ([n] each) for the world as it stands, snapped if the options say
/// so.
void place_sprites(const World&, const ImageSet&, const WorldOptions&,
                   std::span<Transform> transforms, std::span<Aabb> boxes);
/// The frame of a placed world, without filters and static flags; valid as long as all of these.
Frame frame_of(const World&, const ImageSet&, std::span<const Transform> transforms,
               std::span<const Aabb> boxes);

}  // namespace phasebox
