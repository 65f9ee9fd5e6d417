// SPDX-License-Identifier: MIT
// The focus of the keyboard among Dear ImGui's windows and widgets, under one name for all versions.
#pragma once
#include <imgui.h>

namespace phasebox {

/// Whether keys move the focus and press what has it. Before ImGui's new frame.
void set_navigation(bool is_on);
/// Gives the focus to the next (1) or previous (-1) window that has widgets, in reading order from
/// the menu bar on; a window with a title comes first when there was no focus. In a frame, before
/// its windows. False when there is none.
bool focus_next_window(int by);
/// Whether the focus is in a part of a window that it enters and leaves as a whole, as in a table that
/// scrolls.
bool focus_is_in_child();
/// How many menus and other popups are open, one from the other.
int open_popups();
/// Closes the last one of them; the focus goes where it came from. In a frame, before its windows.
void close_last_popup();
/// Shows where the focus is, also when the mouse was used last.
void show_focus();
/// Takes the focus from all windows, and closes every popup.
void focus_no_window();
/// Moves the focus to the next (1) or previous (-1) widget of its window, without pressing it; after
/// the last comes the first. In a frame, before its windows. Call `settle_step` before the next one.
void step_focus(int by);
void settle_step();
/// A child window whose widgets the focus reaches as if they were its parent's. End it with
/// ImGui::EndChild().
bool begin_child(const char* name, ImVec2 size, bool has_border = false);

}  // namespace phasebox
