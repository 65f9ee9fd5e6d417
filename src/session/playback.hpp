// SPDX-License-Identifier: MIT
// A box recording that plays in place of the simulation.
#pragma once
#include <utility>

#include "collide/narrowphase.hpp"
#include "world/recording_playback.hpp"

namespace phasebox {

/// A box recording that plays in place of the simulation: one frame per step, in a loop. Its boxes
/// are as recorded, bit for bit.
struct Playback {
  explicit Playback(RecordingPlayback from_start) : recording(std::move(from_start)) {}

  RecordingPlayback recording;
  /// The narrowphase to choose again after the recording; null once the user has chosen another
  /// one.
  const NarrowphaseEntry* narrowphase_before = nullptr;
};

}  // namespace phasebox
