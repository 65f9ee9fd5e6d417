// SPDX-License-Identifier: MIT
// The boundaries at which sprites open and close on an axis, and the order of those at one
// position.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/hash.hpp"
#include "base/radix_sort.hpp"
#include "collide/frame.hpp"

namespace phasebox {

/// The part of an axis between the open and the close boundary of a sprite, px.
struct Interval {
  float open, close;
};

/// Returns the open and close boundaries of a box. The contact threshold, px, moves both inwards,
/// at most to the box's middle; below 0 it moves them outwards.
inline Interval boundaries_of(const Aabb& box, Axis axis, float contact_threshold) {
  const float lo = low(box, axis), hi = high(box, axis);
  if (contact_threshold == 0) return {lo, hi};
  const float middle = lo * 0.5f + hi * 0.5f;
  return {std::min(lo + contact_threshold, middle), std::max(hi - contact_threshold, middle)};
}

/// The order of boundaries at equal positions. With closes first touching sprites are separated,
/// with opens first they share a group. `as_sorted` shuffles them, as an unstable sort may: groups
/// then flicker (article by Mike).
enum class TieOrder : std::uint8_t { close_first, open_first, as_sorted };
inline constexpr std::array<std::string_view, 3> kTieOrderNames{"close-first", "open-first",
                                                                "as-sorted"};

/// Turns boundaries into 64-bit keys that sort by position, then by the tie order. The open of a
/// sprite always comes before its own close, also where both are at one position.
class BoundaryKeys {
 public:
  BoundaryKeys() = default;
  /// For `as_sorted`, seeds the shuffle by the boxes of `ids`, so that equal frames give equal
  /// groups.
  BoundaryKeys(TieOrder order, const Frame& f, std::span<const SpriteId> ids) : order_(order) {
    if (order != TieOrder::as_sorted) return;
    Hasher hasher;
    for (const SpriteId id : ids) hasher.add(key(f.boxes[id].min.x, ordered(f.boxes[id].min.y)));
    seed_ = hasher.value();
  }

  /// Reverses the tie order of the boundaries at one position, px, from now on; 0: nowhere.
  void reverse_at(float position) { reversed_ = position; }

  std::uint64_t open(Interval v, SpriteId id) const {
    return key(v.open, order_ == TieOrder::as_sorted ? shuffled(v.open, id, 0) : 1);
  }
  std::uint64_t close(Interval v, SpriteId id) const {
    const bool is_point = !(v.open < v.close);
    if (order_ != TieOrder::as_sorted) {
      const bool is_last = (order_ == TieOrder::open_first) != is_reversed(v.close);
      return key(v.close, is_point || is_last ? 2 : 0);
    }
    const std::uint32_t rank = shuffled(v.close, id, 1);
    return key(v.close, is_point ? std::max(rank, shuffled(v.open, id, 0) | 1) : rank);
  }
  static float position(std::uint64_t key) {
    return unordered(static_cast<std::uint32_t>(key >> 32));
  }

 private:
  static std::uint64_t key(float position, std::uint32_t rank) {
    return std::uint64_t{ordered(position)} << 32 | rank;
  }
  // Returns a random rank, even for opens and odd for closes, so that an open never ties with a
  // close.
  std::uint32_t shuffled(float position, SpriteId id, std::uint32_t closes) const {
    Hasher hasher;
    hasher.add(seed_ ^ (std::uint64_t{id} << 1 | closes));
    const auto rank = static_cast<std::uint32_t>(hasher.value());
    return ((is_reversed(position) ? ~rank : rank) & ~1u) | closes;
  }
  bool is_reversed(float position) const { return reversed_ != 0 && position == reversed_; }

  TieOrder order_ = TieOrder::close_first;
  float reversed_ = 0;
  std::uint64_t seed_ = 0;
};

}  // namespace phasebox
