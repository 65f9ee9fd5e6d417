// SPDX-License-Identifier: MIT
// What differs between versions of Dear ImGui, and the focus of the keyboard, which needs its
// internals.
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

// The focus of the keyboard among Dear ImGui's windows and widgets, under one name for all
// versions.

/// Whether keys move the focus and press what has it. Before ImGui's new frame.
void set_navigation(bool is_on);
/// Gives the focus to the next (1) or previous (-1) window that has widgets, in reading order from
/// the menu bar on; a window with a title comes first when there was no focus. In a frame, before
/// its windows. False when there is none.
bool focus_next_window(int by);
/// Whether the focus is in a part of a window that it enters and leaves as a whole, as in a table
/// that scrolls.
bool focus_is_in_child();
/// How many menus and other popups are open, one from the other.
int open_popups();
/// Closes the last one of them; the focus goes where it came from. In a frame, before its windows.
void close_last_popup();
/// Shows where the focus is, also when the mouse was used last.
void show_focus();
/// Takes the focus from all windows, and closes every popup.
void focus_no_window();
/// Moves the focus to the next (1) or previous (-1) widget of its window, without pressing it;
/// after the last comes the first. In a frame, before its windows. Call `settle_step` before the
/// next one.
void step_focus(int by);
void settle_step();
/// A child window whose widgets the focus reaches as if they were its parent's. End it with
/// ImGui::EndChild().
bool begin_child(const char* name, ImVec2 size, bool has_border = false);

}  // namespace phasebox
