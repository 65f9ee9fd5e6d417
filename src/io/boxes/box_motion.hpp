// SPDX-License-Identifier: MIT
// What is odd in how the boxes of a recording move.
#pragma once
#include <vector>

#include "base/sentence.hpp"
#include "collide/box_recording.hpp"

namespace phasebox {

/// Returns notes about frames that repeat the one before, and about shifts of the origin. O(rows).
std::vector<Sentence> motion_notes(const BoxRecording& recording);

}  // namespace phasebox
