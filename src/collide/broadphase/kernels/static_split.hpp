// SPDX-License-Identifier: MIT
// The sprites of a frame split in two: static ones, remembered with their boxes, and the others.
#pragma once
#include "collide/broadphase.hpp"

namespace phasebox {

/// Parts the sprites of a frame into static and moving ones, and tells whether a structure that was
/// built over the static ones is still valid. Any change of a flag or of a static sprite's box is
/// noticed, as both are compared with copies.
///
/// Two structures are not worth building where few sprites are static: then none counts as static
/// here, and the static sprites are among the moving ones. Two static sprites may then be compared;
/// code that emits pairs checks whether they are eligible in any case.
///
/// Cost: O(n) per frame: boxes are compared as one block of memory, some 0.1 ns per byte. Keeps 37
/// bytes per sprite, from the first frame on in which one is static.
class StaticSplit {
 public:
  /// Frames are split in which at least one of every `least_share` sprites is static.
  explicit StaticSplit(std::size_t least_share = 8) : least_share_(least_share) {}

  /// Forgets the last frame: the next `update` returns true if that frame is split.
  void forget() {
    flags_.clear();
    is_split_ = false;
  }

  /// Compares the frame with the last one. Returns true when a structure over `statics` must be
  /// built again: they or their boxes have changed, or the frame is split and the last was not, or
  /// the other way round. Allocates when there are more sprites than ever, some of them static.
  bool update(const Frame& f) {
    const bool are_others = find_changes(f);
    age_ = are_others ? 0 : age_ + 1;
    return are_others;
  }
  /// Reserves memory for frames of `n` sprites with static ones among them.
  void make_room(std::size_t n);

  /// Whether there are enough static sprites for a structure of their own.
  bool is_split() const { return is_split_; }
  // Valid while `is_split`: ids are ascending, and boxes are in the same order.
  std::span<const SpriteId> statics() const { return std::span(ids_).first(static_count_); }
  std::span<const Aabb> static_boxes() const { return std::span(boxes_).first(static_count_); }
  std::span<const SpriteId> moving() const { return std::span(ids_).subspan(static_count_); }
  std::span<const Aabb> moving_boxes() const { return std::span(boxes_).subspan(static_count_); }

  /// Appends a remark while `is_split`: how many sprites are static, how many frames ago their
  /// structure was built, and how many tests that saves.
  void remark(std::vector<Remark>& out) const;

 private:
  bool find_changes(const Frame& f);
  bool update_flags(const Frame& f);
  void order_ids(const Frame& f);

  std::size_t least_share_;
  bool is_split_ = false;
  std::size_t static_count_ = 0;
  std::size_t age_ = 0;              // frames since the last change
  std::vector<std::uint8_t> flags_;  // the static flags of the last frame; empty: it had none
  std::vector<SpriteId> ids_;        // [n] the static sprites, then the others
  std::vector<Aabb> boxes_;          // [n] their boxes, in the order of `ids_`
  std::vector<Aabb> last_;           // [sprite] its box, to be compared with that of the next frame
};

/// Returns the frame without its static flags, for a search in which every pair has a moving
/// sprite: no pair needs to be asked whether both are static, a branch that is hard to predict.
inline Frame without_flags(Frame frame) {
  frame.is_static = {};
  return frame;
}

}  // namespace phasebox
