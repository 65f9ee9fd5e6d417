// SPDX-License-Identifier: MIT
// Touching static boxes as few larger ones: tiles of a level that a game need not hand over singly.
#pragma once
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
/// again: runs of equal height along x, then of equal width along y, until nothing changes; or y
/// first, where that leaves fewer. The result covers the same area, in any order of tiles; each box
/// has the least id in it. A box meets one of them if and only if it meets a tile; only one without
/// area may lie on a seam, where it meets none. O(n log n) per pass, of which there are few.
std::vector<Tile> merged(std::vector<Tile> tiles);

/// A recording whose static boxes are merged in each frame.
BoxRecording with_merged_statics(const BoxRecording& recording);

/// What merging static boxes of recorded frames saves, by a broadphase over middle frames in which
/// no object comes or goes, about `budget` ms; a sentence, empty unless they at least halve.
std::string merge_saving(const Recording& frames, const Contestant& with, unsigned threads,
                         double budget);

}  // namespace phasebox
