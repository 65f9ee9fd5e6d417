// SPDX-License-Identifier: MIT
// Groups of RDC that no axis cuts: why that is, and how much work they cost.
#pragma once
#include <span>

#include "base/sentence.hpp"
#include "collide/frame.hpp"

namespace phasebox {

/// Writes for the user why a group has no gap on the axis: "sprites #3 and #7 span the gaps along
/// x", or that the crowd leaves none.
Sentence why_closed(const Frame& f, std::span<const SpriteId> members, Axis axis);

/// Returns how many tests per sprite a group takes in vain, on boxes that do not overlap. `sweeps`
/// says whether a sweep finds the pairs inside the group, or all pairs are tested. Estimated from
/// at most 256 members, at even distances.
double wasted_tests(const Frame& f, std::span<const SpriteId> members, bool sweeps);

}  // namespace phasebox
