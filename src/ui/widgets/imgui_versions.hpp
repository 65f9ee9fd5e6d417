// SPDX-License-Identifier: MIT
// What differs between versions of Dear ImGui in drawing, under one name.
#pragma once
#include <cstdint>

#include <imgui.h>

namespace phasebox {

/// A font in the size it was loaded in; ends with ImGui::PopFont().
void push_font(ImFont* font);
/// Buttons count again and again while they are held; ends with `pop_button_repeat`.
void push_button_repeat();
void pop_button_repeat();
/// The outline of a rectangle; thickness in px.
void draw_outline(ImDrawList& list, ImVec2 min, ImVec2 max, ImU32 color, float thickness,
                  float rounding = 0);
/// Gives colors that earlier versions do not have the values of those that these use instead.
void set_later_colors(ImGuiStyle& style);
/// Of the frame round the widget that has the keyboard's focus.
#if IMGUI_VERSION_NUM >= 19140
inline constexpr ImGuiCol_ kFocusColor = ImGuiCol_NavCursor;
#else
inline constexpr ImGuiCol_ kFocusColor = ImGuiCol_NavHighlight;
#endif
/// An invisible button that the keyboard's focus reaches.
#if IMGUI_VERSION_NUM >= 19130
inline constexpr ImGuiButtonFlags kFocusableButton = ImGuiButtonFlags_EnableNav;
#else
inline constexpr ImGuiButtonFlags kFocusableButton = ImGuiButtonFlags_None;
#endif
/// What the renderer calls a texture, as this version of ImGui wants it.
ImTextureID texture_id(std::uint64_t texture);

}  // namespace phasebox
