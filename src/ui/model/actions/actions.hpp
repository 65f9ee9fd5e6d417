// SPDX-License-Identifier: MIT
// Keys and a frame's input; one declaration per action: keys, texts, menu, effect; the user's keys.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/geometry.hpp"
#include "collide/broadphase.hpp"
#include "world/param_owner.hpp"

namespace phasebox::ui {

// clang-format off
/// A key by its character without Shift (lower case), or one that has no character.
enum class Key : std::uint16_t {
  none = 0, space = ' ', escape = 256, tab, enter, remove, home, end, page_up, page_down, insert,
  backspace, left, right, up, down, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, menu
};
// clang-format on

/// A key going down, with the character that it typed, if any.
struct KeyPress {
  Key key = Key::none;
  char text = 0;
  bool ctrl = false, shift = false, alt = false;
  bool repeat = false;
};

/// One way to press an action: by key, or by the character typed where layouts differ.
struct Chord {
  Key key = Key::none;
  char text = 0;  ///< the character, when `key` is none
  bool ctrl = false, shift = false;
  int value = 0;        ///< handed to the action
  bool hidden = false;  ///< works, but is not named

  constexpr bool is_none() const { return key == Key::none && text == 0; }
  /// Whether both are the same key, whatever their values.
  constexpr bool operator==(const Chord& o) const {
    return key == o.key && text == o.text && ctrl == o.ctrl && shift == o.shift;
  }
};

constexpr Chord on_key(Key key) { return {.key = key}; }
constexpr Chord on_key(char letter) { return {.key = Key{static_cast<std::uint16_t>(letter)}}; }
constexpr Chord typed(char text, int value = 0) { return {.text = text, .value = value}; }
constexpr Chord ctrl(Chord c) { return c.ctrl = true, c; }
constexpr Chord shift(Chord c) { return c.shift = true, c; }
constexpr Chord worth(int value, Chord c) { return c.value = value, c; }
constexpr Chord hidden(Chord c) { return c.hidden = true, c; }

/// All ways to press one action, in the row itself; more than `kMax` do not compile.
class Chords {
 public:
  static constexpr std::size_t kMax = 10;
  consteval Chords(std::initializer_list<Chord> all) : size_(all.size()) {
    std::copy(all.begin(), all.end(), all_.begin());
  }
  constexpr Chords() = default;  ///< none
  constexpr explicit Chords(const Chord& one) : all_{one}, size_(1) {}
  constexpr const Chord* begin() const { return all_.data(); }
  constexpr const Chord* end() const { return all_.data() + size_; }
  constexpr bool empty() const { return size_ == 0; }

