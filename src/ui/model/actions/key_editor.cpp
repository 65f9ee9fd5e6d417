// SPDX-License-Identifier: MIT
// From a pressed key to a changed one.
#include "ui/model/actions/key_editor.hpp"

#include <utility>

namespace phasebox {

bool KeyEditor::take_key(const KeyPress& press, KeyMap& keys,
                         std::span<const ActionRow* const> all) {
  if (!waits) return false;
  if (press.key == Key::escape) {
    settle(Conflict::leave, keys);
    return true;
  }
  if (used_by) return false;  // the choice is pressed like any other button
  const std::optional<Chord> chord = chord_of(press);
  if (!chord) return true;
  used_by = keys.used_at(*chord, *waits, all);
  pressed = chord;
  if (!used_by) settle(Conflict::take, keys);
  return true;
}

void KeyEditor::settle(Conflict how, KeyMap& keys) {
  const auto where = std::exchange(waits, {});
  const auto chord = std::exchange(pressed, {});
  const auto other = std::exchange(used_by, {});
  if (how == Conflict::leave || !where || !chord) return;
  const std::vector<Chord> mine = keys.shown(*where->row);
  const Chord old = where->place < mine.size() ? mine[where->place] : Chord{};
  if (other) keys.set(*other, how == Conflict::swap ? old : Chord{});
  keys.set(*where, *chord);
}

}  // namespace phasebox
