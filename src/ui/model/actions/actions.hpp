// SPDX-License-Identifier: MIT
// One declaration per action: its keys, its texts, its menu, what it does; the keys that
// the user has chosen.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collide/broadphase.hpp"
#include "ui/model/input.hpp"
#include "world/param_owner.hpp"

namespace phasebox {

struct ApplicationModel;
class KeyMap;

/// The menu of an action.
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

/// In the order of Menu; the first is the help's, of what is in no menu.
inline constexpr std::array<const char*, 9> kMenuTitles{
    "Everywhere", "File", "Edit", "Scene", "Simulation", "Algorithm", "View", "Tools", "Help"};

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
  bool (*is_on)(const ApplicationModel&) = nullptr;

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
  constexpr ActionRow checked_while(bool (*on)(const ApplicationModel&)) const {
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

// The keys of actions: those of their rows, or others that the user has chosen.

/// What the settings file holds: names of keys ("Ctrl+K", "F4"), by the id of an action. Empty
/// where a place of the row has no key.
using KeyNames = std::map<std::string, std::vector<std::string>>;

/// One of the keys of an action.
struct KeyPlace {
  const ActionRow* row = nullptr;
  std::size_t place = 0;  ///< among the keys of the row that are shown
  bool operator==(const KeyPlace&) const = default;
};

/// The keys of all actions as they are now.
class KeyMap {
 public:
  static constexpr std::size_t kMaxKeys = 10;  ///< of one action

  /// Those that are shown, each with the value that it hands to the action; one without a key
  /// matches nothing. What the row hides is not among them, and stays.
  std::vector<Chord> shown(const ActionRow& row) const;
  bool is_changed(const ActionRow& row) const { return changed_.contains(row.id); }
  bool is_changed() const { return !changed_.empty(); }
  /// Another key instead of the one at that place; behind the last one it is added. Chord{}: none.
  void set(KeyPlace where, Chord chord);
  /// The default keys again; also for other actions that have taken one of them.
  void reset(const ActionRow& row, std::span<const ActionRow* const> all);
  void reset() { changed_.clear(); }

  /// Where that key is already used, by another place of any action.
  std::optional<KeyPlace> used_at(const Chord& chord, KeyPlace but,
                                  std::span<const ActionRow* const> all) const;
  /// The keys that are not those of the rows.
  KeyNames names() const;
  /// Takes those over. What is unknown, unreadable, fixed, or would use a key twice is left out: it
  /// is added to `left_out`, and said in one line each.
  std::vector<std::string> load(const KeyNames& wanted, std::span<const ActionRow* const> all,
                                KeyNames& left_out);

 private:
  // One of its keys that another place has too, and whose.
  std::optional<std::pair<Chord, const ActionRow*>> used_twice(
      const ActionRow& row, std::span<const ActionRow* const> all) const;

  std::map<std::string_view, std::vector<Chord>> changed_;  // by id, of the row's own text
};

/// Whether both are the same key, whatever their values.
bool is_same_key(const Chord& a, const Chord& b);
/// "Ctrl+Shift+N", "F1", "+".
std::string chord_name(const Chord& chord);
/// The key of that name, as `chord_name` writes it.
std::optional<Chord> parse_chord(std::string_view name);
/// The key that was pressed as a chord; nothing for a key that none can have.
std::optional<Chord> chord_of(const KeyPress& press);
/// Whether the user may choose its keys: not of what closes the window that does it.
bool has_free_keys(const ActionRow& row);

// Choosing keys: which one is to be pressed, and what to do when it is already used.

/// What is going on in the window in which keys are chosen.
struct KeyEditor {
  /// What to do with a key that another action has.
  enum class Conflict : std::uint8_t {
    take,  ///< the other action loses it
    swap,  ///< the other action gets the key that this one had
    leave  ///< nothing changes
  };

  bool is_open = false;
  std::string filter;
  std::optional<KeyPlace> waits;    ///< for the next key that is pressed
  std::optional<Chord> pressed;     ///< it is the key of another action:
  std::optional<KeyPlace> used_by;  ///< this one

  void wait_for(KeyPlace where) { waits = where, pressed.reset(), used_by.reset(); }
  /// A key while one is waited for, or while a choice is open: Esc ends both and
  /// leaves all as it is. False when the key is none of its business.
  bool take_key(const KeyPress& press, KeyMap& keys, std::span<const ActionRow* const> all);
  void settle(Conflict how, KeyMap& keys);
  void close() { *this = {}; }
};

// The entries of a registry as a ring, and by number.

/// The entry before or after that one, round the ends.
template <class Entry>
const Entry& neighbor(std::span<const Entry* const> all, const Entry& now, int by) {
  const auto here = std::ranges::find(all, &now) - all.begin();
  const auto n = static_cast<std::ptrdiff_t>(all.size());
  return *all[static_cast<std::size_t>((here + by + n) % n)];
}

/// The digit whose key chooses it: 0 the reference, the others 1, 2 ... in the order of the
/// registry; those from 10 on have no key.
inline int number_of(const BroadphaseEntry& entry) {
  if (entry.role == BroadphaseRole::reference) return 0;
  int number = 1;
  for (const BroadphaseEntry* other : broadphases()) {
    if (other == &entry) break;
    if (other->role != BroadphaseRole::reference) ++number;
  }
  return number;
}

// Actions at work.

/// Carries out an action.
void perform(ApplicationModel& model, Invocation what);
/// A key while a question is open: Enter takes its default, Esc cancels, and no
/// other key does anything. False when there is no question.
bool answer_by_key(ApplicationModel& model, Key key);

}  // namespace phasebox
