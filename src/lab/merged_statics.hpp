// SPDX-License-Identifier: MIT
// Merges static boxes that touch into few larger ones, as a game can do with the tiles of a level.
#pragma once
#include <cstdint>
#include <vector>

#include "base/sentence.hpp"
#include "bench/race.hpp"
#include "bench/recording.hpp"
#include "collide/box_recording.hpp"
#include "collide/frame.hpp"

namespace phasebox {

/// One box of a frame with its filter and its id in the recording.
struct Tile {
  Aabb box;
  Filter filter;
  std::int64_t id = 0;
  bool is_static = true;
};

/// Joins boxes with equal filters that touch or overlap, where their union is a box again. Runs of
/// equal height are joined along x, then runs of equal width along y, until nothing changes; or y
/// first, where that leaves fewer boxes. The result covers the same area, whatever the order of the
/// tiles. Each box gets the lowest id of its tiles. A box overlaps the result exactly where it
/// overlaps a tile. The exception is a box without area on a seam, which overlapped no tile. O(n
/// log n) per pass; there are few passes.
std::vector<Tile> merged(std::vector<Tile> tiles);

/// A copy of the recording with the static boxes of each frame merged.
BoxRecording with_merged_statics(const BoxRecording& recording);

/// One sentence on what merging the static boxes saves. Times `with` on frames from the middle of
/// the recording that have the same objects, for about `budget` ms. Empty unless merging at least
/// halves the number of static boxes.
Sentence merge_saving(const Recording& frames, const Contestant& with, unsigned threads,
                      double budget);

}  // namespace phasebox
