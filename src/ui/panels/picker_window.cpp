// SPDX-License-Identifier: MIT
// The file picker as a window.
#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include "ui/language/tr.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/imgui_navigation.hpp"
#include "ui/widgets/style.hpp"

namespace phasebox {
namespace {

// One line of the list; its name may hold any bytes, which are no id of a widget.
bool entry_line(const char* mark, const std::string& name, bool chosen, int id) {
  ImGui::PushID(id);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::Selectable("##entry", chosen, ImGuiSelectableFlags_AllowDoubleClick);
  const std::string line = mark + printable(name);
  ImGui::GetWindowDrawList()->AddText(at, ImGui::GetColorU32(ImGuiCol_Text), line.c_str());
  ImGui::PopID();
  return clicked;
}

// Returns the folder to enter, if any; a click on a file chooses it, a double click takes it.
std::filesystem::path list_entries(FilePicker& picker, UiState& ui, bool& taken) {
  std::filesystem::path enter;
  if (entry_line("↑  ", "..", false, -1)) enter = picker.folder.parent_path();
  for (std::size_t i = 0; i < picker.entries.size(); ++i) {
    const FilePicker::Entry& entry = picker.entries[i];
    const bool chosen = !entry.is_folder && picker.name == entry.name;
    const bool clicked =
        entry_line(entry.is_folder ? "→  " : "    ", entry.name, chosen, static_cast<int>(i));
    remember_rect(ui, "picker.entry." + entry.name);
    if (!clicked) continue;
    picker.wants_focus = true;  // what is typed next belongs into the name
    if (entry.is_folder)
      enter = picker.folder / entry.name;
    else
      picker.name = entry.name;
    taken |= !entry.is_folder && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  }
  return enter;
}

bool name_field(FilePicker& picker, UiState& ui) {
  const std::string shown = printable(picker.name);
  std::array<char, 1024> buffer{};
  std::memcpy(buffer.data(), shown.data(), std::min(shown.size(), buffer.size() - 1));
  if (std::exchange(picker.wants_focus, false)) {
    ImGui::SetKeyboardFocusHere();
    ui.keys_wait = 5;
  }
  ImGui::SetNextItemWidth(-1);
  const bool entered = ImGui::InputText("##name", buffer.data(), buffer.size(),
                                        ImGuiInputTextFlags_EnterReturnsTrue);
  // A click beside the list must not take the keyboard focus; keys may.
  if (!ImGui::IsItemActive() && !ImGui::IsAnyMouseDown() && !ui.keyboard.is_on)
    picker.wants_focus = true;
  remember_rect(ui, "picker.name");
  // A name with letters that cannot be shown stays what it is until it is edited.
  if (shown != buffer.data()) {
    picker.name = buffer.data();
    picker.trouble.clear();
  }
  return entered;
}

bool replaces(const FilePicker& picker) {
  std::error_code missing;
  return !picker.name.empty() && std::filesystem::is_regular_file(picker.file(), missing);
}

const char* title_of(const FilePicker& picker) {
  if (picker.mode == FilePicker::Mode::save_boxes) return "Save the recorded boxes";
  return picker.saves() ? "Save the scene" : "Open a scene, a picture or a box recording";
}

}  // namespace

void draw_picker(const Model& model, UiState& ui, Vec2 screen, Requests& out) {
  FilePicker& picker = ui.picker;
  if (!picker.is_open()) return;
  const Theme& colors = theme(model.view.theme);
  const Vec2 size{std::min(560 * ui.scale, screen.x - 16), std::min(460 * ui.scale, screen.y - 16)};
  ImGui::SetNextWindowPos(to_imgui(screen * 0.5f), ImGuiCond_Appearing, {0.5f, 0.5f});
  ImGui::SetNextWindowSize(to_imgui(size), ImGuiCond_Appearing);
  bool stays = true, taken = false;
  std::filesystem::path enter;
  if (ImGui::Begin(tr_label(title_of(picker)), &stays,
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
    text_wrapped(printable(picker.folder.string()), colors[Role::text_dim]);
    if (!picker.trouble.empty()) text_wrapped(picker.trouble, colors[Role::warning]);
    const float below = 2 * ImGui::GetFrameHeightWithSpacing() + 4 * ui.scale;
    begin_child("entries", {0, -below}, true);
    enter = list_entries(picker, ui, taken);
    ImGui::EndChild();
    taken |= name_field(picker, ui);
    const bool saves = picker.saves();
    taken |= ImGui::Button(tr_label(saves ? (replaces(picker) ? "Replace" : "Save") : "Open"));
    remember_rect(ui, "picker.take");
    ImGui::SameLine();
    if (ImGui::Button(tr_label("Cancel (Esc)"))) stays = false;
    if (taken)
      if (const auto file = picker.take()) {
        out.push_back(saves ? Request(request::Save{*file}) : Request(request::Open{*file}));
        stays = false;
      }
  }
  ImGui::End();
  if (!enter.empty()) picker.enter(enter);
  if (!stays) picker.close();
}

}  // namespace phasebox
