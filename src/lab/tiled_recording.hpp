// SPDX-License-Identifier: MIT
// Repeats a recording side by side, for what it would be with many times as many boxes.
#pragma once
#include <cstddef>

#include "bench/recording.hpp"
#include "collide/box_recording.hpp"

namespace phasebox {

/// `times` copies of `frames` frames of the recording, the first of them with index `first`. The
/// copies lie in a square lattice of the extent of all these boxes and a small gap, so the density
/// stays and no box overlaps one of another copy. O(boxes of the result).
BoxRecording tiled(const Recording& from, std::size_t first, std::size_t frames, std::size_t times);

}  // namespace phasebox
