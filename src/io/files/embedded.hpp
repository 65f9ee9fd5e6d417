// SPDX-License-Identifier: MIT
// Files that are compiled into the program, so that it runs from any folder.
#pragma once
#include <span>
#include <string_view>

namespace phasebox {

struct EmbeddedFile {
  std::string_view name;  ///< file name without ending; of `embedded_library` its path
  std::span<const unsigned char> bytes;
  std::string_view text() const {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
};

/// The sprites of assets/sprites, as PNG, in alphabetical order.
std::span<const EmbeddedFile> embedded_sprites();
/// The lessons of assets/lessons, as JSON, in alphabetical order.
std::span<const EmbeddedFile> embedded_lessons();
/// The tables of texts in other languages, of assets/languages, as JSON.
std::span<const EmbeddedFile> embedded_languages();
/// Inter in two weights, "Inter-Regular" and "Inter-Bold", for the window; none where the program
/// was built without it.
std::span<const EmbeddedFile> embedded_fonts();
/// Sources of the library, and what else `two_files_of` needs; their names are paths, as
/// "src/base/hash.hpp".
std::span<const EmbeddedFile> embedded_library();

}  // namespace phasebox
