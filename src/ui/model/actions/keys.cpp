// SPDX-License-Identifier: MIT
// Names, reads and recognizes key combinations.
#include "ui/model/actions/keys.hpp"

#include <utility>

namespace phasebox::ui {
namespace {

constexpr std::array kNamedKeys = std::to_array<std::pair<Key, std::string_view>>({
    {Key::space, "Space"},
    {Key::escape, "Esc"},
    {Key::tab, "Tab"},
    {Key::enter, "Enter"},
    {Key::remove, "Delete"},
    {Key::home, "Home"},
    {Key::end, "End"},
    {Key::page_up, "PgUp"},
    {Key::page_down, "PgDn"},
    {Key::insert, "Insert"},
    {Key::left, "Left"},
    {Key::right, "Right"},
    {Key::up, "Up"},
    {Key::down, "Down"},
    {Key::backspace, "Backspace"},
    {Key::menu, "Menu"},
});

std::string key_name(Key key) {
  for (const auto& [named, name] : kNamedKeys)
    if (named == key) return std::string(name);
  const int code = static_cast<int>(key);
  if (key >= Key::f1) return "F" + std::to_string(code - static_cast<int>(Key::f1) + 1);
  const char c = static_cast<char>(code);
  return std::string(1, c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
}

// Returns the key that has a name of more than one character, such as "PgUp" or "F4"; none for
// other names.
std::optional<Key> named_key(std::string_view name) {
  for (const auto& [key, known] : kNamedKeys)
    if (known == name) return key;
  for (int n = 1; n <= 12; ++n)
    if (name == "F" + std::to_string(n)) return static_cast<Key>(static_cast<int>(Key::f1) + n - 1);
  return {};
}

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (text.size() <= prefix.size() || !text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

bool matches(const Chord& chord, const KeyPress& press) {
  if (chord.key != Key::none)
    return chord.key == press.key && chord.ctrl == press.ctrl && chord.shift == press.shift &&
           !press.alt;
  const bool spare_shift = press.shift && static_cast<int>(press.key) == press.text;
  return !chord.is_none() && chord.text == press.text && chord.shift == spare_shift && !press.ctrl;
}

std::string chord_name(const Chord& chord) {
  if (chord.is_none()) return "";
  std::string name;
  if (chord.ctrl) name += "Ctrl+";
  if (chord.shift) name += "Shift+";
  return name + (chord.key == Key::none ? std::string(1, chord.text) : key_name(chord.key));
}

std::optional<Chord> parse_chord(std::string_view name) {
  const bool has_ctrl = take_prefix(name, "Ctrl+"), has_shift = take_prefix(name, "Shift+");
  Chord chord;
  if (const auto key = named_key(name))
    chord = on_key(*key);
  else if (name.size() != 1 || name[0] <= ' ' || name[0] >= 127)
    return {};
  // A letter means a key, as does any key with Ctrl, which types nothing. Other characters mean
  // what is typed, because they are on different keys in different layouts.
  else if (is_letter(name[0]))
    chord = on_key(static_cast<char>(name[0] | 0x20));
  else
    chord = has_ctrl ? on_key(name[0]) : typed(name[0]);
  chord.ctrl = has_ctrl;
  chord.shift = has_shift;
  return chord;
}

std::optional<Chord> chord_of(const KeyPress& press) {
  const int code = static_cast<int>(press.key);
  const bool is_character = code > ' ' && code < 127;
  if (press.alt || (press.key == Key::none && press.text <= ' ')) return {};
  Chord chord;
  if (!is_character && press.key != Key::none)
    chord = on_key(press.key);
  else if (is_character && (press.ctrl || is_letter(static_cast<char>(code))))
    chord = on_key(static_cast<char>(code));
  else if (press.text > ' ' && press.text < 127)
    chord = typed(press.text);
  else
    return {};
  chord.ctrl = press.ctrl;
  chord.shift = press.shift && (chord.key != Key::none || code == press.text);
  return chord;
}

}  // namespace phasebox::ui
