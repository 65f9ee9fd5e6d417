// SPDX-License-Identifier: MIT
// The contestants of the comparison that the article on RDC makes: brute force by bounding circles
// against RDC. Source: Mike, "Collision detection with Recursive Dimensional Clustering",
// lab.polygonal.de.
#pragma once
#include <vector>

#include "bench/contestant.hpp"

namespace phasebox {

/// Brute force that compares the circles around each two sprites, one pair after the other, and the
/// boxes of those whose circles overlap. It leaves out the pairs that the narrowphase `circle`
/// would reject, so that with this narrowphase its contacts are those of an exact algorithm.
/// O(n^2). It is for the race alone and in no registry.
extern const BroadphaseEntry circles_first_entry;

/// Brute force by circles, brute force by boxes, and RDC as the session has it.
std::vector<Contestant> circle_contestants(const Session&);

}  // namespace phasebox
