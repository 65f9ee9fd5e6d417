// SPDX-License-Identifier: MIT
// Frames of sprites that a JSON file places in one picture, as Aseprite and TexturePacker write
// them: Aseprite, "Sprite Sheet Export"; CodeAndWeb, "TexturePacker JSON (Hash, Array)".
#pragma once
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "collide/image.hpp"

namespace phasebox {

/// Whether the beginning of a text is that of such a file.
bool is_atlas(std::string_view text);
/// Whether a file is one, as its first 64 KiB tell.
bool is_atlas_file(const std::filesystem::path& file);

/// Loads the sprites of a picture, or of a JSON file and the picture beside it that it names: an
/// image per sprite, which owns its later frames.
///
/// Frames whose names differ by a number at the end, and that are equally large, are those of one
/// sprite; where there is one sprite, each tag is a sprite of its own. A frame is turned back and
/// gets the size it had before it was trimmed. The least duration is that of a frame, and a longer
/// one repeats its frame. Slices of Aseprite, but those with a center, are what collides.
Result<std::vector<std::shared_ptr<const Image>>> load_pictures(const std::filesystem::path& file);

}  // namespace phasebox
