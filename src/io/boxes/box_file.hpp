// SPDX-License-Identifier: MIT
// Whole box recordings as CSV files (docs/file-formats.md), read and written: boxes of other
// programs, one frame or many.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "base/geometry.hpp"
#include "base/result.hpp"
#include "collide/box_recording.hpp"
#include "world/recording_playback.hpp"

namespace phasebox {

/// Whether the header of a box file, which may be compressed, has the column `frame`: a recording,
/// not a single frame.
bool names_frames(std::string_view bytes);

/// Whether a file holds boxes rather than a scene: by its name (.csv, .csv.gz, .csv.zst, in any
/// letter case), or because it is compressed by gzip or zstd, whatever its name.
bool is_box_file(const std::filesystem::path& path);

/// Reads the text of a box file; the first bad line is refused as `file:line: what, rule`. The rows
/// may stand in any order. A file without the column `frame` is one frame, number 0. O(n) for rows
/// in order.
Result<BoxRecording> parse_box_recording(std::string_view text, std::string_view file_name);
/// The same of the bytes of a file, which may be compressed by gzip or zstd. The text is never
/// there as a whole, so that one that is none is refused however far it would expand.
Result<BoxRecording> decompressed_recording(std::string_view bytes, std::string_view file_name);
/// The same of a file.
Result<BoxRecording> load_box_recording(const std::filesystem::path& path);

/// Reads one box as a user types it: `min_x,min_y,max_x,max_y`.
Result<Aabb> parse_box(std::string_view text);

/// Writes all frames with the columns that the recording has; read again they are the same, bit for
/// bit. In place of the file at once.
Status save_box_recording(const std::filesystem::path& path, const RecordingPlayback& show);

/// The same text of a recording by itself.
std::string box_recording_text(const BoxRecording& recording);

}  // namespace phasebox
