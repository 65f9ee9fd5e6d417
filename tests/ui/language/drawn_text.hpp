// SPDX-License-Identifier: MIT
// The text that Dear ImGui has drawn, read back from its triangles: whoever drew it, and however.
#pragma once
#include <string>
#include <vector>

#include "base/geometry.hpp"

namespace phasebox::ui {

/// Letters of one line, next to each other, in one Dear ImGui window.
struct DrawnLine {
  std::string text;
  std::string window;   ///< the name of it, for whoever looks for it
  Aabb rect{};          ///< screen px
  bool is_cut = false;  ///< a letter ends at a clip rectangle, and no scrolling shows the rest
};

/// Returns the lines of the last frame. A letter whose left or upper side is cut cannot be read: it
/// is a "?".
std::vector<DrawnLine> drawn_text();

/// The texts alone.
std::vector<std::string> drawn_lines();

}  // namespace phasebox::ui
