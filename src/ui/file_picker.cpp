// SPDX-License-Identifier: MIT
// Reading folders for the file picker.
#include "ui/file_picker.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <system_error>

namespace phasebox {

bool is_listed(const std::filesystem::path& file) {
  std::string name = file.filename().string();
  std::ranges::transform(name, name.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  constexpr std::array<std::string_view, 7> kEndings{".json", ".png",    ".jpg",    ".jpeg",
                                                     ".csv",  ".csv.gz", ".csv.zst"};
  return std::ranges::any_of(kEndings, [&](std::string_view e) { return name.ends_with(e); });
}

void FilePicker::show(Mode how, const std::filesystem::path& where) {
  mode = how;
  just_opened = true;
  name = how == Mode::save ? "scene.json" : "";
  enter(where);
}

void FilePicker::enter(const std::filesystem::path& where) {
  std::error_code error;
  const auto absolute = std::filesystem::weakly_canonical(where, error);
  folder = error ? where : absolute;
  entries.clear();
  trouble.clear();
  auto at = std::filesystem::directory_iterator(folder, error);
  for (; !error && at != std::filesystem::directory_iterator(); at.increment(error)) {
    std::error_code unreadable;  // a dangling link is no reason to stop
    const bool is_folder = at->is_directory(unreadable);
    const std::string entry = at->path().filename().string();
    if (entry.starts_with('.') || (!is_folder && !is_listed(at->path()))) continue;
    entries.push_back({entry, is_folder});
  }
  if (error) trouble = "cannot read this folder: " + error.message();
  std::ranges::sort(entries, [](const Entry& a, const Entry& b) {
    return a.is_folder != b.is_folder ? a.is_folder : a.name < b.name;
  });
}

}  // namespace phasebox
