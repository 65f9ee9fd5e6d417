// SPDX-License-Identifier: MIT
// The keys of actions: those of their rows, or others that the user has chosen.
#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ui/model/actions/action_row.hpp"

namespace phasebox {

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

}  // namespace phasebox
