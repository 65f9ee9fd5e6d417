// SPDX-License-Identifier: MIT
// The input that Dear ImGui gets to see, and what it does with it.
#include "ui/imgui_input.hpp"

#include <array>
#include <utility>

#include <imgui.h>

#include "ui/imgui_input_writer.hpp"

namespace phasebox {
namespace {

// The keys that text fields know.
constexpr std::array kKeys = std::to_array<std::pair<Key, ImGuiKey>>({
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

}  // namespace

// Keys reach ImGui only while it edits text: Tab and the rest are the action table's otherwise.
void write_input(const FrameInput& input) {
  if (input.focus_lost) release_keys();
  write_state(input);
  for (const FrameInput::KeyChange& change : input.keys)
    for (const auto& [key, imgui_key] : kKeys)
      if (key == change.key && (!change.down || edits_text())) write_key(imgui_key, change.down);
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
