// SPDX-License-Identifier: MIT
// Which of several boundaries at one position comes first (article by Mike, lab.polygonal.de: an
// unstable sort makes groups of touching sprites flicker, and a small threshold helps).
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/float_sort_key.hpp"
#include "base/hash.hpp"
#include "collide/broadphase/rdc/gap_filter.hpp"
#include "collide/frame.hpp"

namespace phasebox {

/// At equal positions: closes first, so that touching sprites part; opens first, so that they share
/// a group; or shuffled, as an unstable sort may leave them.
enum class TieOrder : std::uint8_t { close_first, open_first, as_sorted };
inline constexpr std::array<std::string_view, 3> kTieOrderNames{"close-first", "open-first",
                                                                "as-sorted"};

/// Boundaries as numbers that sort by position, then as the tie order says. A sprite's own open
/// always comes before its own close, also where it is a point.
class BoundaryKeys {
 public:
  BoundaryKeys() = default;
  /// The shuffle follows from the boxes of `ids`: equal frames give equal groups.
  BoundaryKeys(TieOrder order, const Frame& f, std::span<const SpriteId> ids) : order_(order) {
    if (order != TieOrder::as_sorted) return;
    Hasher hasher;
    for (const SpriteId id : ids) hasher.add(key(f.boxes[id].min.x, ordered(f.boxes[id].min.y)));
    seed_ = hasher.value();
  }

  std::uint64_t open(Interval v, SpriteId id) const {
    return key(v.open, order_ == TieOrder::as_sorted ? shuffled(id, 0) : 1);
  }
  std::uint64_t close(Interval v, SpriteId id) const {
    const bool is_point = !(v.open < v.close);
    switch (order_) {
      case TieOrder::close_first: return key(v.close, is_point ? 2 : 0);
      case TieOrder::open_first: return key(v.close, 2);
      default: break;
    }
    const std::uint32_t rank = shuffled(id, 1);
    return key(v.close, is_point ? std::max(rank, shuffled(id, 0) | 1) : rank);
  }
  static float position(std::uint64_t key) {
    return unordered(static_cast<std::uint32_t>(key >> 32));
  }

 private:
  static std::uint64_t key(float position, std::uint32_t rank) {
    return std::uint64_t{ordered(position)} << 32 | rank;
  }
  // Even for opens and odd for closes: no two of them tie.
  std::uint32_t shuffled(SpriteId id, std::uint32_t closes) const {
    Hasher hasher;
    hasher.add(seed_ ^ (std::uint64_t{id} << 1 | closes));
    return (static_cast<std::uint32_t>(hasher.value()) & ~1u) | closes;
  }

  TieOrder order_ = TieOrder::close_first;
  std::uint64_t seed_ = 0;
};

}  // namespace phasebox
