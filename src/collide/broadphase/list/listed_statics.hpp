// SPDX-License-Identifier: MIT
// Which sprites were static when pairs were listed, and which are no longer.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "collide/frame.hpp"

namespace phasebox {

/// Pairs of two static sprites are not listed, so a sprite that wakes lacks some of its pairs. One
/// that falls asleep has more than it needs, which does no harm. Keeps a byte per sprite.
class ListedStatics {
 public:
  void reserve(std::size_t n) { flags_.reserve(n); }
  void clear() { flags_.clear(); }
  /// A list is made of this frame.
  void begin(const Frame& f) { flags_.assign(f.is_static.begin(), f.is_static.end()); }
  /// As the list was made, or empty.
  std::span<const std::uint8_t> flags() const { return flags_; }

  /// Adds sprites that have woken to the first `count` of `ids`, which ascend, up to `most` in all;
  /// returns how many there are then, or `most` + 1 if there are more. O(n) where flags differ.
  std::size_t add_woken(const Frame& f, std::span<SpriteId> ids, std::size_t count,
                        std::size_t most) {
    if (std::ranges::equal(f.is_static, flags_)) return count;
    const std::span<const SpriteId> known = ids.first(count);
    for (SpriteId id = 0; id < flags_.size(); ++id) {
      const bool is_static = !f.is_static.empty() && f.is_static[id];
      if (is_static || !flags_[id]) {
        flags_[id] = is_static;
        continue;
      }
      if (!std::ranges::binary_search(known, id)) {
        if (count == most) return most + 1;
        ids[count++] = id;
      }
      flags_[id] = kWoken;
    }
    return count;
  }
  /// Has woken, and its pairs are not listed yet.
  bool is_woken(SpriteId id) const { return !flags_.empty() && flags_[id] == kWoken; }
  /// All of its pairs are listed from now on.
  void list(SpriteId id) {
    if (is_woken(id)) flags_[id] = 0;
  }

 private:
  static constexpr std::uint8_t kWoken = 2;
  std::vector<std::uint8_t> flags_;  // [sprite] 1: static; empty: none
};

}  // namespace phasebox
