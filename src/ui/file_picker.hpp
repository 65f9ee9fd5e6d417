// SPDX-License-Identifier: MIT
// A small file picker: folders, scenes, pictures and recorded boxes in one list.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace phasebox {

/// State of the picker; the folder is read when it is opened or changed, not every frame.
struct FilePicker {
  enum class Mode : unsigned char { closed, open, save } mode = Mode::closed;
  struct Entry {
    std::string name;
    bool is_folder;
  };
  std::filesystem::path folder;
  std::vector<Entry> entries;  ///< folders first, by name
  std::string name;            ///< file to be written (save) or chosen (open)
  std::string trouble;         ///< why the folder could not be read; empty otherwise
  bool just_opened = false;

  bool is_open() const { return mode != Mode::closed; }
  void show(Mode how, const std::filesystem::path& where);
  void enter(const std::filesystem::path& where);
  void close() { mode = Mode::closed; }
};

/// Whether the picker lists a file of that name: scenes, pictures, recorded boxes.
bool is_listed(const std::filesystem::path& file);

}  // namespace phasebox
