// SPDX-License-Identifier: MIT
// The gaps that boxes leave on an axis, and the sprites that close them.
#pragma once
#include <span>
#include <vector>

#include "collide/frame.hpp"

namespace phasebox {

/// Returns the sprites without which a group would have a gap on the axis: the longest one, two or
/// three, the longest first. Returns none where leaving out three opens no gap either, or where one
/// that would have to be left out is shorter than a quarter of the group.
std::vector<SpriteId> blockers(const Frame& f, std::span<const SpriteId> members, Axis axis);

/// Returns the number of gaps that boxes of these sizes leave on the axis when they are spread
/// evenly: for n boxes of mean extent L on a line of length W, n exp(-n L / W) (empty stripes
/// behind a box; Poisson).
double expected_gaps(const Frame& f, std::span<const SpriteId> ids, Axis axis);

}  // namespace phasebox
