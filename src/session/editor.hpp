// SPDX-License-Identifier: MIT
// Carries commands out on the state of a session, and keeps for undo the values that they replaced.
#pragma once
#include "session/command.hpp"
#include "session/session_state.hpp"
#include "session/undo_history.hpp"

namespace phasebox {

/// Carries the command out, or returns an error and changes nothing. What it replaced is added to
/// the history, if undo can take it back.
Status apply(SessionState&, UndoHistory&, const Command&);

/// The error of a command that would change sprites while a recording plays.
inline constexpr const char* kAsRecorded =
    "a box recording plays and its boxes are as recorded; start a scene to change sprites";

/// Carries out one command on the state `s`. The overload for the command's type checks it first,
/// then changes the state, and stores in `change` the values that it replaced. The overloads stand
/// in session/command, in the file of the same name as the header that declares the command.
struct Editor {
  SessionState& s;
  UndoHistory& history;
  Change change{};

#define PHASEBOX_CARRY_OUT(C, ...) Status operator()(const command::C&);
  PHASEBOX_COMMANDS(PHASEBOX_CARRY_OUT)
#undef PHASEBOX_CARRY_OUT

  /// A copy of the parts of the state that undo restores if a command replaces all sprites.
  Change::Whole whole() const { return {s.whole(), s.file, s.revision.saved, s.steps}; }
  /// Replaces a sprite. `is_traits` says that only its filter and volume differ, so that undo
  /// restores these alone and the sprite stays where it has moved to.
  void set(SpriteId id, const Sprite& sprite, bool is_traits) {
    change.patches.push_back({id, s.world.get(id), sprite, is_traits});
    s.world.set(id, sprite);
  }
  // Defined in session/command/sprites.cpp.

  /// Adds a sprite, whose id is the number of sprites before.
  void add(const Sprite&);
  /// Removes a sprite; the last sprite takes over its id. The pointer's hold follows.
  void remove(SpriteId);

  // Defined in session/command/settings.cpp.

  /// Sets a parameter whose value has been checked, and returns the value before. Also makes what
  /// depends on it again: all sprites, their volumes or their boxes.
  double set_param(const Owner& owner, const std::string& key, double value);
};

}  // namespace phasebox
