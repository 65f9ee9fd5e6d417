// SPDX-License-Identifier: MIT
// The input that Dear ImGui gets to see: events since its version 1.87, before that its state.
#include "ui/imgui_input.hpp"

#include <algorithm>
#include <array>

#include <imgui.h>

#include "ui/model/input.hpp"

namespace phasebox {
namespace {

#if IMGUI_VERSION_NUM >= 18700

// One key that text fields know.
void write_key(ImGuiKey key, bool is_down) { ImGui::GetIO().AddKeyEvent(key, is_down); }

// Pointer, buttons, wheel and modifiers of a frame.
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

// The window has lost the focus: no key is held any more.
void release_keys() { ImGui::GetIO().AddFocusEvent(false); }

#else

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

#endif

// The keys that ImGui knows: those that move the focus or press what has it, those of text fields.
struct KnownKey {
  Key key;
  ImGuiKey imgui;
  bool moves = false;
};
constexpr std::array kKeys = std::to_array<KnownKey>({
    {Key::tab, ImGuiKey_Tab, true},
    {Key::left, ImGuiKey_LeftArrow, true},
    {Key::right, ImGuiKey_RightArrow, true},
    {Key::up, ImGuiKey_UpArrow, true},
    {Key::down, ImGuiKey_DownArrow, true},
    {Key::page_up, ImGuiKey_PageUp, true},
    {Key::page_down, ImGuiKey_PageDown, true},
    {Key::home, ImGuiKey_Home, true},
    {Key::end, ImGuiKey_End, true},
    {Key::space, ImGuiKey_Space, true},
    {Key::enter, ImGuiKey_Enter, true},
    {Key::escape, ImGuiKey_Escape, true},
    {Key::insert, ImGuiKey_Insert},
    {Key::remove, ImGuiKey_Delete},
    {Key::backspace, ImGuiKey_Backspace},
    {Key{'a'}, ImGuiKey_A},
    {Key{'c'}, ImGuiKey_C},
    {Key{'v'}, ImGuiKey_V},
    {Key{'x'}, ImGuiKey_X},
    {Key{'y'}, ImGuiKey_Y},
    {Key{'z'}, ImGuiKey_Z},
});

}  // namespace

// A frame's input has already been taken from a queue, and the action table and the field act on it
// at once. If ImGui spread it over frames again, a click could meet the field before the menu that
// lies above it.
void set_up_input() {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().ConfigInputTrickleEventQueue = false;
#else
  for (int key = 0; key < ImGuiKey_COUNT; ++key) ImGui::GetIO().KeyMap[key] = key;
#endif
}

bool moves_focus(Key key) {
  return std::ranges::any_of(kKeys, [&](const KnownKey& k) { return k.key == key && k.moves; });
}

namespace {

// Before 1.89.4 ImGui would step with Tab from text field to text field.
constexpr bool kTabIsOurs = IMGUI_VERSION_NUM < 18904;

bool is_written(Key key, KeysFor keys_for, bool is_text) {
  if (key == Key::tab && kTabIsOurs && keys_for != KeysFor::text) return false;
  if (is_text) return true;
  const bool answers = key == Key::enter || key == Key::escape;
  return moves_focus(key) &&
         (keys_for == KeysFor::focus || (keys_for == KeysFor::question && !answers));
}

// Some versions press buttons with Space alone.
void write_presses(const FrameInput::KeyChange& change) {
  if (change.key == Key::enter) write_key(ImGuiKey_Space, change.down);
}

}  // namespace

// Keys reach ImGui only while it edits text or moves the focus: Tab and the rest are the action
// table's otherwise.
void write_input(const FrameInput& input, KeysFor keys_for) {
  if (input.focus_lost) release_keys();
  write_state(input);
  const bool is_text = edits_text();
  for (const FrameInput::KeyChange& change : input.keys)
    for (const auto& [key, imgui_key, moves] : kKeys) {
      if (key != change.key || (change.down && !is_written(key, keys_for, is_text))) continue;
      write_key(imgui_key, change.down);
      if (!is_text || !change.down) write_presses(change);
    }
  if (edits_text() && !input.modifiers.ctrl)
    ImGui::GetIO().AddInputCharactersUTF8(input.text.c_str());
}

// WantTextInput stays true for two frames after Enter; keys pressed then are shortcuts again.
bool edits_text() { return ImGui::GetIO().WantTextInput && ImGui::IsAnyItemActive(); }

bool wants_mouse() { return ImGui::GetIO().WantCaptureMouse; }

bool has_popup() {
  return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

// Taking the focus from all windows closes every popup; ImGui has no other public way.
void close_popups() { ImGui::SetWindowFocus(nullptr); }

}  // namespace phasebox
