// SPDX-License-Identifier: MIT
// Dear ImGui in the colours of a theme and in a readable font.
#pragma once
#include <string_view>

#include <imgui.h>

#include "core/geometry.hpp"
#include "view/theme.hpp"

namespace phasebox {

inline ImU32 packed(Colour c) { return IM_COL32(c.r, c.g, c.b, c.a); }
inline ImVec4 to_imgui(Colour c) { return ImGui::ColorConvertU32ToFloat4(packed(c)); }
inline ImVec2 to_imgui(Vec2 v) { return {v.x, v.y}; }
inline Vec2 from_imgui(ImVec2 v) { return {v.x, v.y}; }

/// Colours, spacing and rounding of every widget.
void set_style(const Theme& theme, float scale);

/// DejaVu Sans at 15 px x scale, or ImGui's own font where it is missing. Before the first frame.
void load_font(float scale);

}  // namespace phasebox
