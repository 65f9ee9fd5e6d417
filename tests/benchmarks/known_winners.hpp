// SPDX-License-Identifier: MIT
// Recorded frames whose fastest algorithm is known, by a factor of two and more in the bench.
#pragma once
#include "bench/recording.hpp"

namespace phasebox::test {

/// 3,000 equal boxes that jitter in their places: neighbors stay neighbors (neighbor-list).
Recording trembling_boxes();
/// 1,500 flat bars, one above the other: a sweep downwards meets nothing twice (sort-and-sweep).
Recording flat_bars();
/// 50,000 equal boxes, every frame somewhere else: nothing to keep, cells for all (a grid).
Recording jumping_crowd();

}  // namespace phasebox::test
