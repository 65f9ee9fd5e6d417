// SPDX-License-Identifier: MIT
// The file picker as a window.
#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <system_error>

#include "ui/style.hpp"
#include "ui/widgets.hpp"

namespace phasebox {
namespace {

// Returns the folder to enter, if any; a click on a file chooses it, a double click takes it.
std::filesystem::path list_entries(FilePicker& picker, bool& taken) {
  std::filesystem::path enter;
  if (ImGui::Selectable("↑  ..")) enter = picker.folder.parent_path();
  for (const FilePicker::Entry& entry : picker.entries) {
    const std::string line = (entry.is_folder ? "→  " : "    ") + entry.name;
    const bool chosen = !entry.is_folder && picker.name == entry.name;
    if (!ImGui::Selectable(line.c_str(), chosen, ImGuiSelectableFlags_AllowDoubleClick)) continue;
    if (entry.is_folder)
      enter = picker.folder / entry.name;
    else
      picker.name = entry.name;
    taken |= !entry.is_folder && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  }
  return enter;
}

bool name_field(FilePicker& picker, Chrome& chrome) {
  std::array<char, 1024> buffer{};
  std::memcpy(buffer.data(), picker.name.data(), std::min(picker.name.size(), buffer.size() - 1));
  if (picker.just_opened) {
    ImGui::SetKeyboardFocusHere();
    chrome.keys_wait = 5;
  }
  picker.just_opened = false;
  ImGui::SetNextItemWidth(-1);
  const bool entered = ImGui::InputText("##name", buffer.data(), buffer.size(),
                                        ImGuiInputTextFlags_EnterReturnsTrue);
  remember_rect(chrome, "picker.name");
  picker.name = buffer.data();
  return entered;
}

const char* title_of(const FilePicker& picker) {
  return picker.mode == FilePicker::Mode::save ? "Save the scene"
                                               : "Open a scene, a picture or recorded boxes";
}

}  // namespace

void draw_picker(const Model& model, Chrome& chrome, Vec2 screen, Intents& out) {
  FilePicker& picker = chrome.picker;
  if (!picker.is_open()) return;
  const Theme& colours = theme(model.view.theme);
  const Vec2 size{std::min(560 * chrome.scale, screen.x - 16),
                  std::min(460 * chrome.scale, screen.y - 16)};
  ImGui::SetNextWindowPos(to_imgui(screen * 0.5f), ImGuiCond_Appearing, {0.5f, 0.5f});
  ImGui::SetNextWindowSize(to_imgui(size), ImGuiCond_Appearing);
  bool stays = true, taken = false;
  std::filesystem::path enter;
  if (ImGui::Begin(title_of(picker), &stays,
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
    text_wrapped(picker.folder.string(), colours[Role::text_dim]);
    if (!picker.trouble.empty()) text_wrapped(picker.trouble, colours[Role::warning]);
    const float below = 2 * ImGui::GetFrameHeightWithSpacing() + 4 * chrome.scale;
    ImGui::BeginChild("entries", {0, -below}, true);
    enter = list_entries(picker, taken);
    ImGui::EndChild();
    taken |= name_field(picker, chrome);
    std::error_code missing;
    const auto file = picker.folder / picker.name;
    const bool exists = !picker.name.empty() && std::filesystem::exists(file, missing);
    const bool saves = picker.mode == FilePicker::Mode::save;
    taken |= ImGui::Button(!saves ? "Open" : exists ? "Replace" : "Save");
    ImGui::SameLine();
    if (ImGui::Button("Cancel (Esc)")) stays = false;
    if (taken && !picker.name.empty()) {
      (saves ? out.save : out.open) = file;
      stays = false;
    }
  }
  remember_window(chrome, "picker");
  ImGui::End();
  if (!enter.empty()) picker.enter(enter);
  if (!stays) picker.close();
}

}  // namespace phasebox
