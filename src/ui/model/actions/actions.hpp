// SPDX-License-Identifier: MIT
// The one table of everything that a key can do: keys, help, tooltips, menus and docs/keys.md read
// it.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "world/param_owner.hpp"

namespace phasebox {

// clang-format off
/// Everything that a key or a menu line can do.
enum class Action : std::uint8_t {
  open, save, screenshot, quit, undo, redo, clone, remove, more, fewer, previous_scene,
  next_scene, restart, new_seed, pause, step, frame_back, frame_forward,
  xray, xray_forward, xray_back, broadphase,
  next_broadphase, previous_broadphase, next_narrowphase, previous_narrowphase, group_size, n_up,
  n_down, snap,
  response, tune, cliffs,
  structure, boundaries, candidates, boxes, velocities, ids, color_by, space, theme, whole_field,
  fit_selection, race, lanes, panel, statistics_size, full_screen, messages,
  why, accuracy, energy, lessons, help, escape, count_
};
// clang-format on

// clang-format off
/// A key by its character without Shift (lower case), or one that has no character.
enum class Key : std::uint16_t {
  none = 0, space = ' ', escape = 256, tab, enter, remove, home, end, page_up, page_down, insert,
  backspace, left, right, up, down, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12
};
// clang-format on

/// One way to press an action: by key, or by the character typed where layouts differ.
struct Chord {
  Key key = Key::none;
  char text = 0;  ///< the character, when `key` is none
  bool ctrl = false, shift = false;
  int value = 0;        ///< handed to the action
  bool hidden = false;  ///< works, but is not named
};

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

/// One line of the table.
struct ActionRow {
  Action action;
  std::string_view id, title;  ///< kebab-case; a few words, as a menu line
  std::string_view help;       ///< one sentence
  Menu menu;
  std::span<const Chord> chords;
  Owner owner = {};           ///< the parameter that it switches or cycles ...
  std::string_view key = {};  ///< ... none for the others
  std::string_view keys_text =
      {};                ///< how the keys are written, when a list of chords would be clumsy
  bool repeats = false;  ///< a held key does it again and again
};

/// All actions, in the order of help and menus; row i is Action i.
std::span<const ActionRow> actions();
const ActionRow& row_of(Action action);

/// An action with the value of the chord that asked for it.
struct Invocation {
  Action action;
  int value = 0;
};

/// A key going down, with the character that it typed, if any.
struct KeyPress {
  Key key = Key::none;
  char text = 0;
  bool ctrl = false, shift = false, alt = false;
  bool repeat = false;
};

/// The action of that key press, or nothing. Shift counts for a character only when the character
/// can be typed without it.
std::optional<Invocation> find_action(const KeyPress& press);

/// "Ctrl+Shift+N", "F1", "+".
std::string chord_name(const Chord& chord);
/// All keys of an action, as a user reads them: "P, Space".
std::string keys_of(const ActionRow& row);
/// The help sentence and the keys, for tooltips.
std::string hint_of(Action action);
/// Whether a text contains another one, whatever the case of its letters; the empty one is in all.
bool contains_words(std::string_view text, std::string_view words);
/// Whether keys, title or help of an action contain what is searched.
bool is_searched(const ActionRow& row, std::string_view words);
/// The action that switches that parameter, or null.
const ActionRow* action_of_param(Owner owner, std::string_view key);

/// What the mouse does in the field: gesture and meaning.
struct Gesture {
  std::string_view gesture, meaning;
};
std::span<const Gesture> gestures();

/// The table as Markdown, for docs/keys.md.
std::string key_table_markdown();

}  // namespace phasebox
