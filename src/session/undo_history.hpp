// SPDX-License-Identifier: MIT
// The changes of a session that can be undone or redone.
#pragma once
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "base/sentence.hpp"
#include "collide/broadphase.hpp"
#include "collide/narrowphase.hpp"
#include "session/snapshot.hpp"
#include "world/param_owner.hpp"
#include "world/scene/document.hpp"
#include "world/world.hpp"

namespace phasebox {

/// The undo data of one sprite that was inserted, removed or set.
struct Patch {
  SpriteId id;
  std::optional<Sprite> before, after;  ///< none: the sprite did not exist
  bool is_traits = false;               ///< sets only filter and volume; the sprite may have moved
};

/// The values that one command replaced, for undo. Sprites keep moving after a command, so undo
/// restores what it touched and nothing else; a whole world comes back only if the command replaced
/// the whole world. Undo exchanges the values kept here with those of the session, so that the same
/// change can redo.
struct Change {
  struct Whole {
    WholeState state;
    SceneFile file;  ///< where the sprites came from
    std::uint64_t saved_revision = 0;
  };
  std::vector<Patch> patches;
  std::optional<Whole> whole;
  std::optional<std::uint32_t> scene_count;
  const BroadphaseEntry* broad = nullptr;    ///< the one chosen before; null: not changed
  const NarrowphaseEntry* narrow = nullptr;  ///< the one chosen before; null: not changed
  std::vector<ParamValue> params{};          ///< the values before
  std::optional<std::vector<ImageTuning>> tuning{};
  Sentence title{};            ///< for messages
  std::uint64_t revision = 0;  ///< Revision::now before the command
  std::uint64_t number = 0;    ///< from 1, in the order in which changes were made

  bool empty() const {
    return patches.empty() && params.empty() && !whole && !broad && !narrow && !tuning;
  }
  /// The memory that this change keeps, in bytes: rows of patches, a world, the boxes of a
  /// recording that has grown (each change may hold others of them), the sprites of a scene file.
  std::size_t bytes() const;
};

/// Two stacks of changes, bounded in number and memory; the oldest is forgotten first.
class UndoHistory {
 public:
  static constexpr std::size_t kMaxChanges = 200;
  /// The bound of all changes together, in bytes. The newest change is kept even if it takes more.
  /// An edit of every sprite of the largest world fits in.
  static constexpr std::size_t kMaxBytes = std::size_t{256} << 20;

  /// Adds a new change and forgets what could be redone. Consecutive changes of one parameter
  /// become a single one, which keeps the first value.
  void push(Change change);
  bool can_undo() const { return !done_.empty(); }
  bool can_redo() const { return !undone_.empty(); }
  /// The titles of the changes that would be undone or redone next; empty when there is none.
  Sentence undo_title() const { return can_undo() ? done_.back().title : Sentence(); }
  Sentence redo_title() const { return can_redo() ? undone_.back().title : Sentence(); }
  /// The numbers of the changes that would be undone or redone next; 0 when there is none.
  std::uint64_t undo_number() const { return can_undo() ? done_.back().number : 0; }
  std::uint64_t redo_number() const { return can_redo() ? undone_.back().number : 0; }
  /// The number of the last change that was made; 0 before the first.
  std::uint64_t last_number() const { return last_number_; }
  void forget() {
    done_.clear();
    undone_.clear();
  }
  /// Moves the newest change over to the other stack and returns it; the caller carries it out.
  Change& undo() { return move_newest(done_, undone_); }
  Change& redo() { return move_newest(undone_, done_); }

 private:
  static Change& move_newest(std::deque<Change>& from, std::deque<Change>& to) {
    assert(!from.empty());
    to.push_back(std::move(from.back()));
    from.pop_back();
    return to.back();
  }

  std::deque<Change> done_, undone_;
  std::uint64_t last_number_ = 0;
};

}  // namespace phasebox
