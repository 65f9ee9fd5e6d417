// SPDX-License-Identifier: MIT
// Lists folders for the file picker, and takes a name.
#include "ui/model/files/file_picker.hpp"

#include <algorithm>
#include <system_error>
#include <tuple>

#include "base/text.hpp"
#include "io/pictures/images.hpp"
#include "language/format_sentence.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/model/application_model.hpp"
#include "ui/model/files/files.hpp"
#include "ui/model/files/lesson_draft.hpp"

namespace phasebox::ui {

extern const ActionRow quit_action;  // defined in actions/action_rows.cpp

namespace {

const char* default_name(FilePicker::Mode mode) {
  if (mode == FilePicker::Mode::save_boxes) return "boxes.csv";
  if (mode == FilePicker::Mode::save_lesson) return "lesson.json";
  return mode == FilePicker::Mode::save ? "scene.json" : "";
}

// Returns the text by which a name is sorted: without case, and with each number filled up with
// zeros to 32 digits, so that scene_2 stands before scene_10.
std::string sorted_by(const std::string& name) {
  constexpr std::size_t kDigits = 32;
  std::string key = lower(name);
  for (std::size_t at = 0; (at = key.find_first_of("0123456789", at)) != key.npos;) {
    const std::size_t end = std::min(key.find_first_not_of("0123456789", at), key.size());
    key.insert(at, kDigits - std::min(end - at, kDigits), '0');
    at += std::max(end - at, kDigits);
  }
  return key;
}

}  // namespace

void FilePicker::show(Mode how, const std::filesystem::path& where) {
  mode = how;
  name = default_name(how);
  then_quits = false;
  enter(where);
}

bool FilePicker::lists(const Entry& entry) const {
  return mode != Mode::open || contains_words(entry.name, filter);
}

void FilePicker::enter(const std::filesystem::path& where) {
  wants_focus = true;
  filter.clear();
  std::error_code error;
  const auto absolute = std::filesystem::weakly_canonical(where, error);
  folder = error ? where : absolute;
  entries.clear();
  trouble = {};
  auto at = std::filesystem::directory_iterator(folder, error);
  for (; !error && at != std::filesystem::directory_iterator(); at.increment(error)) {
    std::error_code unreadable;  // a dangling link, for example, does not end the listing
    const bool is_folder = at->is_directory(unreadable);
    const std::string entry = at->path().filename().string();
    if (entry.starts_with('.') || (!is_folder && kind_of(at->path()) == FileKind::other)) continue;
    entries.push_back({entry, is_folder});
  }
  if (error) trouble = say("This folder cannot be read: {}", Sentence::as_is(error.message()));
  std::ranges::sort(entries, {}, [](const Entry& entry) {
    return std::tuple(!entry.is_folder, sorted_by(entry.name), entry.name);
  });
}

std::filesystem::path FilePicker::file() const {
  std::filesystem::path path = folder / name;
  if (saves() && mode != Mode::save_boxes && kind_of(path) != FileKind::scene) path += ".json";
  if (mode == Mode::save_boxes && !lower(name).ends_with(".csv")) path += ".csv";
  return path;
}

std::optional<std::filesystem::path> FilePicker::take() {
  wants_focus = true;
  if (name.empty()) return {};
  std::error_code error;
  if (mode == Mode::open && !std::filesystem::exists(folder / name, error)) {
    const auto is_listed = [this](const Entry& entry) { return lists(entry); };
    const auto only = std::ranges::find_if(entries, is_listed);
    if (std::ranges::count_if(entries, is_listed) == 1) name = only->name;
  }
  const std::filesystem::path typed = folder / name;
  if (std::filesystem::is_directory(typed, error)) {
    enter(typed);
    name = default_name(mode);
    return {};
  }
  const std::filesystem::path path = file();
  const bool exists = std::filesystem::exists(picture_file(path), error);
  const bool has_folder = std::filesystem::is_directory(picture_file(path).parent_path(), error);
  trouble = {};
  if (!has_folder)
    trouble = say("There is no folder {}; choose one of the list",
                  Sentence::as_is(printable(path.parent_path().string())));
  else if (mode == Mode::open && !exists)
    trouble = say("There is no file or folder '{}' here; choose one of the list",
                  Sentence::as_is(printable(name)));
  if (!trouble.empty()) return {};
  return path;
}

void open_or_save(ApplicationModel& model, const std::filesystem::path& file) {
  std::error_code missing;
  if (model.ui.picker.saves() && std::filesystem::is_regular_file(file, missing))
    model.ui.replace_asked = file;
  else
    finish_picking(model, file);
}

void finish_picking(ApplicationModel& model, const std::filesystem::path& file) {
  using Mode = FilePicker::Mode;
  FilePicker& picker = model.ui.picker;
  const Mode mode = std::exchange(picker.mode, Mode::closed);
  if (mode == Mode::save_lesson)
    save_lesson(model, file);
  else
    mode == Mode::open ? open_file(model, file) : save_file(model, file);
  if (picker.then_quits && !model.session.has_unsaved()) perform(model, {&quit_action});
}

}  // namespace phasebox::ui
