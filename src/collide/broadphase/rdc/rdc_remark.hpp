// SPDX-License-Identifier: MIT
// Why recursive dimensional clustering leaves a group whole, and what that costs.
#pragma once
#include <span>
#include <vector>

#include "collide/frame.hpp"

namespace phasebox {

/// Tests per sprite that a leaf test makes in a group beyond the pairs that do overlap. Of a large
/// group some members are compared, at even distances.
double wasted_tests(const Frame& f, std::span<const SpriteId> members, bool sweeps);

/// The long sprites without which a group would have a gap on the axis, the longest first, at most
/// three; none where the group is closed up without them as well, or where they are not long.
std::vector<SpriteId> blockers(const Frame& f, std::span<const SpriteId> members, Axis axis);

/// Gaps that boxes of these sizes leave on the axis when they are spread evenly: for n boxes of
/// mean extent L on a line of length W, n exp(-n L / W) (empty stripes behind a box; Poisson).
double expected_gaps(const Frame& f, std::span<const SpriteId> ids, Axis axis);

}  // namespace phasebox
