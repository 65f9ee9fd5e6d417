// SPDX-License-Identifier: MIT
// Undo: commands remember what they replaced, not what they meant.
#pragma once
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "core/scene/document.hpp"
#include "core/world.hpp"

namespace phasebox {

/// One sprite inserted, removed or set.
struct Patch {
  enum class Kind : std::uint8_t { add, remove, set } kind;
  SpriteId id;
  Sprite before, after;
};

/// What one command replaced. Sprites keep moving after it, so undoing restores what the command
/// touched and nothing else; only commands that replaced the whole world bring a whole world back.
struct Change {
  struct Whole {
    World world;
    SceneDocument settings;  ///< without sprites
  };
  std::vector<Patch> patches;
  std::optional<ParamValue> param_before, param_after;
  std::optional<Whole> whole_before, whole_after;
  std::optional<std::size_t> broad_before, broad_after, narrow_before, narrow_after;
  bool empty() const {
    return patches.empty() && !param_before && !whole_before && !broad_before && !narrow_before;
  }
};

/// Two stacks of changes, bounded; the oldest is forgotten first.
class History {
 public:
  static constexpr std::size_t kLimit = 200;

  /// A new change; forgets what could be redone. Consecutive values of one parameter become one change.
  void push(Change change);
  bool can_undo() const { return !done_.empty(); }
  bool can_redo() const { return !undone_.empty(); }
  /// Moves the newest change over to the other stack; the caller carries it out.
  Change& undo();
  Change& redo();
  void clear();

 private:
  std::deque<Change> done_, undone_;
};

}  // namespace phasebox
