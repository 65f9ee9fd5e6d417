// SPDX-License-Identifier: MIT
// Dear ImGui in the colors of a theme and in a readable font.
#pragma once
#include <string>
#include <string_view>

#include <imgui.h>

#include "base/geometry.hpp"
#include "view/theme.hpp"

namespace phasebox::ui {

inline ImU32 packed(Color c) { return IM_COL32(c.r, c.g, c.b, c.a); }
inline ImVec4 to_imgui(Color c) { return ImGui::ColorConvertU32ToFloat4(packed(c)); }
inline ImVec2 to_imgui(Vec2 v) { return {v.x, v.y}; }
inline Vec2 from_imgui(ImVec2 v) { return {v.x, v.y}; }

/// Colors, spacing and rounding of every widget.
void set_style(const Theme& theme, float scale);

/// Fills ImGui's atlas, outside of a frame: DejaVu Sans at 15 px x scale, at 18 for reading and at
/// 30, or ImGui's own font where it is missing. Where `chinese` is not empty, these letters come
/// from a Chinese font of the system: its file is the result, empty when there is none. Without
/// them that font gives the letters of its language's title only, so that a menu can name it.
std::string load_font(float scale, const std::string& chinese = {});
/// Whether the language Chinese can be named in its own letters.
bool has_chinese_title();
/// Files of fonts; empty where none was found.
struct FontFiles {
  std::string latin, chinese;
};
FontFiles find_fonts();
/// The larger font, for texts to be read.
ImFont* reading_font();
/// Twice the size of text, for figures that a lecture hall reads; Latin letters only.
ImFont* large_font();

/// The Debian package with the Chinese font; the file may also be named by the environment variable
/// PHASEBOX_CHINESE_FONT.
inline constexpr std::string_view kChinesePackage = "fonts-wqy-microhei";

}  // namespace phasebox::ui
