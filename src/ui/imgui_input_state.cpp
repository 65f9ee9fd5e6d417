// SPDX-License-Identifier: MIT
// Input as the state that Dear ImGui polls, up to 1.86.
#include "ui/imgui_input.hpp"
#include "ui/imgui_input_writer.hpp"

#if IMGUI_VERSION_NUM < 18700

namespace phasebox {

void set_up_input() {
  for (int key = 0; key < ImGuiKey_COUNT; ++key) ImGui::GetIO().KeyMap[key] = key;
}

void write_key(ImGuiKey key, bool is_down) { ImGui::GetIO().KeysDown[key] = is_down; }

void write_state(const FrameInput& input) {
  ImGuiIO& io = ImGui::GetIO();
  io.KeyCtrl = input.modifiers.ctrl;
  io.KeyShift = input.modifiers.shift;
  io.KeyAlt = input.modifiers.alt;
  io.MousePos = {input.pointer.x, input.pointer.y};
  for (std::size_t b = 0; b < kButtons; ++b) io.MouseDown[b] = input.down[b];
  io.MouseWheel += input.wheel;
}

void release_keys() {
  for (bool& down : ImGui::GetIO().KeysDown) down = false;
}

}  // namespace phasebox

#endif
