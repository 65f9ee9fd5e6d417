// SPDX-License-Identifier: MIT
// The changes of a session that can be undone or redone.
#pragma once
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "base/sentence.hpp"
#include "collide/broadphase.hpp"
#include "collide/narrowphase.hpp"
#include "session/past_frames.hpp"
#include "session/snapshot.hpp"
#include "world/param_owner.hpp"
#include "world/scene/document.hpp"
#include "world/world.hpp"

namespace phasebox {

/// A sprite before and after it was inserted, removed or set.
struct Patch {
  SpriteId id;
  std::optional<Sprite> before, after;  ///< none: the sprite did not exist
  bool is_traits = false;  ///< only filter and volume differ, and undo sets these alone
};

/// The values that one command replaced, for undo. Sprites keep moving after a command, so undo
/// restores only what the command has changed; a whole world comes back only if the command
/// replaced all sprites. Undo exchanges the values kept here with those of the session, so that
/// redo can exchange them again.
struct Change {
  struct Whole {
    WholeState state;
    SceneFile file;                    ///< where the sprites came from
    std::uint64_t saved_revision = 0;  ///< Revision::saved before the command
    std::uint64_t steps = 0;           ///< number of the step that was shown before
    PastFrames past{};                 ///< the steps before that
  };
  std::vector<Patch> patches;                        ///< in the order in which they were made
  std::optional<Whole> whole;                        ///< only if the command replaced all sprites
  std::optional<std::uint32_t> scene_count;          ///< the scene's number of sprites before
  const BroadphaseEntry* broad = nullptr;            ///< the one chosen before; null: not changed
  const NarrowphaseEntry* narrow = nullptr;          ///< the one chosen before; null: not changed
  std::vector<ParamValue> params{};                  ///< the values before
  std::optional<std::vector<ImageTuning>> tuning{};  ///< of all images, before
  Sentence title{};                                  ///< the command's name in messages
  bool joins = true;           ///< may be one with a change of the same parameter just before
  std::uint64_t revision = 0;  ///< Revision::now before the command
  std::uint64_t number = 0;    ///< from 1, in the order in which changes were made

  /// Whether the command replaced nothing that undo could restore.
  bool empty() const {
    return patches.empty() && params.empty() && !whole && !broad && !narrow && !tuning;
  }
  /// The memory that this change keeps, in bytes, by estimate: its patches, a world, the boxes of a
  /// recording that has grown or is swept, and the sprites of a scene file. Past steps, which few
  /// changes keep, do not count.
  std::size_t bytes() const;
};

/// Two stacks of changes: those that can be undone, bounded in number and memory with the oldest
/// forgotten first, and those that were undone and can be redone.
class UndoHistory {
 public:
  static constexpr std::size_t kMaxChanges = 200;
  /// The bound, in bytes, of the changes that can be undone together. The newest is kept even if it
  /// takes more. An edit of every sprite of the largest world fits in.
  static constexpr std::size_t kMaxBytes = std::size_t{256} << 20;

  /// Adds a new change and forgets all that could be redone. If it joins and sets the same single
  /// parameter as the newest change, that one stays alone, so that one undo restores the value
  /// before both; it takes the new title, which may name the value. Only the newest change that
  /// has past steps keeps them, and the first one that keep_after() protects.
  void push(Change change);
  bool can_undo() const { return !done_.empty(); }
  bool can_redo() const { return !undone_.empty(); }
  /// The titles of the changes that would be undone or redone next; empty when there is none.
  Sentence undo_title() const { return can_undo() ? done_.back().title : Sentence(); }
  Sentence redo_title() const { return can_redo() ? undone_.back().title : Sentence(); }
  /// The changes that would be undone or redone next; null when there is none. The values in one
  /// that was undone are those that redo restores.
  const Change* to_undo() const { return can_undo() ? &done_.back() : nullptr; }
  const Change* to_redo() const { return can_redo() ? &undone_.back() : nullptr; }
  /// The numbers of the changes that would be undone or redone next; 0 when there is none.
  std::uint64_t undo_number() const { return can_undo() ? done_.back().number : 0; }
  std::uint64_t redo_number() const { return can_redo() ? undone_.back().number : 0; }
  /// The number of the last change that was made; 0 before the first.
  std::uint64_t last_number() const { return last_number_; }
  /// Whether the change of that number was undone, also if it can no longer be redone. One that was
  /// forgotten for its age is still in force.
  bool is_undone(std::uint64_t number) const {
    return number > forgotten_ && number <= last_number_ &&
           std::ranges::find(done_, number, &Change::number) == done_.end();
  }
  /// Forgets no change after the one of that number, whatever the bounds are, until it is called
  /// again with nothing.
  void keep_after(std::optional<std::uint64_t> number) { kept_after_ = number; }
  /// Forgets all changes.
  void forget() {
    done_.clear();
    undone_.clear();
    forgotten_ = last_number_;
  }
  /// Moves the newest change of one stack, which must not be empty, to the other and returns it.
  /// The caller exchanges its values with those of the session.
  Change& undo() { return move_newest(done_, undone_); }
  Change& redo() { return move_newest(undone_, done_); }

 private:
  void forget_older_pasts();
  static Change& move_newest(std::deque<Change>& from, std::deque<Change>& to) {
    assert(!from.empty());
    to.push_back(std::move(from.back()));
    from.pop_back();
    return to.back();
  }

  std::deque<Change> done_, undone_;
  std::uint64_t last_number_ = 0;
  std::uint64_t forgotten_ = 0;  // the number of the newest change that was forgotten while in force
  std::optional<std::uint64_t> kept_after_;
};

}  // namespace phasebox
