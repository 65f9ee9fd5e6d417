// SPDX-License-Identifier: MIT
// The forms that files of boxes have, known by how they begin, whatever they are called.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.hpp"

namespace phasebox {

/// The form of a file of boxes, without its compression.
enum class BoxContent : std::uint8_t {
  lines,   ///< lines of text: CSV, or an object of JSON that is a box on each
  json,    ///< other JSON
  map,     ///< a map of Tiled or LDtk, or other XML
  foreign  ///< a form that other programs read: `foreign_form` says how it is converted
};

/// Returns the form of a text by its beginning: tiled::kBeginning bytes, or all.
BoxContent content_of(std::string_view beginning);

/// Returns the error that names a form that is not read, and the command that converts it.
Error foreign_form(std::string_view beginning, std::string_view file_name);

/// Whether the beginning of a file is that of boxes in any form but lines of text. Scenes and other
/// JSON are not.
bool begins_with_boxes(std::string_view beginning);

}  // namespace phasebox