 private:
  std::array<Chord, kMax> all_{};
  std::size_t size_ = 0;
};

/// Mouse buttons in Dear ImGui's order.
enum class Button : std::uint8_t { left, right, middle, count_ };
inline constexpr std::size_t kButtons = static_cast<std::size_t>(Button::count_);

struct Modifiers {
  bool ctrl = false, shift = false, alt = false;
  bool operator==(const Modifiers&) const = default;
};

/// A frame's input: no button or key changes twice, and nothing that polling per frame would miss.
struct FrameInput {
  struct KeyChange {
    Key key;
    bool down;
  };
  Vec2 pointer;  ///< window px
  std::array<bool, kButtons> down{}, pressed{}, released{};
  float wheel = 0;  ///< notches, up is positive
  Modifiers modifiers;
  std::vector<KeyChange> keys;
  std::string text;               ///< UTF-8 typed
  std::optional<KeyPress> press;  ///< the key that went down, if one did
  bool focus_lost = false;
};

struct ApplicationModel;
class KeyMap;

enum class Menu { none, file, edit, scene, simulation, algorithm, view, tools, help };

/// In the order of Menu; the first is the help's, of what is in no menu.
inline constexpr std::array<const char*, 9> kMenuTitles{
    "Everywhere", "File", "Edit", "Scene", "Simulation", "Algorithm", "View", "Tools", "Help"};

/// Everything that there is to say of an action; help, tooltips, menus and docs/keys.md read it.
struct ActionRow {
  std::string_view id, title;  ///< kebab-case; a few words, as a menu line
  std::string_view help;       ///< one sentence
  Menu menu;
  Chords chords;
  /// With the chord's value. Null: switches or cycles `key` of `owner`, or toggles its id's tool.
  void (*perform)(ApplicationModel&, int value) = nullptr;
  Owner owner = {};
  std::string_view key = {};
  std::string_view keys_text = {};  ///< how the keys are written, when a list would be clumsy
  bool repeats = false;             ///< a held key does it again and again
  bool is_by_key = false;           ///< as long as it has a key it is no line of its menu
  /// Whether it is on, where it switches something that is neither a parameter nor a tool.
  bool (*is_on)(const ApplicationModel&) = nullptr;

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

/// Whether a key press is that chord. Shift counts only for what can be typed without it.
bool matches(const Chord& chord, const KeyPress& press);
/// All keys of an action, as a user reads them: "P, Space".
std::string keys_of(const ActionRow& row, const KeyMap& keys);
/// The same, or for an action without keys where else it is: "View menu".
std::string place_of(const ActionRow& row, const KeyMap& keys);
/// How a sentence says that an action is requested: its first key, else its line, "Edit > Undo".
std::string key_or_menu(const ActionRow& row, const KeyMap& keys);
/// The help sentence and the keys, for tooltips.
std::string hint_of(const ActionRow& row, const KeyMap& keys);
/// Whether a text contains another one, whatever the case of its letters; the empty one is in all.
bool contains_words(std::string_view text, std::string_view words);
/// Whether keys, title or help of an action contain what is searched.
bool is_searched(const ActionRow& row, std::string_view words, const KeyMap& keys);

/// As in the settings file: names of keys ("Ctrl+K", "F4") by action; empty for a place without.
using KeyNames = std::map<std::string, std::vector<std::string>>;

struct KeyPlace {
  const ActionRow* row = nullptr;
  std::size_t place = 0;  ///< among the keys of the row that are shown
  bool operator==(const KeyPlace&) const = default;
};

/// The keys of all actions as they are now.
class KeyMap {
 public:
  static constexpr std::size_t kMaxKeys = 10;  ///< of one action

  /// Keys shown, with their values; one without a key matches nothing. Hidden ones stay, unlisted.
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
  /// Takes those over, but for unknown, unreadable, fixed or duplicate ones: a line for each.
  std::vector<std::string> load(const KeyNames& wanted, std::span<const ActionRow* const> all);

 private:
  std::map<std::string_view, std::vector<Chord>> changed_;  // by id, of the row's own text
};

/// "Ctrl+Shift+N", "F1", "+"; empty for none.
std::string chord_name(const Chord& chord);
/// The key of that name, as `chord_name` writes it.
std::optional<Chord> parse_chord(std::string_view name);
/// The key that was pressed as a chord; nothing for a key that none can have.
std::optional<Chord> chord_of(const KeyPress& press);
/// Whether the user may choose its keys: not of what closes the window that does it.
bool has_free_keys(const ActionRow& row);

/// What is going on in the window in which keys are chosen. A key that another action has moves.
struct KeyEditor {
  bool is_open = false;
  std::string filter;
  std::optional<KeyPlace> waits;  ///< for the next key that is pressed
  std::string loss;               ///< which action has lost the key that was chosen last

  void wait_for(KeyPlace where) { waits = where, loss.clear(); }
  /// A key while one is waited for; Esc leaves the old one. False if it is for something else.
  bool take_key(const KeyPress& press, KeyMap& keys, std::span<const ActionRow* const> all);
  void close() { *this = {}; }
};

/// The entry before or after that one, round the ends.
template <class Entry>
const Entry& neighbor(std::span<const Entry* const> all, const Entry& now, int by) {
  const auto here = std::ranges::find(all, &now) - all.begin();
  const auto n = static_cast<std::ptrdiff_t>(all.size());
  return *all[static_cast<std::size_t>((here + by + n) % n)];
}

/// The digit of its key: 0 the reference, 1, 2 ... in registry order; from 10 on there is no key.
inline int number_of(const BroadphaseEntry& entry) {
  if (entry.role == BroadphaseRole::reference) return 0;
  const auto all = broadphases();
  const auto is_numbered = [](auto* e) { return e->role != BroadphaseRole::reference; };
  return 1 +
         static_cast<int>(std::count_if(all.begin(), std::ranges::find(all, &entry), is_numbered));
}

void perform(ApplicationModel& model, Invocation what);
/// A key while a question is open: Esc cancels, ImGui has the focus keys. False without a question.
bool answer_by_key(ApplicationModel& model, Key key);

}  // namespace phasebox::ui
