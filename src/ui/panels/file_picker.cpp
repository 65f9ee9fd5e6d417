// SPDX-License-Identifier: MIT
// Draws the window in which the user chooses a file to open, or to save to.
#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <system_error>

#include "ui/language/translation.hpp"
#include "ui/link.hpp"
#include "ui/model/files/files.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/icons.hpp"

namespace phasebox::ui {
namespace {

// Draws a line of the file list, an icon and behind it `name`. Returns whether it was clicked. The
// widget's id is the number `id` and not the name, because a file name may hold any bytes, and
// ImGui reads "##" in ids.
bool entry_line(std::optional<Icon> icon, const std::string& name, bool chosen, int id) {
  ImGui::PushID(id);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::Selectable("##entry", chosen, ImGuiSelectableFlags_AllowDoubleClick);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 color = ImGui::GetColorU32(ImGuiCol_Text);
  if (icon) draw_icon(list, *icon, {at.x + em() / 2, at.y + em() / 2}, em(), color);
  list.AddText({at.x + 1.5f * em(), at.y}, color, printable(name).c_str());
  ImGui::PopID();
  return clicked;
}

// Draws the list of folders and files. Returns the folder that was clicked, to be entered, or an
// empty path. A click on a file puts its name into the name field; a double click also sets
// `taken`, as the button does that opens or saves. If the first click of a double click has entered
// a folder, the second is ignored, because the entry that now lies under the pointer is not the one
// that was meant.
std::filesystem::path list_entries(const Gui& gui, FilePicker& picker, bool& taken) {
  std::filesystem::path enter;
  const bool is_double = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  const bool is_spent = is_double && picker.has_entered;
  if (entry_line(Icon::chevron_up, "..", false, -1) && !is_spent)
    enter = picker.folder.parent_path();
  bool is_empty = true;
  for (std::size_t i = 0; i < picker.entries.size(); ++i) {
    const FilePicker::Entry& entry = picker.entries[i];
    if (!picker.lists(entry)) continue;
    is_empty = false;
    const bool chosen = !entry.is_folder && picker.name == entry.name;
    const bool clicked = entry_line(entry.is_folder ? std::optional(Icon::folder) : std::nullopt,
                                    entry.name, chosen, static_cast<int>(i));
    remember_rect(gui, "picker.entry." + entry.name);
    if (!clicked || is_spent) continue;
    // The name field gets the focus, so that the next key goes to it.
    picker.wants_focus = true;
    if (entry.is_folder)
      enter = picker.folder / entry.name;
    else
      picker.name = entry.name;
    taken |= !entry.is_folder && is_double;
  }
  if (is_empty) text(gui, "Nothing here that can be opened.", Role::text_dim);
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) picker.has_entered = false;
  picker.has_entered |= !enter.empty();
  return enter;
}

// Opens or saves what the name says: a file, or while a file is to be opened a link.
void take_name(const Gui& gui, FilePicker& picker) {
  std::error_code missing;
  const std::string link(link_in(picker.whole_name()));
  if (!picker.saves() && !link.empty() && !std::filesystem::exists(picker.file(), missing)) {
    picker.wants_focus = true;
    gui.ask([link](ApplicationModel& model) { open_pasted(model, link); });
  } else if (const auto file = picker.take()) {
    gui.ask([file = *file](ApplicationModel& model) { open_or_save(model, file); });
  }
}

bool name_field(const Gui& gui, FilePicker& picker) {
  const std::string shown = printable(picker.name);
  std::array<char, 1024> buffer{};
  std::memcpy(buffer.data(), shown.data(), std::min(shown.size(), buffer.size() - 1));
  // Behind a question the field waits for the focus, which belongs to the question.
  if (!gui.ui.has_modal() && std::exchange(picker.wants_focus, false)) {
    ImGui::SetKeyboardFocusHere();
    gui.ui.keys_wait = 5;
  }
  ImGui::SetNextItemWidth(-1);
  const std::string hint = picker.saves() ? "" : tr("A path or a Phasebox link");
  const bool entered = ImGui::InputTextWithHint(
      "##name", hint.c_str(), buffer.data(), buffer.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  // A click elsewhere takes the focus from the name field only until the button is up again. If the
  // focus was moved by keys, it stays where they have put it.
  if (!ImGui::IsItemActive() && !ImGui::IsAnyMouseDown() && !gui.ui.keyboard.is_on)
    picker.wants_focus = true;
  remember_rect(gui, "picker.name");
  if (!picker.saves())
    tooltip("Type to search. Ctrl+V pastes a link, which Enter or the button opens.");
  // printable() may replace bytes of the name. Such a name stays as it is until the user edits it.
  if (shown != buffer.data()) {
    picker.name = picker.filter = buffer.data();
    picker.trouble = {};
  }
  return entered;
}

}  // namespace

void draw_picker(const Gui& gui, Vec2 screen) {
  FilePicker& picker = gui.ui.picker;
  if (!picker.is_open()) return;
  const Vec2 size{std::min(gui.px(560), screen.x - 16), std::min(gui.px(460), screen.y - 16)};
  bool stays = true, taken = false;
  std::filesystem::path enter;
  using Mode = FilePicker::Mode;
  const Mode mode = picker.mode;
  const char* title = mode == Mode::save_boxes    ? "Save the recorded boxes"
                      : mode == Mode::save_lesson ? "Save the lesson"
                      : picker.saves()            ? "Save the scene"
                                       : "Open a scene, a lesson, a picture or a box recording";
  if (begin_movable(gui, title, &stays, screen * 0.5f, size)) {
    text_wrapped(gui, Sentence::as_is(printable(picker.folder.string())), Role::text_dim);
    if (!picker.trouble.empty()) text_wrapped(gui, picker.trouble, Role::warning);
    const float below = 2 * ImGui::GetFrameHeightWithSpacing() + gui.px(4);
    begin_child("entries", {0, -below}, true);
    enter = list_entries(gui, picker, taken);
    ImGui::EndChild();
    taken |= name_field(gui, picker);
    std::error_code missing;
    const bool saves = picker.saves();
    const bool replaces =
        !picker.name.empty() && std::filesystem::is_regular_file(picker.file(), missing);
    taken |= button(gui, !saves ? "Open" : replaces ? "Replace" : "Save", "picker.take");
    ImGui::SameLine();
    if (ImGui::Button(tr_label("Cancel (Esc)"))) stays = false;
    if (taken) take_name(gui, picker);
  }
  remember_window(gui, "picker");
  ImGui::End();
  if (!enter.empty()) picker.enter(enter);
  if (!stays) picker.close();
}

}  // namespace phasebox::ui
