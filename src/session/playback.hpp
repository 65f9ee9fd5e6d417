// SPDX-License-Identifier: MIT
// A box recording that plays in place of the simulation.
#pragma once
#include <utility>

#include "collide/narrowphase.hpp"
#include "world/recording_playback.hpp"

namespace phasebox {

/// A box recording that plays in place of the simulation: each step shows one of its frames, and
/// the first follows the last. Boxes are the recorded ones to the bit, unless they are swept.
struct Playback {
  explicit Playback(RecordingPlayback from_start) : recording(std::move(from_start)) {}

  RecordingPlayback recording;
  /// The narrowphase that is chosen again when the recording ends; null if the user has chosen one
  /// meanwhile, which then stays.
  const NarrowphaseEntry* narrowphase_before = nullptr;
};

}  // namespace phasebox
