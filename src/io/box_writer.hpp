// SPDX-License-Identifier: MIT
// Box recordings as CSV files.
#pragma once
#include <filesystem>
#include <string>

#include "base/result.hpp"
#include "world/recording_playback.hpp"

namespace phasebox {

/// Writes all frames with the columns that the recording has; read again they are the same, bit for
/// bit. In place of the file at once.
Status save_box_recording(const std::filesystem::path& path, const RecordingPlayback& show);

/// The same text of a recording by itself.
std::string box_recording_text(const BoxRecording& recording);

}  // namespace phasebox
