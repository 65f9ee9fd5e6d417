// SPDX-License-Identifier: MIT
// The keys of all actions as the user has changed them.
#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/sentence.hpp"
#include "ui/model/actions/action_row.hpp"

namespace phasebox::ui {

/// The names of keys ("Ctrl+K", "F4") by action id, as the settings file has them. An empty name
/// stands for a place without a key.
using KeyNames = std::map<std::string, std::vector<std::string>>;

/// One place in the list of an action's keys.
struct KeyPlace {
  const ActionRow* row = nullptr;
  std::size_t place = 0;  ///< index among the keys of the row that are listed
  bool operator==(const KeyPlace&) const = default;
};

/// The keys of all actions: the default keys of the rows, and those that the user has changed.
class KeyMap {
 public:
  static constexpr std::size_t kMaxKeys = 10;  ///< keys of one action

  /// Returns the listed keys of an action with their values. A place without a key is a Chord{},
  /// which matches nothing. Hidden keys are not among them, but still work.
  std::vector<Chord> shown(const ActionRow& row) const;
  bool is_changed(const ActionRow& row) const { return changed_.contains(row.id); }
  bool is_changed() const { return !changed_.empty(); }
  /// Replaces the key at that place, or adds one where the place is beyond the last. Chord{}
  /// removes the key.
  void set(KeyPlace where, Chord chord);
  /// Restores the default keys of an action, and those of other actions that have taken one of
  /// them.
  void reset(const ActionRow& row, std::span<const ActionRow* const> all);
  void reset() { changed_.clear(); }

  /// Finds another place of any action that has this key already; `but` is the place left out.
  std::optional<KeyPlace> used_at(const Chord& chord, KeyPlace but,
                                  std::span<const ActionRow* const> all) const;
  /// Returns the names of the keys that the user has changed, for the settings file.
  KeyNames names() const;
  /// Takes over keys from the settings file. Actions that are unknown or have fixed keys, and keys
  /// that are unreadable or duplicate, are left out; returns one sentence for each of these.
  std::vector<Sentence> load(const KeyNames& wanted, std::span<const ActionRow* const> all);

 private:
  std::map<std::string_view, std::vector<Chord>> changed_;  // by id; the rows own the ids' text
};

/// Whether the user may choose the action's keys. Those of "escape" are fixed, as it closes the
/// window in which keys are chosen.
bool has_free_keys(const ActionRow& row);

/// The state of the window in which the user chooses keys. A chosen key that another action has is
/// taken from that action.
struct KeyEditor {
  bool is_open = false;
  std::string filter;
  std::optional<KeyPlace> waits;  ///< the place that the next pressed key is for
  Sentence loss;                  ///< which action has lost the key that was chosen last

  void wait_for(KeyPlace where) {
    waits = where;
    loss = {};
  }
  /// Takes a pressed key while the window waits for one; Esc keeps the old key. False if the key is
  /// for something else.
  bool take_key(const KeyPress& press, KeyMap& keys, std::span<const ActionRow* const> all);
  void close() { *this = {}; }
};

}  // namespace phasebox::ui
