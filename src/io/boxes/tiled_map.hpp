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
/// objects without area, such as points and texts, are left out. Solid tiles become static boxes:
/// those with shapes of Tiled's collision editor, and those where a property of tile or layer that
/// is true, or the layer's name, contains "collid" or "solid". Tilesets in files of their own are
/// looked for beside `file_name`; a note says which cannot be read. Refuses maps of other
/// orientations and other texts, as one line.
Result<BoxRecording> tiled_boxes(std::string_view text, const std::string& file_name);

}  // namespace phasebox
