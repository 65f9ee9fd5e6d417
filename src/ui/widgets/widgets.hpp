// SPDX-License-Identifier: MIT
// Small parts that several panels share.
#pragma once
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "lab/background_study.hpp"
#include "ui/model/model.hpp"
#include "ui/model/requests.hpp"

namespace phasebox {

// Small parts that several panels share.

/// Text from any view, without a format string, in the language spoken (`tr`), as are all texts of
/// these functions.
void text(std::string_view english);
void text(std::string_view english, Color color);
/// Text of the user's own, or of a language that is known already.
void text_as_is(std::string_view words);
void text_as_is(std::string_view words, Color color);
/// Broken into lines at the window's right edge.
void text_wrapped(std::string_view english, Color color);
/// The same of a label, which ends with a colon, and of what it says; each is translated by itself.
void text_labeled(std::string_view label, std::string_view english, Color color);
/// The same where what it says is in no language: a command.
void text_labeled_as_is(std::string_view label, std::string_view words, Color color);
/// Broken into lines of `width` px.
void text_within(std::string_view english, float width, Color color);
/// In px, on one line, as `text` writes it.
float text_width(std::string_view english);
float width_as_is(std::string_view words);
/// A line with a name on the left and a number at the right edge.
void number_line(std::string_view name, std::string_view number, const Theme& theme);
/// A tooltip for the widget just drawn, broken into readable lines.
void tooltip(std::string_view english);
/// Copies to the clipboard, and says so: "Copied: <what>".
void copy_text(const std::string& words, std::string_view what, const Model& model, UiState& ui);
/// Remembers where the widget just drawn is.
void remember_rect(UiState& ui, std::string name);
/// Scrolls the panel to the widget just drawn, if that one is wanted.
void scroll_if_asked(UiState& ui, std::string_view name);
/// Remembers where the window being drawn is.
void remember_window(UiState& ui, std::string name);
/// A menu line for an action, with its keys and its check mark.
void menu_line(const ActionRow& row, const Model& model, UiState& ui, Requests& out);
/// One page of a tool: on its button, and the tooltip.
struct PageTitle {
  const char *title, *help;
};
/// A row of buttons, one per page, remembered as "<tool>.page.<title>". The page that is open.
std::size_t choose_page(const char* tool, std::span<const PageTitle> pages, UiState& ui);
/// A check box that switches an overlay.
void overlay_box(Overlay overlay, const char* label, const char* name, const Model& model,
                 UiState& ui, Requests& out);
/// The key that chooses a broadphase: 1 to 9 in the order of the registry, 0 is brute force, unless
/// others were chosen; or empty.
std::string broadphase_key(const BroadphaseEntry& entry, const KeyMap& keys);
/// A window without decoration at a fixed place. End it with ImGui::End().
void begin_fixed(const char* name, const Aabb& where, ImGuiWindowFlags more = 0);
/// A window in the middle, at most `most` px (before scaling), and never larger than the screen.
/// End it with ImGui::End().
bool begin_centered(const char* name, bool* open, Vec2 screen, Vec2 most, float scale);
/// A strip that is dragged, or moved by arrows where the keyboard has the focus; it lights up then,
/// and under the pointer. How far it was moved along `axis` in this frame, px.
float splitter(const char* name, const Aabb& strip, Axis axis, UiState& ui);

// What every tool with long work shows: start or cancel, how far it is, how long it will take.

enum class Pressed : std::uint8_t { nothing, start, cancel };

/// "Start" or "Cancel", remembered as "<name>.start" and "<name>.cancel".
Pressed start_button(const BackgroundWork& job, const char* name, const char* hint, UiState& ui);
/// Percent, estimate and what is being done, beside the widget before where there is room; a quiet
/// word when nothing runs, nothing before the first start.
void progress_bar(const BackgroundWork& job, const Theme& colors);

/// Says what a result is about, and that this has changed since when it has.
void say_subject(const char* what, const std::string& measured, const std::string& now,
                 const Theme& colors);

// Lines of a text that fit a width, also where a script has no blanks.

/// Breaks UTF-8 text after blanks and between Chinese characters, but never before a closing mark
/// (，。！？ ...) nor after an opening one. `measure` gives the width of a piece of text; what has
/// no place to break and is wider than `width` gets its own line. Lines are parts of `text`
/// without the blank that they were broken at. O(lines x letters).
std::vector<std::string_view> wrap_text(std::string_view text, float width,
                                        const std::function<float(std::string_view)>& measure);

}  // namespace phasebox
