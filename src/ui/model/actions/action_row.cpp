// SPDX-License-Identifier: MIT
// What is derived from a row: names of keys, hints, what is searched.
#include "ui/model/actions/action_row.hpp"

#include <algorithm>
#include <cctype>

namespace phasebox {
namespace {

std::string key_name(Key key) {
  switch (key) {
    case Key::space: return "Space";
    case Key::escape: return "Esc";
    case Key::tab: return "Tab";
    case Key::enter: return "Enter";
    case Key::remove: return "Delete";
    case Key::home: return "Home";
    case Key::page_up: return "PgUp";
    case Key::page_down: return "PgDn";
    default: break;
  }
  const int code = static_cast<int>(key);
  if (key >= Key::f1) return "F" + std::to_string(code - static_cast<int>(Key::f1) + 1);
  const char c = static_cast<char>(code);
  return std::string(1, c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
}

}  // namespace

bool matches(const Chord& chord, const KeyPress& press) {
  if (chord.key != Key::none)
    return chord.key == press.key && chord.ctrl == press.ctrl && chord.shift == press.shift &&
           !press.alt;
  const bool spare_shift = press.shift && static_cast<int>(press.key) == press.text;
  return chord.text == press.text && chord.shift == spare_shift && !press.ctrl;
}

std::string chord_name(const Chord& chord) {
  std::string name;
  if (chord.ctrl) name += "Ctrl+";
  if (chord.shift) name += "Shift+";
  return name + (chord.key == Key::none ? std::string(1, chord.text) : key_name(chord.key));
}

std::string keys_of(const ActionRow& row) {
  if (!row.keys_text.empty()) return std::string(row.keys_text);
  std::string names;
  for (const Chord& chord : row.chords) {
    if (chord.hidden) continue;
    if (!names.empty()) names += ", ";
    names += chord_name(chord);
  }
  return names;
}

// Overlays, tools and what is rarely needed have no keys.
std::string place_of(const ActionRow& row) {
  if (!row.chords.empty()) return keys_of(row);
  if (row.menu == Menu::help) return "Help menu";
  return row.menu == Menu::tools ? "Tools menu" : "View menu";
}

std::string hint_of(const ActionRow& row) {
  const std::string keys = keys_of(row);
  return std::string(row.help) + (keys.empty() ? "" : " [" + keys + "]");
}

bool contains_words(std::string_view text, std::string_view words) {
  const auto same = [](unsigned char a, unsigned char b) {
    return std::tolower(a) == std::tolower(b);
  };
  return std::search(text.begin(), text.end(), words.begin(), words.end(), same) != text.end() ||
         words.empty();
}

bool is_searched(const ActionRow& row, std::string_view words) {
  return contains_words(row.title, words) || contains_words(row.help, words) ||
         contains_words(keys_of(row), words);
}

}  // namespace phasebox
