// SPDX-License-Identifier: MIT
// The input that Dear ImGui gets to see; its versions differ in how.
#include "ui/imgui_input.hpp"

#include <array>
#include <utility>

#include <imgui.h>
#include <imgui_internal.h>

namespace phasebox {
namespace {

// The keys that text fields know.
constexpr std::array kKeys = std::to_array<std::pair<Key, int>>({
    {Key::tab, ImGuiKey_Tab},
    {Key::left, ImGuiKey_LeftArrow},
    {Key::right, ImGuiKey_RightArrow},
    {Key::up, ImGuiKey_UpArrow},
    {Key::down, ImGuiKey_DownArrow},
    {Key::page_up, ImGuiKey_PageUp},
    {Key::page_down, ImGuiKey_PageDown},
    {Key::home, ImGuiKey_Home},
    {Key::end, ImGuiKey_End},
    {Key::insert, ImGuiKey_Insert},
    {Key::remove, ImGuiKey_Delete},
    {Key::backspace, ImGuiKey_Backspace},
    {Key::space, ImGuiKey_Space},
    {Key::enter, ImGuiKey_Enter},
    {Key::escape, ImGuiKey_Escape},
    {Key{'a'}, ImGuiKey_A},
    {Key{'c'}, ImGuiKey_C},
    {Key{'v'}, ImGuiKey_V},
    {Key{'x'}, ImGuiKey_X},
    {Key{'y'}, ImGuiKey_Y},
    {Key{'z'}, ImGuiKey_Z},
});

#if IMGUI_VERSION_NUM >= 18700

// Since 1.87 input is a queue of events.
void write_key(ImGuiIO& io, int key, bool is_down) {
  io.AddKeyEvent(static_cast<ImGuiKey>(key), is_down);
}

void write_state(ImGuiIO& io, const FrameInput& input) {
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

void release_keys(ImGuiIO& io) { io.AddFocusEvent(false); }

#else

// Up to 1.86 the state is polled.
void write_key(ImGuiIO& io, int key, bool is_down) { io.KeysDown[io.KeyMap[key]] = is_down; }

void write_state(ImGuiIO& io, const FrameInput& input) {
  io.KeyCtrl = input.modifiers.ctrl;
  io.KeyShift = input.modifiers.shift;
  io.KeyAlt = input.modifiers.alt;
  io.MousePos = {input.pointer.x, input.pointer.y};
  for (std::size_t b = 0; b < kButtons; ++b) io.MouseDown[b] = input.down[b];
  io.MouseWheel += input.wheel;
}

void release_keys(ImGuiIO& io) {
  for (bool& down : io.KeysDown) down = false;
}

#endif

}  // namespace

void set_up_keys() {
#if IMGUI_VERSION_NUM < 18700
  for (int key = 0; key < ImGuiKey_COUNT; ++key) ImGui::GetIO().KeyMap[key] = key;
#endif
}

// Keys reach ImGui only while it edits text: Tab and the rest are the action table's otherwise.
void write_input(const FrameInput& input) {
  ImGuiIO& io = ImGui::GetIO();
  if (input.focus_lost) release_keys(io);
  write_state(io, input);
  for (const FrameInput::KeyChange& change : input.keys)
    for (const auto& [key, imgui_key] : kKeys)
      if (key == change.key && (!change.down || edits_text()))
        write_key(io, imgui_key, change.down);
  if (edits_text() && !input.modifiers.ctrl) io.AddInputCharactersUTF8(input.text.c_str());
}

// WantTextInput stays true for two frames after Enter; keys pressed then are shortcuts again.
bool edits_text() { return ImGui::GetIO().WantTextInput && ImGui::IsAnyItemActive(); }

bool wants_mouse() { return ImGui::GetIO().WantCaptureMouse; }

bool has_popup() {
  return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

// Tooltips have no public query; they are windows of their own, with numbered names.
bool has_tooltip() {
  const ImGuiWindow* window = ImGui::FindWindowByName("##Tooltip_00");
  return window && window->WasActive;
}

// Taking the focus from all windows closes every popup; ImGui has no other public way.
void close_popups() { ImGui::SetWindowFocus(nullptr); }

}  // namespace phasebox
