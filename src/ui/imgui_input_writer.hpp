// SPDX-License-Identifier: MIT
// How input is written into Dear ImGui: a queue of events since 1.87, before that its state.
#pragma once
#include <imgui.h>

#include "ui/model/input.hpp"

namespace phasebox {

/// One key that text fields know.
void write_key(ImGuiKey key, bool is_down);
/// Pointer, buttons, wheel and modifiers of a frame.
void write_state(const FrameInput& input);
/// The window has lost the focus: no key is held any more.
void release_keys();

}  // namespace phasebox
