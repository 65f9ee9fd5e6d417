// SPDX-License-Identifier: MIT
// The input that Dear ImGui gets to see, and what it does with it.
#pragma once
#include "ui/model/input.hpp"

namespace phasebox {

/// Once, after the backends have been set up.
void set_up_input();
/// Between the backends' new frame, which writes what they polled, and ImGui's.
void write_input(const FrameInput& input);

bool edits_text();   ///< a text field has the focus
bool wants_mouse();  ///< the pointer is over a window, or a widget holds it
bool has_popup();    ///< a menu or another popup is open
void close_popups();

}  // namespace phasebox
