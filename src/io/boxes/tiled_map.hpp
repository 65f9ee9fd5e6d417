// SPDX-License-Identifier: MIT
// Maps of the editor Tiled (doc.mapeditor.org) as boxes.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "collide/box_recording.hpp"

namespace phasebox {

/// Reads an orthogonal Tiled map as one frame. Objects become the boxes around them, with their
/// ids; points and texts are left out. Solid tiles become static boxes: those around their
/// collision shapes, or their cells. So do objects of solid layers. `solid` are words of the user,
/// as tiled::SolidRule has them; notes say what was guessed without them. Tilesets and templates in
/// files of their own are looked for beside `file_name`; notes say which cannot be read. Refuses
/// maps of other orientations and other texts, as one line.
Result<BoxRecording> tiled_boxes(std::string_view text, const std::string& file_name,
                                 const std::vector<std::string>& solid = {});

}  // namespace phasebox
