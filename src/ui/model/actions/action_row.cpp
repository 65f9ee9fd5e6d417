// SPDX-License-Identifier: MIT
// What is derived from a row: names of keys, hints, what is searched.
#include "ui/model/actions/action_row.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

#include "ui/model/actions/key_map.hpp"

namespace phasebox {
bool matches(const Chord& chord, const KeyPress& press) {
  if (is_same_key(chord, {})) return false;
  if (chord.key != Key::none)
    return chord.key == press.key && chord.ctrl == press.ctrl && chord.shift == press.shift &&
           !press.alt;
  const bool spare_shift = press.shift && static_cast<int>(press.key) == press.text;
  return chord.text == press.text && chord.shift == spare_shift && !press.ctrl;
}

std::string keys_of(const ActionRow& row, const KeyMap& keys) {
  if (!row.keys_text.empty() && !keys.is_changed(row)) return std::string(row.keys_text);
  std::string names;
  for (const Chord& chord : keys.shown(row)) {
    if (is_same_key(chord, {})) continue;
    if (!names.empty()) names += ", ";
    names += chord_name(chord);
  }
  return names;
}

// Overlays, tools and what is rarely needed have no keys.
std::string place_of(const ActionRow& row, const KeyMap& keys) {
  if (std::string names = keys_of(row, keys); !names.empty()) return names;
  if (row.menu == Menu::help) return "Help menu";
  return row.menu == Menu::tools ? "Tools menu" : "View menu";
}

std::string key_or_menu(const ActionRow& row, const KeyMap& keys) {
  for (const Chord& chord : keys.shown(row))
    if (!is_same_key(chord, {})) return chord_name(chord);
  constexpr std::array<std::string_view, 9> kMenus{
      "", "File", "Edit", "Scene", "Simulation", "Algorithm", "View", "Tools", "Help"};
  return fmt::format("{} > {}", kMenus[static_cast<std::size_t>(row.menu)], row.title);
}

std::string hint_of(const ActionRow& row, const KeyMap& keys) {
  const std::string names = keys_of(row, keys);
  return std::string(row.help) + (names.empty() ? "" : " [" + names + "]");
}

bool contains_words(std::string_view text, std::string_view words) {
  const auto same = [](unsigned char a, unsigned char b) {
    return std::tolower(a) == std::tolower(b);
  };
  return std::search(text.begin(), text.end(), words.begin(), words.end(), same) != text.end() ||
         words.empty();
}

bool is_searched(const ActionRow& row, std::string_view words, const KeyMap& keys) {
  return contains_words(row.title, words) || contains_words(row.help, words) ||
         contains_words(keys_of(row, keys), words);
}

}  // namespace phasebox
