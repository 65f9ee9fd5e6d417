// SPDX-License-Identifier: MIT
// The declaration of an action: its texts, menu, default keys and effect.
#pragma once
#include <array>
#include <string_view>

#include "ui/model/actions/keys.hpp"
#include "world/param_owner.hpp"

namespace phasebox::ui {

struct ApplicationModel;

/// The menu of the menu bar that lists an action. `none`: no menu lists it, so it is performed by
/// keys alone.
enum class Menu { none, file, edit, scene, simulation, algorithm, view, tools, help };

/// The titles of the menus, in the order of Menu. The first is the heading of actions without a
/// menu in the help.
inline constexpr std::array<const char*, 9> kMenuTitles{
    "Everywhere", "File", "Edit", "Scene", "Simulation", "Algorithm", "View", "Tools", "Help"};

/// Declares an action: its texts, menu, default keys and effect. Help, tooltips, menus and
/// docs/keys.md are made from it.
struct ActionRow {
  std::string_view id, title;  ///< id in kebab-case; title, a few words for menu and help
  std::string_view help;       ///< what the action does, in one sentence
  Menu menu;
  Chords chords;
  /// Carries out the action; `value` is that of the key combination that was pressed. Null: the
  /// action switches or cycles the parameter `key` of `owner`, or without an owner opens and closes
  /// the tool of its id.
  void (*perform)(ApplicationModel&, int value) = nullptr;
  Owner owner = {};
  std::string_view key = {};
  std::string_view keys_text = {};  ///< shown in place of a list of the default keys
  bool repeats = false;             ///< the action is repeated while its key is held
  bool is_by_key = false;           ///< the menu lists it only if it has no key
  /// Returns whether the action's check mark is set, for an action that switches something other
  /// than a parameter or a tool; else null.
  bool (*is_on)(const ApplicationModel&) = nullptr;

  // Each of these returns a copy of the row with one member set.

  constexpr ActionRow repeating() const {
    ActionRow row = *this;
    row.repeats = true;
    return row;
  }
  constexpr ActionRow by_key() const {
    ActionRow row = *this;
    row.is_by_key = true;
    return row;
  }
  constexpr ActionRow written_as(std::string_view keys) const {
    ActionRow row = *this;
    row.keys_text = keys;
    return row;
  }
  constexpr ActionRow checked_while(bool (*on)(const ApplicationModel&)) const {
    ActionRow row = *this;
    row.is_on = on;
    return row;
  }
};

/// Calls `f(model, arguments ...)`, whatever keys were pressed. It is used as `perform` of an
/// ActionRow.
template <auto f, auto... arguments>
void does(ApplicationModel& model, int) {
  f(model, arguments...);
}

/// An action to be performed, with the value of the key combination that was pressed, or of the
/// action's first one when a menu performs it.
struct Invocation {
  const ActionRow* row;
  int value = 0;
};

/// Performs an action. One that opens, changes or closes the tool also closes the start page, and
/// unless the tool is now the X-ray or a lesson also ends the lecture view.
void perform(ApplicationModel& model, Invocation what);

}  // namespace phasebox::ui
