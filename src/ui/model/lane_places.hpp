// SPDX-License-Identifier: MIT
// The places of lanes: the small fields, side by side, of a race or of an X-ray with a twin.
#pragma once
#include <vector>

#include "base/geometry.hpp"
#include "lab/lab.hpp"

namespace phasebox::ui {

/// Returns the largest factor by which a world of that size can be drawn so that it fits into a
/// room.
float zoom_in(Vec2 room, Vec2 world);

inline constexpr float kLaneGap = 2;  ///< px before scaling, between lanes

/// The place of one lane: a strip for its title, and below it a field of its own.
struct LanePlace {
  Aabb title, field;  ///< screen px
};

/// Divides the field into the lanes of a race, or the two of an X-ray with a clone. All lanes have
/// one size, in as many rows and columns as draw the world, whose bounds are `world`, largest.
/// `field` is in screen px. Empty when there are no lanes.
std::vector<LanePlace> lane_places(const Lab& lab, const Aabb& world, const Aabb& field,
                                   float scale);

}  // namespace phasebox::ui
