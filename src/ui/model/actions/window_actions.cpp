// SPDX-License-Identifier: MIT
// Actions on files, windows and the window itself.
#include <filesystem>

#include <fmt/format.h>

#include "ui/model/actions/action_row.hpp"
#include "ui/model/application_model.hpp"
#include "ui/model/files/files.hpp"
#include "ui/model/xray_view.hpp"

namespace phasebox {
namespace {

std::filesystem::path picker_folder(const ApplicationModel& model) {
  if (!model.ui.picker.folder.empty()) return model.ui.picker.folder;
  std::error_code none;
  const auto here = std::filesystem::current_path(none);
  return none ? std::filesystem::path(".") : here;
}

void choose_file(ApplicationModel& model) {
  model.ui.picker.show(FilePicker::Mode::open, picker_folder(model));
}

void save(ApplicationModel& model) {
  if (const RecordingPlayback* show = model.session.show()) {
    if (show->path().empty() && show->rows() > 0)
      return model.ui.picker.show(FilePicker::Mode::save_boxes, picker_folder(model));
    return model.note(
        fmt::format("Recorded boxes are not saved as a scene: {} holds them", show->name()));
  }
  const std::string& path = model.session.file().path;
  if (!path.empty()) return save_file(model, path);
  model.ui.picker.show(FilePicker::Mode::save, picker_folder(model));
}

void take_screenshot(ApplicationModel& model) { model.requests.emplace_back(request::Picture{}); }

void switch_film(ApplicationModel& model) { model.requests.emplace_back(request::Film{}); }

void switch_full_screen(ApplicationModel& model) {
  model.requests.emplace_back(request::FullScreen{});
}

void quit(ApplicationModel& model) {
  if (model.session.has_unsaved())
    model.ui.quit_asked = true;
  else
    model.requests.emplace_back(request::Quit{});
}

// Closes what is topmost; with nothing left, asks whether to quit.
void escape(ApplicationModel& model) {
  UiState& ui = model.ui;
  if (cancel_gesture(model)) return;
  if (model.popup_open)
    model.requests.emplace_back(request::ClosePopups{});
  else if (ui.key_editor.is_open)
    ui.key_editor.close();
  else if (ui.help_open)
    ui.help_open = false;
  else if (ui.picker.is_open())
    ui.picker.close();
  else if (ui.messages_open)
    ui.messages_open = false;
  else if (leave_xray(model))
    return;
  else if (model.region_query)
    model.region_query.reset();
  else if (!model.selection.empty())
    model.selection.clear();
  else if (!ui.tool.empty())
    ui.tool.clear();
  else
    ui.quit_asked = true;
}

void change_keys(ApplicationModel& model) {
  const bool was_open = model.ui.key_editor.is_open;
  model.ui.key_editor.close();
  model.ui.key_editor.is_open = !was_open;
}

bool changes_keys(const Model&, const UiState& ui) { return ui.key_editor.is_open; }

void to_part(ApplicationModel& model, int by) { model.ui.keyboard.steps = by; }

void flip(ApplicationModel& model, bool UiState::*part) { model.ui.*part = !(model.ui.*part); }

template <bool UiState::*part>
bool shows(const Model&, const UiState& ui) {
  return ui.*part;
}

}  // namespace

// clang-format off
extern const ActionRow open_action{"open", "Open ...",
    "Choose a scene, a picture or recorded boxes and open the file.", Menu::file,
    {ctrl(on_key('o'))}, does<choose_file>};
extern const ActionRow save_action{"save", "Save ...",
    "Save the scene as it stands to a file, or the boxes of a game that was followed.", Menu::file, {ctrl(on_key('s'))}, does<save>};
extern const ActionRow screenshot_action{"screenshot", "Screenshot",
    "Save the window as a numbered PNG in the current folder.", Menu::file, {on_key(Key::f12)},
    does<take_screenshot>};
extern const ActionRow film_action = ActionRow{"film", "Film",
    "Film the window as a numbered WebP in the current folder, for 30 s at most; again ends it.",
    Menu::file, {shift(on_key(Key::f12))}, does<switch_film>}
    .checked_while(shows<&UiState::is_filmed>);
extern const ActionRow quit_action{"quit", "Quit",
    "Leave Phasebox.", Menu::file, {ctrl(on_key('q'))}, does<quit>};
extern const ActionRow panel_action = ActionRow{"panel", "Panel",
    "Show or hide the panel on the right.", Menu::view, {on_key(Key::tab)},
    does<flip, &UiState::panel_open>}.checked_while(shows<&UiState::panel_open>);
extern const ActionRow next_part_action = ActionRow{"next-part", "Keyboard to the next part",
    "Move the keyboard's focus from part to part of the window: Tab, arrows, Space and Enter act there, Esc ends it.",
    Menu::view, {worth(1, on_key(Key::f6)), worth(-1, shift(on_key(Key::f6)))}, to_part};
extern const ActionRow statistics_size_action = ActionRow{"statistics-size", "Large statistics",
    "Write the statistics large, one below the other, or in two columns.", Menu::view,
    {on_key(Key::f2)}, does<flip, &UiState::large_statistics>}
    .checked_while(shows<&UiState::large_statistics>);
extern const ActionRow full_screen_action{"full-screen", "Full screen",
    "Switch between full screen and a window.", Menu::view, {on_key(Key::f11)},
    does<switch_full_screen>};
extern const ActionRow messages_action = ActionRow{"messages", "Messages",
    "Show all messages so far.", Menu::view, {on_key('m')}, does<flip, &UiState::messages_open>}
    .checked_while(shows<&UiState::messages_open>);
extern const ActionRow help_action = ActionRow{"help", "Keys and mouse",
    "Show this help.", Menu::help, {on_key(Key::f1), typed('?')}, does<flip, &UiState::help_open>}
    .checked_while(shows<&UiState::help_open>);
extern const ActionRow keys_action = ActionRow{"keys", "Change keys ...",
    "Choose other keys for actions; the settings keep them.", Menu::help, {}, does<change_keys>}
    .checked_while(changes_keys);
extern const ActionRow report_action{"report", "Report a problem ...",
    "Save all that was done so far as a numbered file that phasebox replay repeats.", Menu::help, {},
    does<save_report>};
extern const ActionRow escape_action{"escape", "Close",
    "Close the topmost window; with none open, ask to quit.", Menu::none, {on_key(Key::escape)},
    does<escape>};
// clang-format on

}  // namespace phasebox
