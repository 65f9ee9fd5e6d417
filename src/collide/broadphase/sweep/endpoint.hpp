// SPDX-License-Identifier: MIT
// The begin or the end of a box on one axis, as an element of a list that stays sorted.
#pragma once
#include <cassert>
#include <cstdint>
#include <span>

#include "base/geometry.hpp"
#include "base/radix_sort.hpp"
#include "collide/sink.hpp"

namespace phasebox {

/// The begin or the end of a box on one axis, as one number that sorts as the list does: by
/// position, then rank, then sprite, then begin before end.
///
/// At one position, ends come first and begins last, so touching boxes do not overlap in the list.
/// Between them come boxes of no extent there, each begin next to its own end: so a point overlaps
/// neither what begins or ends at it nor another point, but every box it lies strictly inside of.
/// Two boxes thus overlap on the axis exactly when each begins before the other ends in the list.
class Endpoint {
 public:
  Endpoint() = default;
  static Endpoint begin(const Aabb& box, Axis axis, SpriteId id) { return {box, axis, id << 1}; }
  static Endpoint end(const Aabb& box, Axis axis, SpriteId id) { return {box, axis, id << 1 | 1}; }
  /// Returns the begin, or end if this is one, of the same sprite by its box in `boxes`.
  Endpoint moved(std::span<const Aabb> boxes, Axis axis) const {
    return {boxes[id()], axis, tag()};
  }

  SpriteId id() const { return static_cast<SpriteId>((bits_ & kTagMask) >> 1); }
  bool is_begin() const { return !is_end(); }
  bool is_end() const { return bits_ & 1; }
  float position() const { return unordered(static_cast<std::uint32_t>(bits_ >> 32)); }
  /// The position and the rank among endpoints at one position, as one number of `kPlaceBits` bits.
  std::uint64_t place() const { return bits_ >> kTagBits; }
  static constexpr unsigned kPlaceBits = 34;
  friend bool operator<(Endpoint a, Endpoint b) { return a.bits_ < b.bits_; }

 private:
  enum Rank : std::uint32_t { ends, flat, begins };  // the order at one position
  static constexpr unsigned kTagBits = 30;
  static constexpr std::uint64_t kTagMask = (1u << kTagBits) - 1;

  explicit Endpoint(std::uint64_t bits) : bits_(bits) {}
  // Has no branches: begins and ends lie mixed in a list, so they could not be predicted.
  Endpoint(const Aabb& box, Axis axis, std::uint32_t tag) {
    assert(tag <= kTagMask && "at most 2^29 sprites");
    const std::uint32_t from = ordered(low(box, axis)), to = ordered(high(box, axis));
    const std::uint32_t is_end = tag & 1, is_flat = from == to;
    const std::uint32_t position = from ^ ((from ^ to) & -is_end);
    const std::uint32_t rank = is_flat * flat + (1 - is_flat) * (1 - is_end) * begins;
    bits_ = std::uint64_t{position} << 32 | rank << kTagBits | tag;
  }
  std::uint32_t tag() const { return static_cast<std::uint32_t>(bits_ & kTagMask); }

  std::uint64_t bits_ = 0;  // 0 comes before all others
};

}  // namespace phasebox
