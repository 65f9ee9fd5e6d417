// SPDX-License-Identifier: MIT
// The boundaries at which sprites open and close on an axis, and the order of those at one
// position.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/radix_sort.hpp"
#include "collide/frame.hpp"
#include "collide/param.hpp"

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

/// Returns a boundary as 64 bits that sort by position, px, and then by `rank`.
inline std::uint64_t boundary_key(float position, std::uint32_t rank) {
  return std::uint64_t{ordered(position)} << 32 | rank;
}
/// Returns the position, px, of a boundary from its key.
inline float position_of(std::uint64_t key) {
  return unordered(static_cast<std::uint32_t>(key >> 32));
}

/// The order of boundaries at equal positions. With closes first touching sprites are separated,
/// with opens first they share a group.
enum class TieOrder : std::uint8_t { close_first, open_first };
inline constexpr std::array<std::string_view, 2> kTieOrderNames{"close-first", "open-first"};

class BoundaryKeys;

/// The rule for boundaries at equal positions that the library has. RDC is a template on such a
/// rule, because variants for teaching have others (world/scene/taught_rdc.cpp). A rule is a struct
/// whose default takes every close first. It has the class `Keys`, which turns boundaries into keys,
/// and the parameter rows of its members.
struct TieRule {
  using Keys = BoundaryKeys;

  TieOrder tie_order = TieOrder::close_first;
  bool operator==(const TieRule&) const = default;

  /// Returns the rows of the members, for a struct `P` that is derived from this one.
  template <class P>
  static constexpr auto rows() {
    return std::array{choice<&TieRule::tie_order, P>(
        "tie-order", kTieOrderNames,
        "Boundaries at the same position: closes first separates touching sprites, opens first "
        "keeps them together as in the 2007 demo.")};
  }
};

/// Turns boundaries into keys that sort by position, then by the tie order. The open of a sprite
/// always comes before its own close, also where both are at one position.
class BoundaryKeys {
 public:
  BoundaryKeys() = default;
  BoundaryKeys(const TieRule& rule, const Frame&, std::span<const SpriteId>)
      : close_rank_(rule.tie_order == TieOrder::open_first ? 2 : 0) {}

  /// Whether opens at one position differ in rank, so that sorting them by position is not enough.
  static constexpr bool ranks_opens() { return false; }
  /// Is called before each pass with the axis of the pass.
  void begin_pass(Axis) {}

  std::uint64_t open(Interval v, SpriteId) const { return boundary_key(v.open, 1); }
  std::uint64_t close(Interval v, SpriteId) const {
    return boundary_key(v.close, v.open < v.close ? close_rank_ : 2);
  }

 private:
  std::uint32_t close_rank_ = 0;  // that of an open is 1
};

}  // namespace phasebox
