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

/// One place in the list of an action's keys that the user sees and may change.
struct KeyPlace {
  const ActionRow* row = nullptr;
  std::size_t place = 0;  ///< index among the keys of the row that are listed
  bool operator==(const KeyPlace&) const = default;
};

/// The keys of all actions: the default keys of the rows, and those that the user has changed.
class KeyMap {
 public:
  static constexpr std::size_t kMaxKeys = 10;  ///< most keys of one action

  /// Returns the listed keys of an action with their values. A place without a key is a Chord{},
  /// which matches nothing. Hidden keys are not among them, but still work.
  std::vector<Chord> shown(const ActionRow& row) const;
  bool is_changed(const ActionRow& row) const { return changed_.contains(row.id); }
  bool is_changed() const { return !changed_.empty(); }
  /// Replaces the key at that place, or adds one where the place is beyond the last. Chord{}
  /// removes the key. The value that the key hands to the action stays that of the place.
  void set(KeyPlace where, Chord chord);
  /// Sets a key like set(), and takes it from the place of the actions `all` that had it. Each key
  /// taken so goes back to the place that had it as soon as no action has it any more, unless that
  /// place was changed or reset meanwhile.
  void take(KeyPlace where, Chord chord, std::span<const ActionRow* const> all);
  /// Restores the default keys of an action, and those of other actions that have taken one of
  /// them. What these actions had taken from others goes back, as in take().
  void reset(const ActionRow& row, std::span<const ActionRow* const> all);
  void reset() { *this = {}; }

  /// Returns a place of one of the actions `all`, other than `but`, that is listed with this key
  /// already; none if there is no such place or `chord` is Chord{}.
  std::optional<KeyPlace> used_at(const Chord& chord, KeyPlace but,
                                  std::span<const ActionRow* const> all) const;
  /// Returns the action, among `all`, that would lose this key to the place `where`, as a listed
  /// key or as a hidden one; null if there is none or `where` has the key already.
  const ActionRow* loser_of(const Chord& chord, KeyPlace where,
                            std::span<const ActionRow* const> all) const;
  /// Returns the names of all keys of the actions whose keys the user has changed, for the settings
  /// file.
  KeyNames names() const;
  /// Takes over keys from the settings file in place of the current ones. An action keeps its
  /// default keys if one of the wanted keys is unreadable or clashes with a key of another action,
  /// if there are too many, or if its keys are fixed; of two actions that want the same key, the
  /// second gets it. A place without its default key counts as one from which the key was taken if
  /// another action has it. Returns a sentence for each action that keeps its default keys, and for
  /// each id that is none.
  std::vector<Sentence> load(const KeyNames& wanted, std::span<const ActionRow* const> all);

 private:
  struct Taken {
    KeyPlace from;  // has had no key since
    Chord chord;
  };
  void give_back(std::span<const ActionRow* const> all);

  std::vector<Taken> taken_;  // oldest first, at most one for each place
  std::map<std::string_view, std::vector<Chord>> changed_;  // by id; the rows own the ids' text
};

/// Whether the user may choose the action's keys. False for "escape" alone, whose key also cancels
/// the choice of a key.
bool has_free_keys(const ActionRow& row);

/// The state of the window in which the user chooses keys. A chosen key that another action has is
/// taken from that action when it is pressed a second time.
struct KeyEditor {
  bool is_open = false;
  std::string filter;
  std::optional<KeyPlace> waits;  ///< the place that the next pressed key is for
  std::optional<Chord> asked;     ///< another action's key, pressed once; a second press takes it
  Sentence message;  ///< says which action would lose the key `asked`, or has lost one; or empty

  /// Waits for the key of a place from now on, or for none.
  void wait_for(std::optional<KeyPlace> where) {
    waits = where;
    asked.reset();
    message = {};
  }
  /// Takes a pressed key while the window waits for one. Esc keeps the old key; a key that no
  /// action can have is ignored, and so are the repeats of a held one. Returns false if the window
  /// does not wait: then the key is for something else.
  bool take_key(const KeyPress& press, KeyMap& keys, std::span<const ActionRow* const> all);
  void close() { *this = {}; }
};

}  // namespace phasebox::ui
