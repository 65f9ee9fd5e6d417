// SPDX-License-Identifier: MIT
// Box recordings as the text of a box file, and as files.
#pragma once
#include <filesystem>
#include <string>

#include "base/result.hpp"
#include "collide/box_recording.hpp"
#include "world/recording_playback.hpp"

namespace phasebox {

/// Writes all frames, not swept, with the columns that they have, replacing an old file atomically.
/// The floats are read back bit for bit.
Status save_box_recording(const std::filesystem::path& path, const RecordingPlayback& show);

/// Returns the text of a recording. Without `names_frames` it lacks the column `frame`, which suits
/// a single frame only.
std::string box_recording_text(const BoxRecording& recording, bool names_frames = true);

/// `box_head_text` returns the header lines of a recording that begins with this frame,
/// `box_rows_text` the rows of one frame, for a file that grows while a program runs. The column
/// `group` is written wherever there are filters, because later frames may have groups.
std::string box_head_text(const BoxRecording& first);
std::string box_rows_text(const BoxRecording& frame);

}  // namespace phasebox
