// SPDX-License-Identifier: MIT
// Actions on the view, on files and on the window.
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "ui/model/actions/actions.hpp"
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

// Of the window itself.
template <class Wanted>
void ask(ApplicationModel& model) {
  model.requests.emplace_back(HostRequest(Wanted{}));
}

void quit(ApplicationModel& model) {
  if (model.session.has_unsaved())
    model.ui.quit_asked = true;
  else
    ask<request::Quit>(model);
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

bool changes_keys(const ApplicationModel& model) { return model.ui.key_editor.is_open; }

void to_part(ApplicationModel& model, int by) { model.ui.keyboard.steps = by; }

void flip(ApplicationModel& model, bool UiState::*part) { model.ui.*part = !(model.ui.*part); }

template <auto part>
bool shows(const ApplicationModel& model) {
  return model.ui.*part;
}

// Actions on what is seen of the field.

// Of the pane that is pointed at.
void show_all(ApplicationModel& model) {
  if (!model.pointer_tool.in_field) show_whole_space(model);
  if (!model.pointer_tool.in_space) model.show_whole_field();
}

void fit_selection(ApplicationModel& model) {
  const auto boxes = model.session.frame().boxes;
  std::optional<Aabb> all;
  const auto add = [&](const Aabb& box) { all = all ? united(*all, box) : box; };
  if (model.selection.empty())
    for (const Aabb& box : boxes) add(box);
  else
    for (const SpriteId id : model.selection)
      if (id < boxes.size()) add(boxes[id]);
  if (!all) return model.show_whole_field();
  model.camera.fit(*all, 48 * model.ui.scale);
  model.whole_field = false;
}

void change_scale(ApplicationModel& model, int steps) {
  const double percent = 10 * (std::round(10 * static_cast<double>(model.ui.scale)) + steps);
  model.ui.choose_scale(static_cast<float>(percent / 100));
  model.note("Text and widgets: " + grouped_whole(100 * static_cast<double>(model.ui.scale)) +
             " %");
}

void switch_lanes(ApplicationModel& model) {
  model.study(command::SetLanes{!model.lab.race.has_lanes()});
}

bool has_lanes(const ApplicationModel& model) { return model.lab.race.has_lanes(); }

// Switches or cycles the view option of its id.
consteval ActionRow option(std::string_view id, std::string_view title, Chord chord,
                           std::string_view help) {
  return {id, title, help, Menu::view, {chord}, nullptr, Owner::view(), id};
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
    does<ask<request::Picture>>};
extern const ActionRow film_action = ActionRow{"film", "Film",
    "Film the window as a numbered WebP in the current folder, for 30 s at most; again ends it.",
    Menu::file, {shift(on_key(Key::f12))}, does<ask<request::Film>>}
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
    does<ask<request::FullScreen>>};
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

// clang-format off
extern const ActionRow color_by_action = option("colour-by", "Color by", on_key('c'),
    "Color the sprites by their image, group, cost (box tests), speed or category.");
extern const ActionRow space_action = option("space", "3D view", on_key(Key::f7),
    "Show the field in perspective beside itself, the depth of the structure as height.");
extern const ActionRow theme_action = option("theme", "Theme", on_key('t'),
    "Change the colors: dark, flash (light), color-blind safe.");
extern const ActionRow larger_text_action{"larger-text", "Larger text and widgets",
    "Make text and widgets larger, as Ctrl and the wheel over the panel do.", Menu::view, {},
    does<change_scale, 1>};
extern const ActionRow smaller_text_action{"smaller-text", "Smaller text and widgets",
    "Make text and widgets smaller, as Ctrl and the wheel over the panel do.", Menu::view, {},
    does<change_scale, -1>};
extern const ActionRow whole_field_action{"whole-field", "Whole field",
    "Show all of the field.", Menu::view, {on_key(Key::home)}, does<show_all>};
extern const ActionRow fit_selection_action{"fit-selection", "Fit the selection",
    "Fill the view with the selected sprites, or with all of them.", Menu::view, {on_key('f')},
    does<fit_selection>};
extern const ActionRow lanes_action = ActionRow{"lanes", "Race in lanes",
    "Divide the field into lanes, one for each algorithm's structure over the same sprites.",
    Menu::tools, {shift(on_key('a'))}, does<switch_lanes>}.checked_while(has_lanes);
// clang-format on

}  // namespace phasebox
