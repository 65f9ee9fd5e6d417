// SPDX-License-Identifier: MIT
// Projects of the editor LDtk (ldtk.io, "JSON documentation", version 1.5) as boxes.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "collide/box_recording.hpp"

namespace phasebox {

/// Whether the beginning of a text (tiled::kBeginning bytes) is that of a project or a level of
/// LDtk.
bool is_ldtk(std::string_view text);

/// Reads all levels of a project, or the one of a level file, as one frame. Entities become boxes.
/// Solid cells of IntGrid layers, and solid tiles, become static boxes; so do entities of solid
/// layers. `solid` are words of the user, as tiled::SolidRule has them: a value of an IntGrid is a
/// layer of its own inside the one that it is a value of. Worlds and depths lie side by side, so
/// that they do not meet. Levels in files of their own are looked for beside `file_name`; notes say
/// which cannot be read.
Result<BoxRecording> ldtk_boxes(std::string_view text, const std::string& file_name,
                                const std::vector<std::string>& solid = {});

}  // namespace phasebox
