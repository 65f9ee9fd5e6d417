// SPDX-License-Identifier: MIT
// The text that Dear ImGui has drawn, read back from its triangles: whoever drew it, and however.
#pragma once
#include <string>
#include <vector>

namespace phasebox {

/// The lines of the last frame. Letters that are cut by a clip rectangle are left out.
std::vector<std::string> drawn_lines();

}  // namespace phasebox
