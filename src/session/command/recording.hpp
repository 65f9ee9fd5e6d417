// SPDX-License-Identifier: MIT
// Commands that play box recordings in place of a scene.
#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/sentence.hpp"
#include "collide/box_recording.hpp"
#include "world/recording_playback.hpp"

namespace phasebox::command {

/// Plays recorded boxes in place of a scene, one frame per step, in a loop. Every overlap of boxes
/// counts as a collision, because the narrowphase "none" is chosen. It stays until the recording
/// ends or the user chooses another one.
struct OpenRecording {
  std::shared_ptr<const BoxRecording> trace;  ///< at least one frame
  std::string name;                           ///< shown to the user
  std::string path{};                         ///< absolute path of its file; empty if unknown

  Sentence undo_title() const { return {"opened {}", {Sentence::as_is(name)}}; }
};
/// Shows a frame of the box recording that plays. Later steps continue from there, so a live
/// recording no longer shows its newest frame.
struct SeekRecording {
  std::size_t frame;  ///< from 0
};
/// Appends frames to the live recording that plays, and drops its oldest frames beyond the limits.
/// A live recording is one that began without boxes and gets those of a running program. Undo does
/// not take the frames back, because that program has continued.
struct GrowRecording {
  std::vector<BoxFrame> frames;  ///< in ascending order of frame numbers, above all there
  KeepLimits keep{};
};
/// Sets whether each step shows the newest frame of a live recording (on) or the next one (off).
struct FollowRecording {
  bool on;
};
/// Sets whether each recorded box is united with its object's box in the next frame (a swept AABB).
/// A recording that grows shows its boxes as they are again.
struct SweepRecording {
  bool on;
};

}  // namespace phasebox::command
