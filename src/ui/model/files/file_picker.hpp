// SPDX-License-Identifier: MIT
// The state of the file picker.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/sentence.hpp"

namespace phasebox::ui {

/// The state of the file picker. The folder is read when the picker opens or enters another folder,
/// not in every frame.
struct FilePicker {
  enum class Mode : unsigned char { closed, open, save, save_boxes, save_lesson };
  Mode mode = Mode::closed;
  struct Entry {
    std::string name;
    bool is_folder;
  };
  std::filesystem::path folder;
  std::vector<Entry> entries;  ///< folders first, by name; numbers in names by their value
  std::string name;            ///< name of the file to be saved or opened
  Sentence trouble;            ///< why a folder or file cannot be taken; empty otherwise
  bool wants_focus = false;    ///< the text field of the name gets the keyboard's focus
  bool has_entered = false;    ///< the last click entered a folder
  std::string filter;          ///< part of a name that the user typed
  bool then_quits = false;     ///< the program quits once the file is saved

  bool is_open() const { return mode != Mode::closed; }
  bool saves() const { return is_open() && mode != Mode::open; }
  /// Opens the picker in a folder, with the default name of the mode.
  void show(Mode how, const std::filesystem::path& where);
  /// Lists another folder. If it cannot be read, `trouble` says why.
  void enter(const std::filesystem::path& where);
  void close() { mode = Mode::closed; }
  /// Whether an entry is listed: to open a file, only entries that contain `filter` are.
  bool lists(const Entry& entry) const;
  /// Returns the path of the name, with the ending that a saved scene or recording needs.
  std::filesystem::path file() const;
  /// Accepts the name: enters a folder, or returns a file. None if there is no such file to open or
  /// no folder to save in; then `trouble` says so.
  std::optional<std::filesystem::path> take();
};

}  // namespace phasebox::ui
