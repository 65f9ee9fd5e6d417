// SPDX-License-Identifier: MIT
// The state of the file picker.
#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/sentence.hpp"

namespace phasebox::ui {

struct ApplicationModel;

/// The state of the window in which a file to be opened or saved is chosen. A folder is read when
/// the picker opens or enters it, not in every frame.
struct FilePicker {
  enum class Mode : unsigned char { closed, open, save, save_boxes, save_lesson };
  Mode mode = Mode::closed;
  struct Entry {
    std::string name;
    bool is_folder;
  };
  std::filesystem::path folder;
  std::vector<Entry> entries;  ///< folders first, each sorted by name: A = a, 2 before 10
  std::string name;            ///< name of the file to be saved or opened
  Sentence trouble;            ///< why a folder or file cannot be taken; empty otherwise
  bool wants_focus = false;    ///< the text field is to get the keyboard's focus
  bool has_entered = false;    ///< the last click entered a folder
  std::string filter;          ///< what the user typed to search for a name
  /// A link that was pasted in place of a name; `name` is its beginning.
  static constexpr std::size_t kMaxPasted = 200;
  std::string pasted;
  bool then_quits = false;  ///< the program quits once the file is saved

  bool is_open() const { return mode != Mode::closed; }
  bool saves() const { return is_open() && mode != Mode::open; }
  /// The name, or the whole of the pasted link where the name is its beginning.
  const std::string& whole_name() const {
    return !name.empty() && name == pasted.substr(0, kMaxPasted) ? pasted : name;
  }
  /// Opens the picker in a folder, with the default name of the mode.
  void show(Mode how, const std::filesystem::path& where);
  /// Lists a folder: its folders and the files that Phasebox opens, without hidden ones. If it
  /// cannot be read, `trouble` says why.
  void enter(const std::filesystem::path& where);
  void close() { mode = Mode::closed; }
  /// Whether an entry is shown: while a file is to be opened, only those whose name contains
  /// `filter`.
  bool lists(const Entry& entry) const;
  /// Returns the path of `name` in the folder. A file that is to be saved gets ".json" or, if it
  /// holds recorded boxes, ".csv", unless it has such an ending.
  std::filesystem::path file() const;
  /// Accepts the name and returns the file's path. If only one entry matches the filter, a name
  /// that does not exist means that entry. Returns none if the name is empty, is that of a folder,
  /// which is entered, or is of no file to open or in no folder to save in; then `trouble` says so.
  std::optional<std::filesystem::path> take();
};

/// Opens or saves, by the mode of the picker, the file that was chosen in it. If saving would
/// replace a file, the user is asked first (Questions::replace_asked), and the picker stays open
/// behind the question.
void open_or_save(ApplicationModel& model, const std::filesystem::path& file);
/// Does the same without a question, and closes the picker. The program then quits if that was
/// wanted and nothing is unsaved.
void finish_picking(ApplicationModel& model, const std::filesystem::path& file);

}  // namespace phasebox::ui
