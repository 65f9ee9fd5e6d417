// SPDX-License-Identifier: MIT
// Reading folders for the file picker, and taking what was typed.
#include "ui/model/files/file_picker.hpp"

#include <algorithm>
#include <cctype>
#include <system_error>

#include <fmt/format.h>

#include "plugin/plugin_list.hpp"

namespace phasebox::ui {
namespace {

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The digits that begin there, without leading zeros.
std::string_view number_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_digit(text[end])) ++end;
  while (at + 1 < end && text[at] == '0') ++at;
  return text.substr(at, end - at);
}

std::size_t end_of_number(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

// How many bytes the letter there takes; 0 when it is no UTF-8 or lies beyond 0xFFFF.
std::size_t letter_bytes(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  const std::size_t n = first < 0x80   ? 1
                        : first < 0xC2 ? 0
                        : first < 0xE0 ? 2
                        : first < 0xF0 ? 3
                                       : 0;
  if (n == 0 || at + n > text.size() || first < 0x20 || first == 0x7F) return 0;
  for (std::size_t i = 1; i < n; ++i)
    if ((static_cast<unsigned char>(text[at + i]) & 0xC0) != 0x80) return 0;
  return n;
}

const char* default_name(FilePicker::Mode mode) {
  if (mode == FilePicker::Mode::save_boxes) return "boxes.csv";
  return mode == FilePicker::Mode::save ? "scene.json" : "";
}

}  // namespace

FileKind kind_of(const std::filesystem::path& file) {
  const std::string name = lower(file.filename().string());
  const auto ends_in = [&](auto... endings) { return (name.ends_with(endings) || ...); };
  if (ends_in(".json")) return FileKind::scene;
  if (ends_in(".png", ".jpg", ".jpeg")) return FileKind::picture;
  if (ends_in(".csv", ".csv.gz", ".csv.zst")) return FileKind::recording;
  if (is_plugin_file(file)) return FileKind::plugin;
  return FileKind::other;
}

bool is_listed(const std::filesystem::path& file) { return kind_of(file) != FileKind::other; }

bool natural_less(std::string_view a, std::string_view b) {
  std::size_t i = 0, k = 0;
  while (i < a.size() && k < b.size()) {
    if (is_digit(a[i]) && is_digit(b[k])) {
      const std::string_view p = number_at(a, i), q = number_at(b, k);
      if (p.size() != q.size()) return p.size() < q.size();
      if (p != q) return p < q;
      i = end_of_number(a, i), k = end_of_number(b, k);
      continue;
    }
    const int x = std::tolower(static_cast<unsigned char>(a[i++]));
    const int y = std::tolower(static_cast<unsigned char>(b[k++]));
    if (x != y) return x < y;
  }
  const std::size_t left = a.size() - i, right = b.size() - k;
  return left != right ? left < right : a < b;
}

std::string printable(std::string_view name) {
  std::string text;
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t n = letter_bytes(name, at);
    if (n == 0) {
      text += '?';
      ++at;
      // The rest of a letter that is left out.
      while (at < name.size() && (static_cast<unsigned char>(name[at]) & 0xC0) == 0x80) ++at;
    } else {
      text += name.substr(at, n);
      at += n;
    }
  }
  return text;
}

void FilePicker::show(Mode how, const std::filesystem::path& where) {
  mode = how;
  name = default_name(how);
  enter(where);
}

void FilePicker::enter(const std::filesystem::path& where) {
  wants_focus = true;
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
  if (error) trouble = "This folder cannot be read: " + error.message();
  std::ranges::sort(entries, [](const Entry& a, const Entry& b) {
    return a.is_folder != b.is_folder ? a.is_folder : natural_less(a.name, b.name);
  });
}

std::filesystem::path FilePicker::file() const {
  std::filesystem::path path = folder / name;
  if (mode == Mode::save && kind_of(path) != FileKind::scene) path += ".json";
  if (mode == Mode::save_boxes && !lower(name).ends_with(".csv")) path += ".csv";
  return path;
}

std::optional<std::filesystem::path> FilePicker::take() {
  wants_focus = true;
  if (name.empty()) return {};
  std::error_code error;
  const std::filesystem::path typed = folder / name;
  if (std::filesystem::is_directory(typed, error)) {
    enter(typed);
    name = default_name(mode);
    return {};
  }
  const std::filesystem::path path = file();
  const bool exists = std::filesystem::exists(path, error);
  const bool has_folder = std::filesystem::is_directory(path.parent_path(), error);
  trouble.clear();
  if (!has_folder)
    trouble = fmt::format("There is no folder {}; choose one of the list",
                          printable(path.parent_path().string()));
  else if (mode == Mode::open && !exists)
    trouble = fmt::format("There is no file or folder '{}' here; choose one of the list",
                          printable(name));
  if (!trouble.empty()) return {};
  return path;
}

}  // namespace phasebox::ui
