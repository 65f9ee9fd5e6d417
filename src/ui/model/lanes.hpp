// SPDX-License-Identifier: MIT
// The field divided into lanes, one for each algorithm of the race.
#pragma once
#include <vector>

#include "base/geometry.hpp"
#include "lab/live_race.hpp"

namespace phasebox {

inline constexpr float kLaneGap = 2;  ///< px before scaling, between lanes

/// One lane: a strip for its title, and below it a field of its own.
struct LanePlace {
  Aabb title, field;  ///< screen px
};

/// As many lanes as the race shows, all of one size, in the rows and columns that let the world be
/// drawn largest; none while the race shows none.
std::vector<LanePlace> lane_places(const LiveRace& race, const Aabb& world, const Aabb& field,
                                   float scale);

}  // namespace phasebox
