// SPDX-License-Identifier: MIT
// The layer over Dear ImGui: style, fonts, differences between its versions, input, and keyboard
// focus by its internals.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <imgui.h>

#include "base/geometry.hpp"
#include "ui/model/frame_input.hpp"
#include "view/theme.hpp"

namespace phasebox::ui {

inline ImU32 packed(Color c) { return IM_COL32(c.r, c.g, c.b, c.a); }
/// The height of the current font in px, the unit of widths that must hold text.
inline float em() { return ImGui::GetFontSize(); }

inline ImVec4 to_imgui(Color c) { return ImGui::ColorConvertU32ToFloat4(packed(c)); }

/// Sets ImGui's colors, spacing and rounding of all widgets; sizes are multiplied by `scale`.
void set_style(const Theme& theme, float scale);

/// Fills ImGui's font atlas; call it between frames. Sizes before scaling: 16 px for text, regular
/// and bold, 14 for footnotes, bold 24 for answers and, with digits and letters of units alone,
/// bold 77 for figures. Latin letters come from Inter, which the program carries, and all figures
/// of a font are equally wide. A program that was built without Inter takes DejaVu Sans, or ImGui's
/// own font where that is missing.
///
/// The letters of `chinese` come from a Chinese system font. Returns the path of its file, or an
/// empty string where none was found or `chinese` is empty. If one was found, the Chinese name of
/// the language is loaded in any case, because the menu shows it.
std::string load_font(float scale, const std::string& chinese = {});
/// Whether the text font, as loaded, has that letter (a Unicode code point).
bool has_letter(ImWchar letter);
/// Fonts that load_font() has loaded: answer_font() for what a tool has found, text_font() for most
/// text, footnote_font() for explanations.
ImFont* answer_font();
ImFont* text_font();
ImFont* footnote_font();
/// The font of headings: bold, in the size of text.
ImFont* bold_font();
/// The font of a lecture's numbers: 77 px before scaling, with digits and letters of units alone.
ImFont* figure_font();

/// The Debian package with the Chinese font. The environment variable PHASEBOX_CHINESE_FONT may
/// name the file of another font.
inline constexpr std::string_view kChinesePackage = "fonts-wqy-microhei";

/// Pushes a font in the size it was loaded in. End it with ImGui::PopFont().
void push_font(ImFont* font);
/// Makes the buttons drawn from here to pop_button_repeat() report a press again and again while
/// they are held.
void push_button_repeat();
void pop_button_repeat();
/// Draws the outline of a rectangle; thickness and rounding in px.
void draw_outline(ImDrawList& list, ImVec2 min, ImVec2 max, ImU32 color, float thickness,
                  float rounding = 0);
/// Draws a line through points, `thickness` px wide; a closed one returns to its first point.
void draw_polyline(ImDrawList& list, std::span<const ImVec2> points, ImU32 color, float thickness,
                   bool is_closed = false);
/// The flag of an invisible button that the keyboard's focus can reach.
#if IMGUI_VERSION_NUM >= 19130
inline constexpr ImGuiButtonFlags kFocusableButton = ImGuiButtonFlags_EnableNav;
#else
inline constexpr ImGuiButtonFlags kFocusableButton = ImGuiButtonFlags_None;
#endif
/// Converts the renderer's texture handle to the type that this version of ImGui has for it.
ImTextureID texture_id(std::uint64_t texture);

/// Switches ImGui's keyboard navigation on or off. Call it before ImGui's new frame.
void set_navigation(bool is_on);
/// Gives the keyboard's focus to the next (1) or previous (-1) ImGui window with widgets, in
/// reading order, wrapping around. If none has the focus, it goes to the first window with a title,
/// else to the panel. Call it before the frame's windows are drawn. Returns false when no window
/// has widgets.
bool focus_next_window(int by);
/// Whether the focus is inside a child that it enters and leaves as a whole, such as a scrolling
/// table.
bool focus_is_in_child();
/// The number of nested menus and other popups that are open.
int open_popups();
/// Closes the innermost popup; the focus returns to the widget that opened it. Call it inside a
/// frame, before its windows are drawn.
void close_last_popup();
/// Draws the frame around the focused widget even when the mouse was used last.
void show_focus();
/// Keeps an arrow key pressed in this frame from moving the focus.
void keep_focus();
/// Deactivates the widget that the mouse or a key holds.
void release_widget();
/// Moves the focus to the next (1) or previous (-1) widget of its window, wrapping around. Call it
/// inside a frame, before its windows are drawn, and `settle_step` before the next frame. Since
/// version 1.89.4 ImGui does this by itself, and both do nothing.
void step_focus(int by);
void settle_step();
/// Begins a child window that the focus of its parent can enter. Returns whether it is in sight; in
/// any case end it with ImGui::EndChild().
bool begin_child(const char* name, ImVec2 size, bool has_border = false);

/// Sets up how ImGui gets its input. Call it once, after the backends have been set up.
void set_up_input();
/// Names what ImGui gets keys for, of those that it knows. While the user types in a text field
/// ImGui gets all of these in any case, except Tab before version 1.89.4, where step_focus()
/// handles it.
enum class KeysFor : std::uint8_t {
  text,  ///< for text fields alone
  /// For a question: also the keys that move the focus or press, except Esc, which answers it.
  question,
  focus  ///< also all keys that move the focus or press the focused widget
};
/// Whether the key moves the focus or presses the focused widget.
bool moves_focus(Key key);
/// Passes the frame's input to ImGui. Call it after the new frame of the backends, which writes
/// what they polled, and before ImGui's.
void write_input(const FrameInput& input, KeysFor keys_for = KeysFor::text);

bool edits_text();    ///< the user types in a text field
bool wants_mouse();   ///< the pointer is over a window, or a widget holds it
bool has_popup();     ///< a menu or another popup is open
void close_popups();  ///< closes all popups and takes the focus from all windows

}  // namespace phasebox::ui
