// SPDX-License-Identifier: MIT
// Commands: what each does to a session, what it replaced, and how that is taken back.
#pragma once
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/command.hpp"
#include "session/session_state.hpp"

namespace phasebox {

/// One sprite inserted, removed or set.
struct Patch {
  SpriteId id;
  std::optional<Sprite> before, after;  ///< none: it was not there
  bool is_traits = false;               ///< sets filter and volume, and leaves it where it is
};

/// What one command replaced. Sprites keep moving after it, so undoing restores what the command
/// touched and nothing else; only commands that replaced the whole world bring a whole world back.
/// Undoing exchanges the values kept here for the session's, so that the same change redoes.
struct Change {
  struct Whole {
    WholeState state;
    SceneFile file;  ///< that the sprites came from
    std::uint64_t saved_revision = 0;
  };
  std::vector<Patch> patches;
  std::optional<Whole> whole;
  std::optional<std::uint32_t> scene_count;
  const BroadphaseEntry* broad = nullptr;    ///< that was chosen before; null: not changed
  const NarrowphaseEntry* narrow = nullptr;  ///< likewise
  std::vector<ParamValue> params{};          ///< what they were
  std::optional<std::vector<ImageTuning>> tuning{};
  std::optional<std::vector<ImageMaterial>> materials{};
  std::string title{};         ///< for messages
  std::uint64_t revision = 0;  ///< of the sprites before, SessionState::revision
  std::uint64_t number = 0;    ///< from 1, in the order in which changes were made

  bool empty() const {
    return patches.empty() && params.empty() && !whole && !broad && !narrow && !tuning &&
           !materials;
  }
  /// What it keeps that nothing else does: rows of patches, a world, the boxes of a recording that
  /// has grown (each change may hold others of them), the sprites of a scene file.
  std::size_t bytes() const;
};

/// Two stacks of changes, bounded in number and memory; the oldest is forgotten first.
class UndoHistory {
 public:
  static constexpr std::size_t kMaxChanges = 200;
  /// The newest change is kept whatever it takes: of every sprite of the largest world, as much.
  static constexpr std::size_t kMaxBytes = std::size_t{256} << 20;

  /// A new change; forgets what could be redone. Consecutive values of one parameter become one
  /// change.
  void push(Change change);
  bool can_undo() const { return !done_.empty(); }
  bool can_redo() const { return !undone_.empty(); }
  /// What would be undone or redone next; empty when there is nothing.
  std::string_view undo_title() const {
    return can_undo() ? std::string_view(done_.back().title) : "";
  }
  std::string_view redo_title() const {
    return can_redo() ? std::string_view(undone_.back().title) : "";
  }
  /// Their numbers; 0 when there is nothing.
  std::uint64_t undo_number() const { return can_undo() ? done_.back().number : 0; }
  std::uint64_t redo_number() const { return can_redo() ? undone_.back().number : 0; }
  /// Of the last change that was made.
  std::uint64_t last_number() const { return last_number_; }
  void forget() { done_.clear(), undone_.clear(); }
  /// Moves the newest change over to the other stack; the caller carries it out.
  Change& undo() { return move_newest(done_, undone_); }
  Change& redo() { return move_newest(undone_, done_); }

 private:
  void forget_oldest();
  static Change& move_newest(std::deque<Change>& from, std::deque<Change>& to);

  std::deque<Change> done_, undone_;
  std::uint64_t last_number_ = 0;
};

/// Carries the command out and remembers it for undo, or refuses it and changes nothing.
Status apply(SessionState&, UndoHistory&, const Command&);

/// Largest population, and most images; more is refused.
inline constexpr std::uint32_t kMaxSprites = 2'000'000, kMaxImages = 65'535;

/// Pixels of all images of a session together; one takes 5 bytes, and some more where an algorithm
/// has looked at it.
inline constexpr std::uint64_t kMaxImagePixels = 100'000'000;

/// Refuses more images than a sprite can number.
Status check_images(std::size_t images);
/// Refuses more pixels of all images together.
Status check_pixels(std::uint64_t pixels);
/// Refuses an n or an inset that the parameters would refuse as well.
Status check_tuning(const ImageTuning& tuning);
/// Likewise of a restitution or a friction.
Status check_material(const ImageMaterial& material);

}  // namespace phasebox
