// SPDX-License-Identifier: MIT
// Input as events, for Dear ImGui from 1.87 on.
#include "ui/imgui_input.hpp"
#include "ui/imgui_input_writer.hpp"

#if IMGUI_VERSION_NUM >= 18700

namespace phasebox {

// A frame's input has already been taken from a queue, and the action table and the field act on it
// at once. If ImGui spread it over frames again, a click could meet the field before the menu that
// lies above it.
void set_up_input() { ImGui::GetIO().ConfigInputTrickleEventQueue = false; }

void write_key(ImGuiKey key, bool is_down) { ImGui::GetIO().AddKeyEvent(key, is_down); }

void write_state(const FrameInput& input) {
  ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18900
  io.AddKeyEvent(ImGuiMod_Ctrl, input.modifiers.ctrl);
  io.AddKeyEvent(ImGuiMod_Shift, input.modifiers.shift);
  io.AddKeyEvent(ImGuiMod_Alt, input.modifiers.alt);
#else
  io.AddKeyEvent(ImGuiKey_ModCtrl, input.modifiers.ctrl);
  io.AddKeyEvent(ImGuiKey_ModShift, input.modifiers.shift);
  io.AddKeyEvent(ImGuiKey_ModAlt, input.modifiers.alt);
#endif
  io.AddMousePosEvent(input.pointer.x, input.pointer.y);
  for (std::size_t b = 0; b < kButtons; ++b)
    io.AddMouseButtonEvent(static_cast<int>(b), input.down[b]);
  if (input.wheel != 0) io.AddMouseWheelEvent(0, input.wheel);
}

void release_keys() { ImGui::GetIO().AddFocusEvent(false); }

}  // namespace phasebox

#endif
