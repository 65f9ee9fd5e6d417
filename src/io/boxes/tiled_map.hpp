// SPDX-License-Identifier: MIT
// Maps of the editor Tiled (doc.mapeditor.org) as boxes.
#pragma once
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "collide/box_recording.hpp"

namespace phasebox {

/// Whether a text may be a map of Tiled: it begins like XML or JSON.
bool is_tiled_map(std::string_view text);
/// Reads an orthogonal Tiled map as one frame. Objects become their bounding boxes, with their ids;
/// points and texts are left out. Solid tiles become static boxes: those with shapes of Tiled's
/// collision editor, and those whose tile, layer or layer's name says `collides` or `solid`.
/// Tilesets in files of their own are looked for beside `file_name`. Refuses anything else in one
/// line.
Result<BoxRecording> tiled_boxes(std::string_view text, const std::string& file_name);

}  // namespace phasebox
