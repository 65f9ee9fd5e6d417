// SPDX-License-Identifier: MIT
// The right answer, by the definition and by nothing else; shares no code with what it judges.
#pragma once
#include <vector>

#include "collide/frame.hpp"

namespace phasebox::contract {

/// All eligible overlapping pairs, sorted. O(n^2).
std::vector<Pair> exact_pairs(const Frame& frame);

/// The same, of many boxes by a sweep along x.
std::vector<Pair> true_pairs(const Frame& frame);

/// Every sprite whose box overlaps `box`, ascending.
std::vector<SpriteId> exact_near(const Frame& frame, const Aabb& box);

}  // namespace phasebox::contract
