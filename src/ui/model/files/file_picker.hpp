// SPDX-License-Identifier: MIT
// A small file picker: folders, scenes, pictures, box recordings and plug-ins in one list.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace phasebox::ui {

/// State of the picker; the folder is read when it is opened or changed, not every frame.
struct FilePicker {
  enum class Mode : unsigned char { closed, open, save, save_boxes } mode = Mode::closed;
  struct Entry {
    std::string name;
    bool is_folder;
  };
  std::filesystem::path folder;
  std::vector<Entry> entries;  ///< folders first, by name; numbers in names by their value
  std::string name;            ///< file to be written (save) or chosen (open)
  std::string trouble;         ///< why a folder or file cannot be taken; empty otherwise
  bool wants_focus = false;    ///< the name is to get the keys

  bool is_open() const { return mode != Mode::closed; }
  bool saves() const { return mode == Mode::save || mode == Mode::save_boxes; }
  void show(Mode how, const std::filesystem::path& where);
  void enter(const std::filesystem::path& where);
  void close() { mode = Mode::closed; }
  /// The file of that name, with the ending that a saved scene or recording needs.
  std::filesystem::path file() const;
  /// Accepts the name: a folder is entered, a file is the result. Where there is no such
  /// file, `trouble` says so.
  std::optional<std::filesystem::path> take();
};

/// What a file is by its name.
enum class FileKind : unsigned char { other, scene, picture, recording, plugin };
FileKind kind_of(const std::filesystem::path& file);

/// Whether the picker lists a file of that name: scenes, pictures, box recordings, plug-ins.
bool is_listed(const std::filesystem::path& file);

/// Orders names as people do: "scene_2" before "scene_10".
bool natural_less(std::string_view a, std::string_view b);

/// A file name for the screen: bytes that are no UTF-8, and letters beyond the fonts' range, are
/// question marks.
std::string printable(std::string_view name);

}  // namespace phasebox::ui
