// SPDX-License-Identifier: MIT
// Box files (docs/file-formats.md) and those of other programs, read as a whole as recordings.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "collide/box_recording.hpp"
#include "io/boxes/box_header.hpp"

namespace phasebox {

/// Whether the bytes of a box file, which may be compressed, have a column `frame`, as a recording
/// of many frames has. False where the header cannot be read.
bool names_frames(std::string_view bytes);

/// The endings of the names of box files, as a list for help and file dialogs.
inline constexpr std::string_view kBoxFileEndings =
    ".csv, .tsv, .csv.gz, .csv.zst, .jsonl, .tmx, .tmj, .ldtk";

/// Options of the user about what a box file does not say itself.
struct BoxReading {
  std::vector<std::string> solid;  ///< what is solid in a map (tiled::SolidRule); empty: guessed
  BoxOrigin origin = BoxOrigin::unsaid;  ///< what x, y beside width, height is
  bool operator==(const BoxReading&) const = default;
};
/// Returns the reading that makes the same boxes of a file as in a recording of it.
BoxReading reading_of(const BoxRecording& recording);

/// Whether a file's name is that of a box file and not of a scene: by its ending, in any letter
/// case, or as gt.txt or det.txt.
bool has_box_name(const std::filesystem::path& path);
/// Whether a file is a box file: by its name, because it is compressed by gzip or zstd, or because
/// it holds a map of Tiled or LDtk or boxes in JSON, whatever its name. A pipe is known by its name
/// alone.
bool is_box_file(const std::filesystem::path& path);

/// Reads the text of a box file, in CSV or JSON, or of a map of Tiled or LDtk. The first fault is
/// refused as `file:line: what, rule` (of a map without the line, of lists in JSON with the number
/// of the box). Rows may come in any order. A file without the column `frame` is one frame, number
/// 0. Boxes far from zero are stored relative to `offset`, because float32 is too coarse there.
/// O(n) for rows in order.
Result<BoxRecording> parse_box_recording(std::string_view text, std::string_view file_name,
                                         const BoxReading& reading = {});
/// Reads a recording from the bytes of a file, which may be compressed by gzip or zstd. The text is
/// unpacked and read block by block, so that a bad row is refused before all of a file that expands
/// without end is unpacked. Running out of memory is an error.
Result<BoxRecording> decompressed_recording(std::string_view bytes, std::string_view file_name,
                                            const BoxReading& reading = {});
/// Reads a recording from a file, as `decompressed_recording` does from its bytes.
Result<BoxRecording> load_box_recording(const std::filesystem::path& path,
                                        const BoxReading& reading = {});

}  // namespace phasebox
