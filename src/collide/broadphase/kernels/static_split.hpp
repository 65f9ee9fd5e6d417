// SPDX-License-Identifier: MIT
// The sprites of a frame in two: those that are static, remembered with their boxes, and the rest.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "collide/frame.hpp"

namespace phasebox {

/// Tells whether what was built over the static sprites still stands. Any change of a flag or of a
/// static sprite's box is noticed, as both are compared with copies.
///
/// Where few are static there is no use in building two structures: then nothing counts as static
/// here, and the static sprites are among the moving ones. Pairs of them may thus meet; code that
/// emits pairs checks whether they are eligible in any case.
///
/// Cost: O(n) per frame, one comparison per static sprite and one copy per moving one. Keeps 41
/// bytes per sprite, from the first frame on in which one is static.
class StaticSplit {
 public:
  /// Nothing is static until the next `update`.
  void forget() { flags_.clear(), is_split_ = false; }

  /// Looks at the frame. True when `statics` or their boxes are others than before. Allocates when
  /// there are more sprites than ever, some of them static.
  bool update(const Frame& f);

  /// Whether there are enough static sprites for a structure of their own.
  bool is_split() const { return is_split_; }
  // While `is_split`:
  std::span<const SpriteId> statics() const { return static_ids_; }     ///< ascending
  std::span<const Aabb> static_boxes() const { return static_boxes_; }  ///< [statics]
  std::span<const SpriteId> moving() const { return moving_ids_; }      ///< ascending
  std::span<const Aabb> moving_boxes() const { return moving_boxes_; }  ///< [moving]

 private:
  static constexpr std::size_t kLeastShare = 8;  // one in so many must be static

  bool update_flags(const Frame& f);
  void reserve(std::size_t n);

  std::vector<std::uint8_t> flags_;  // of the last frame; empty: there were none
  bool is_split_ = false;
  std::vector<SpriteId> static_ids_, moving_ids_;
  std::vector<Aabb> static_boxes_, moving_boxes_;
};

}  // namespace phasebox
