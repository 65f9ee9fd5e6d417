// SPDX-License-Identifier: MIT
// Choosing keys: which one is to be pressed, and what to do when it is already used.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "ui/model/actions/key_map.hpp"

namespace phasebox {

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
  /// A key while one is waited for, or while a choice stands: Esc ends both and
  /// leaves all as it is. False when the key is none of its business.
  bool take_key(const KeyPress& press, KeyMap& keys, std::span<const ActionRow* const> all);
  void settle(Conflict how, KeyMap& keys);
  void close() { *this = {}; }
};

}  // namespace phasebox
