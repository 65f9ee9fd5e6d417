// SPDX-License-Identifier: MIT
// Merges static boxes that touch into few larger ones, as a game can do with the tiles of a level.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "base/sentence.hpp"
#include "bench/race.hpp"
#include "bench/recording.hpp"
#include "collide/box_recording.hpp"
#include "collide/frame.hpp"

namespace phasebox {

/// One box of a frame with its filter and its id in the recording. The boxes to merge are called
/// tiles, since they mostly are the tiles of a level.
struct Tile {
  Aabb box;
  Filter filter;
  std::int64_t id = 0;
  bool is_static = true;
};

/// Joins boxes with equal filters that touch or overlap, where their union is a box again. Boxes of
/// equal height and y are joined along x, then boxes of equal width and x along y, and so on until
/// nothing changes; or along y first, where that leaves fewer boxes. The order of the tiles does
/// not matter. Each box of the result has the lowest id of its tiles. Another box overlaps a box of
/// the result if and only if it overlaps one of its tiles; the only exception is a box without area
/// on the seam of two tiles, which overlaps neither. O(n log n) per pass over n tiles; there are
/// few passes.
std::vector<Tile> merged(std::vector<Tile> tiles);

/// A copy of the recording with other boxes: `change` gets those of each frame, ascending by id,
/// and returns those that take their place, in the same order.
using TileChange = std::function<std::vector<Tile>(std::vector<Tile>)>;
BoxRecording with_tiles(const BoxRecording& recording, const TileChange& change);

/// A copy of the recording in which the static boxes of each frame are merged; the others stay.
BoxRecording with_merged_statics(const BoxRecording& recording);

/// One sentence on what merging the static boxes saves. Times the contestant `with` on frames from
/// the middle of the recording, as they are and merged, for about `budget` ms in all; without times
/// if that is too short. Empty unless merging at least halves the number of static boxes.
Sentence merge_saving(const Recording& frames, const Contestant& with, unsigned threads,
                      double budget);

}  // namespace phasebox
