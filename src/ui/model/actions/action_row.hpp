// SPDX-License-Identifier: MIT
// One declaration per action: its keys, what it says, where it stands, what it does.
#pragma once
#include <string>
#include <string_view>

#include "ui/model/actions/chord.hpp"
#include "world/param_owner.hpp"

namespace phasebox {

struct ApplicationModel;
class KeyMap;
struct Model;
struct UiState;

/// Where an action stands in the menu bar.
enum class Menu : std::uint8_t {
  none,
  file,
  edit,
  scene,
  simulation,
  algorithm,
  view,
  tools,
  help
};

/// Everything that there is to say of an action; help, tooltips, menus and docs/keys.md read it.
struct ActionRow {
  std::string_view id, title;  ///< kebab-case; a few words, as a menu line
  std::string_view help;       ///< one sentence
  Menu menu;
  Chords chords;
  /// What it does, with the value of the chord. Null: it switches or cycles the parameter `key` of
  /// `owner`, or it opens and closes the tool of its id.
  void (*perform)(ApplicationModel&, int value) = nullptr;
  Owner owner = {};
  std::string_view key = {};
  std::string_view keys_text = {};  ///< how the keys are written, when a list would be clumsy
  bool repeats = false;             ///< a held key does it again and again
  /// Whether it is on, where it switches something that is neither a parameter nor a tool.
  bool (*is_on)(const Model&, const UiState&) = nullptr;

  constexpr ActionRow repeating() const {
    ActionRow row = *this;
    row.repeats = true;
    return row;
  }
  constexpr ActionRow written_as(std::string_view keys) const {
    ActionRow row = *this;
    row.keys_text = keys;
    return row;
  }
  constexpr ActionRow checked_while(bool (*on)(const Model&, const UiState&)) const {
    ActionRow row = *this;
    row.is_on = on;
    return row;
  }
};

/// The `perform` of an action that calls `f(model, arguments ...)`, whatever chord was pressed.
template <auto f, auto... arguments>
void does(ApplicationModel& model, int) {
  f(model, arguments...);
}

/// An action with the value of the chord that asked for it.
struct Invocation {
  const ActionRow* row;
  int value = 0;
};

/// Whether a key press is that chord. Shift counts for a character only when the character can be
/// typed without it.
bool matches(const Chord& chord, const KeyPress& press);
/// All keys of an action, as a user reads them: "P, Space".
std::string keys_of(const ActionRow& row, const KeyMap& keys);
/// The same, or for an action without keys where else it is: "View menu".
std::string place_of(const ActionRow& row, const KeyMap& keys);
/// How a sentence says that an action is asked for: by its first key, or without keys by its line
/// of the menu, "Edit > Undo".
std::string key_or_menu(const ActionRow& row, const KeyMap& keys);
/// The help sentence and the keys, for tooltips.
std::string hint_of(const ActionRow& row, const KeyMap& keys);
/// Whether a text contains another one, whatever the case of its letters; the empty one is in all.
bool contains_words(std::string_view text, std::string_view words);
/// Whether keys, title or help of an action contain what is searched.
bool is_searched(const ActionRow& row, std::string_view words, const KeyMap& keys);

}  // namespace phasebox
