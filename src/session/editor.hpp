// SPDX-License-Identifier: MIT
// Carries commands out on the state of a session, and remembers for undo what they replaced.
#pragma once
#include "session/command.hpp"
#include "session/session_state.hpp"
#include "session/undo_history.hpp"

namespace phasebox {

/// Carries the command out and remembers it for undo, or refuses it and changes nothing.
Status apply(SessionState&, UndoHistory&, const Command&);

/// The refusal of a command that would change sprites while a recording plays.
inline constexpr const char* kAsRecorded =
    "a box recording plays and its boxes are as recorded; start a scene to change sprites";

/// Carries out one command: an overload checks it first, then changes the state, and stores in
/// `change` what it replaced. The overloads of a group of commands stand in its file of
/// session/command.
struct Editor {
  SessionState& s;
  UndoHistory& history;
  Change change{};

#define PHASEBOX_CARRY_OUT(C, ...) Status operator()(const command::C&);
  PHASEBOX_COMMANDS(PHASEBOX_CARRY_OUT)
#undef PHASEBOX_CARRY_OUT

  /// The parts of the state that undo restores after all sprites were replaced.
  Change::Whole whole() const { return {s.whole(), s.file, s.revision.saved}; }
  /// Replaces a sprite. With `is_traits`, only its filter and volume differ.
  void set(SpriteId id, const Sprite& sprite, bool is_traits) {
    change.patches.push_back({id, s.world.get(id), sprite, is_traits});
    s.world.set(id, sprite);
  }
  /// Adds a sprite as the last one.
  void add(const Sprite&);
  /// Removes a sprite; the last one takes its id.
  void remove(SpriteId);
  /// Sets a parameter, does what follows from its new value, and returns the value before.
  double set_param(const Owner& owner, const std::string& key, double value);
};

}  // namespace phasebox
