// SPDX-License-Identifier: MIT
// Touching static boxes as few larger ones: tiles of a level that a game need not hand over singly.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/race.hpp"
#include "bench/recording.hpp"
#include "collide/box_recording.hpp"
#include "collide/frame.hpp"

namespace phasebox {

/// A row of a recording.
struct Tile {
  Aabb box;
  Filter filter;
  std::int64_t id = 0;
  bool is_static = true;
};

/// Joins boxes of one filter that lie side by side or one in another, where their union is a box
/// again: runs of equal height along x, then runs of equal width along y, until nothing changes; or
/// along y first, where that leaves fewer. The boxes that are left cover the same area, and each
/// has the least id of those in it. The same tiles in any order give the same boxes. A box meets
/// one of them if and only if it meets one of the tiles; only a box without area may lie on a seam,
/// where it meets none. O(n log n) per pass, of which there are few.
std::vector<Tile> merged(std::vector<Tile> tiles);

/// A recording whose static boxes are merged in each frame.
BoxRecording with_merged_statics(const BoxRecording& recording);

/// What merging the static boxes of recorded frames would save, measured with a broadphase over
/// frames of their middle in which no object comes or goes, for about `budget` ms; a sentence.
/// Empty where they would not become half as many.
std::string merge_saving(const Recording& frames, const Contestant& with, unsigned threads,
                         double budget);

}  // namespace phasebox
