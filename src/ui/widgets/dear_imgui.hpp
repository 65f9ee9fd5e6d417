// SPDX-License-Identifier: MIT
// Dear ImGui as used here: theme, fonts, versions, input, and keyboard focus, by its internals.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include <imgui.h>

#include "base/geometry.hpp"
#include "ui/model/actions/actions.hpp"
#include "view/theme.hpp"

namespace phasebox::ui {

inline ImU32 packed(Color c) { return IM_COL32(c.r, c.g, c.b, c.a); }
inline ImVec4 to_imgui(Color c) { return ImGui::ColorConvertU32ToFloat4(packed(c)); }

/// Colors, spacing and rounding of every widget.
void set_style(const Theme& theme, float scale);

/// Fills ImGui's atlas, outside of a frame: DejaVu Sans at 15 px x scale, at 18 for reading, at
/// 13, and bold at 22 and, figures alone, at 77, or ImGui's own font if missing. Letters of
/// `chinese` come from a Chinese system font, whose file is the result, empty if none; its
/// language's title, for the menu, is provided always.
std::string load_font(float scale, const std::string& chinese = {});
/// Whether text can show it.
bool has_letter(ImWchar letter);
/// Sizes of text: answers, 1.5 times as large and bold; all other text; explanations.
ImFont* answer_font();
ImFont* text_font();
ImFont* footnote_font();
/// The larger font, for texts to be read.
ImFont* reading_font();
/// Digits of a lecture, 48 px high before scaling, and what units need.
ImFont* figure_font();

/// The Debian package with the Chinese font; PHASEBOX_CHINESE_FONT may name another file.
inline constexpr std::string_view kChinesePackage = "fonts-wqy-microhei";

/// A font in the size it was loaded in; ends with ImGui::PopFont().
void push_font(ImFont* font);
/// Buttons count again and again while they are held; ends with `pop_button_repeat`.
void push_button_repeat();
void pop_button_repeat();
/// The outline of a rectangle; thickness in px.
void draw_outline(ImDrawList& list, ImVec2 min, ImVec2 max, ImU32 color, float thickness,
                  float rounding = 0);
/// An invisible button that the keyboard's focus reaches.
#if IMGUI_VERSION_NUM >= 19130
inline constexpr ImGuiButtonFlags kFocusableButton = ImGuiButtonFlags_EnableNav;
#else
inline constexpr ImGuiButtonFlags kFocusableButton = ImGuiButtonFlags_None;
#endif
/// What the renderer calls a texture, as this version of ImGui wants it.
ImTextureID texture_id(std::uint64_t texture);

/// Whether keys move the focus and press what has it. Before ImGui's new frame.
void set_navigation(bool is_on);
/// Focuses the next (1) or previous (-1) window with widgets, in reading order from the menu bar;
/// without focus, a titled one first. Before the frame's windows. False when there is none.
bool focus_next_window(int by);
/// Whether the focus is in a part that it enters and leaves as a whole, as a table that scrolls.
bool focus_is_in_child();
/// How many menus and other popups are open, one from the other.
int open_popups();
/// Closes the last one of them; the focus goes where it came from. In a frame, before its windows.
void close_last_popup();
/// Shows where the focus is, also when the mouse was used last.
void show_focus();
/// An arrow pressed in this frame does not move the focus.
void keep_focus();
/// Lets go of the widget that the mouse or a key holds.
void release_widget();
/// Moves the focus to the next (1) or previous (-1) widget of its window, round the ends. In a
/// frame, before its windows; `settle_step` comes before the next frame.
void step_focus(int by);
void settle_step();
/// A child window in reach of its parent's focus. End it with ImGui::EndChild().
bool begin_child(const char* name, ImVec2 size, bool has_border = false);

/// Once, after the backends have been set up.
void set_up_input();
/// Which keys ImGui gets besides those of a text field that has the focus.
enum class KeysFor : std::uint8_t {
  text,      ///< none
  question,  ///< the same but for Esc, which answers
  focus      ///< all that move the focus and press what has it
};
/// Whether such a key moves the focus or presses what has it.
bool moves_focus(Key key);
/// Between the backends' new frame, which writes what they polled, and ImGui's.
void write_input(const FrameInput& input, KeysFor keys_for = KeysFor::text);

bool edits_text();    ///< a text field has the focus
bool wants_mouse();   ///< the pointer is over a window, or a widget holds it
bool has_popup();     ///< a menu or another popup is open
void close_popups();  ///< and takes the focus from all windows

}  // namespace phasebox::ui
