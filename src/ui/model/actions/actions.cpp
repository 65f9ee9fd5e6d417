// SPDX-License-Identifier: MIT
// What is derived from the action table: names of keys, the action of a key press, docs/keys.md's
// table.
#include "ui/model/actions/actions.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>

namespace phasebox {
namespace {

constexpr std::array kGestures = std::to_array<Gesture>({
    {"Drag a sprite", "moves it; let go in motion to throw it"},
    {"Drag empty ground", "launches a sprite like a slingshot"},
    {"Click", "selects a sprite, or nothing"},
    {"Shift+drag", "selects a rectangle"},
    {"Ctrl+drag, Alt+drag", "queries which boxes overlap a rectangle; a click ends it"},
    {"Right click", "menu: why tested, pin, filter, volume, clone, delete"},
    {"Wheel", "zooms at the pointer"},
    {"Middle or right drag", "moves the view"},
    {"In the 3D view", "left drag turns, middle or right drag moves, double click resets"},
    {"Drop a file", "PNG, JPEG: a sprite; JSON: a scene; CSV: recorded boxes"},
});

bool matches(const Chord& chord, const KeyPress& press) {
  if (chord.key != Key::none)
    return chord.key == press.key && chord.ctrl == press.ctrl && chord.shift == press.shift &&
           !press.alt;
  const bool spare_shift = press.shift && static_cast<int>(press.key) == press.text;
  return chord.text == press.text && chord.shift == spare_shift && !press.ctrl;
}

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

const ActionRow& row_of(Action action) {
  assert(action < Action::count_ && "an action of the table");
  return actions()[static_cast<std::size_t>(action)];
}

std::optional<Invocation> find_action(const KeyPress& press) {
  // Keys before characters: a key that is bound by itself must not be taken for what it types.
  for (const bool by_key : {true, false})
    for (const ActionRow& row : actions())
      for (const Chord& chord : row.chords)
        if ((chord.key != Key::none) == by_key && matches(chord, press)) {
          if (press.repeat && !row.repeats) return std::nullopt;
          return Invocation{row.action, chord.value};
        }
  return std::nullopt;
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

std::string hint_of(Action action) {
  const ActionRow& row = row_of(action);
  return std::string(row.help) + " [" + keys_of(row) + "]";
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

const ActionRow* action_of_param(Owner owner, std::string_view key) {
  for (const ActionRow& row : actions())
    if (row.owner && row.owner == owner && row.key == key) return &row;
  return nullptr;
}

std::span<const Gesture> gestures() { return kGestures; }

std::string key_table_markdown() {
  std::string table = "| Key | What it is | What it does |\n|---|---|---|\n";
  const auto line = [&table](std::string_view key, std::string_view what, std::string_view does) {
    table.append("| ").append(key).append(" | ").append(what).append(" | ").append(does);
    table.append(" |\n");
  };
  for (const ActionRow& row : actions()) line('`' + keys_of(row) + '`', row.title, row.help);
  for (const Gesture& g : kGestures) line(g.gesture, "mouse", g.meaning);
  return table;
}

}  // namespace phasebox
