// SPDX-License-Identifier: MIT
// The input that Dear ImGui gets to see, and what it does with it.
#pragma once
#include <cstdint>

#include "ui/model/input.hpp"

namespace phasebox::ui {

/// Once, after the backends have been set up.
void set_up_input();
/// Which keys ImGui gets besides those of a text field that has the focus.
enum class KeysFor : std::uint8_t {
  text,      ///< none
  question,  ///< those that move the focus, and Space: Enter and Esc answer
  focus      ///< all that move the focus and press what has it
};
/// Whether such a key moves the focus or presses what has it.
bool moves_focus(Key key);
/// Between the backends' new frame, which writes what they polled, and ImGui's.
void write_input(const FrameInput& input, KeysFor keys_for = KeysFor::text);

bool edits_text();   ///< a text field has the focus
bool wants_mouse();  ///< the pointer is over a window, or a widget holds it
bool has_popup();    ///< a menu or another popup is open
void close_popups();

}  // namespace phasebox::ui
