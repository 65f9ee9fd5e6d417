// SPDX-License-Identifier: MIT
// The clustering of recursive dimensional clustering: sprites in, final groups out (S. Rabin, Game
// Programming Gems 2, 2.7).
#pragma once
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/float_sort_key.hpp"
#include "base/radix_sort.hpp"
#include "collide/broadphase/rdc/gap_filter.hpp"
#include "collide/broadphase/sweep/delimiter.hpp"
#include "collide/event_log.hpp"
#include "collide/frame.hpp"

namespace phasebox {

/// When a group is final, and how far boundaries move inwards.
struct RdcRules {
  std::uint32_t group_size = 8;
  float contact_threshold = 0;
  std::uint32_t max_depth = 0;
  bool operator==(const RdcRules&) const = default;
};

/// A group of sprites, final or waiting to be analyzed: a run of the sprites that are clustered.
struct RdcGroup {
  std::uint32_t first, size;
  std::uint32_t number;          ///< names the group in the event log
  std::uint16_t depth;           ///< splits above it
  Axis axis;                     ///< to be analyzed next
  bool is_proven;                ///< the other axis is known not to split it
  Ending ending = Ending::none;  ///< why it is final, once it is
};

/// The smallest box around some of the boxes, at least one.
inline Aabb bounds_of(const Frame& f, std::span<const SpriteId> ids) {
  Aabb box = f.boxes[ids[0]];
  for (const SpriteId id : ids) box = united(box, f.boxes[id]);
  return box;
}

/// Cuts sprites into groups. Keeps only its memory.
///
/// A pass takes one group and one axis. The book sorts all open and close boundaries and walks them
/// with a counter; at equal positions closes come first, so that touching sprites are separate, but
/// a closed-up interval (a point) still opens before it closes. The counter falls to 0 where the
/// next sprite to open does not open before the furthest close so far, so sorting the opens is
/// enough; and where a map of the axis shows at once that there is no gap, not even they are
/// sorted. The event log shows the boundaries of the book.
class RdcClustering {
 public:
  void reserve(std::size_t n) {
    // Groups differ from frame to frame: room for any of them, so that a warm frame never
    // allocates.
    order_.reserve(n), waiting_.reserve(n), opens_.reserve(n), sort_.reserve(n);
  }

  /// Calls `finish(group, members)` for every final group. Groups are numbered from `number` on;
  /// what comes back is the first number that is free. The log gets passes and splits.
  template <class T, class Finish>
  std::uint32_t cluster(const Frame& f, std::span<const SpriteId> ids, const RdcRules& rules,
                        std::uint32_t number, T& trace, Finish finish) {
    rules_ = rules;
    reserve(ids.size());
    order_.assign(ids.begin(), ids.end());
    numbers_ = number;
    waiting_.clear();
    if (!ids.empty())
      waiting_.push_back(
          {0, static_cast<std::uint32_t>(ids.size()), numbers_++, 0, Axis::x, false});
    while (!waiting_.empty()) {
      RdcGroup group = waiting_.back();
      waiting_.pop_back();
      group.ending = limit_of(group);
      if (group.ending == Ending::none && analyze(f, group, trace)) continue;
      if (group.ending == Ending::none) group.ending = Ending::no_gap;
      finish(group, members(group));
    }
    return numbers_;
  }
  /// Of a group of the last clustering.
  std::span<const SpriteId> members(const RdcGroup& g) const {
    return std::span(order_).subspan(g.first, g.size);
  }

 private:
  // Boundaries as one number that sorts by position, then rank, then sprite.
  class Boundary {
   public:
    enum Rank : std::uint32_t { close, open, close_of_point };

    Boundary(float position, Rank rank, SpriteId id)
        : bits_(std::uint64_t{ordered(position)} << 32 | std::uint64_t{rank} << kIdBits | id) {
      assert(id < 1u << kIdBits);
    }
    bool opens() const { return (bits_ >> kIdBits & 3) == open; }
    SpriteId id() const { return static_cast<SpriteId>(bits_ & ((1u << kIdBits) - 1)); }
    float position() const { return unordered(static_cast<std::uint32_t>(bits_ >> 32)); }
    friend bool operator<(Boundary a, Boundary b) { return a.bits_ < b.bits_; }

   private:
    static constexpr unsigned kIdBits = 30;
    std::uint64_t bits_;
  };

  // Below so many sprites the map costs more than the sort.
  static constexpr std::uint32_t kWorthAMap = 64;

  static std::uint16_t one_deeper(std::uint16_t depth) {
    return depth == std::numeric_limits<std::uint16_t>::max()
               ? depth
               : static_cast<std::uint16_t>(depth + 1);
  }

  /// What keeps a group from being analyzed, if anything does.
  Ending limit_of(const RdcGroup& g) const {
    if (g.size <= rules_.group_size) return Ending::small;
    return rules_.max_depth > 0 && g.depth >= rules_.max_depth ? Ending::depth : Ending::none;
  }

  // From `min + t` to `max - t`, but never past the middle.
  Interval interval(const Aabb& box, Axis axis) const {
    const float lo = low(box, axis), hi = high(box, axis), t = rules_.contact_threshold;
    if (t == 0) return {lo, hi};
    const float middle = lo * 0.5f + hi * 0.5f;
    return {std::min(lo + t, middle), std::max(hi - t, middle)};
  }

  // Passes on one axis after the other. Two in a row without a split make a group final; the groups
  // that come out of a split cannot be split again on the same axis, so they have one such pass
  // behind them already. False: the group is final.
  template <class T>
  bool analyze(const Frame& f, RdcGroup group, T& trace) {
    while (!splits(f, group, trace)) {
      if (group.is_proven) return false;
      group.axis = other(group.axis);
      group.is_proven = true;
    }
    return true;
  }

  template <class T>
  bool splits(const Frame& f, const RdcGroup& group, T& trace) {
    if constexpr (T::on) trace_pass(f, group, trace);
    const std::size_t before = waiting_.size();
    if (!is_covered(f, group)) cut(f, group);
    const std::size_t parts = waiting_.size() - before;
    if constexpr (T::on) {
      trace.add({EventKind::leave, group.axis, group.depth, group.number});
      if (parts > 0)
        trace.add({EventKind::split, group.axis, group.depth, group.number,
                   static_cast<std::uint32_t>(parts), bounds_of(f, members(group))});
    }
    return parts > 0;
  }

  bool is_covered(const Frame& f, const RdcGroup& group) {
    if (group.size < kWorthAMap) return false;
    const auto ids = members(group);
    return map_.is_covered(ids.size(),
                           [&](std::size_t k) { return interval(f.boxes[ids[k]], group.axis); });
  }

  // In order of opens. A part ends where the next sprite opens at or behind the furthest close; if
  // that is where the part's last one opened, the part is points, and another that opens there
  // joins them.
  void cut(const Frame& f, const RdcGroup& group) {
    std::uint32_t first = group.first, end = group.first;
    float reach = 0, last = 0;
    for (const Delimiter open : sorted_opens(f, group)) {
      const Interval v = interval(f.boxes[open.id], group.axis);
      if (end > first && v.open >= reach && v.open > last) {
        push_part(group, first, end);
        first = end;
      }
      reach = end > first ? std::max(reach, v.close) : v.close;
      last = v.open;
      order_[end++] = open.id;
    }
    if (first > group.first) push_part(group, first, end);
  }

  std::span<const Delimiter> sorted_opens(const Frame& f, const RdcGroup& group) {
    opens_.clear();
    for (const SpriteId id : members(group))
      opens_.push_back({ordered(interval(f.boxes[id], group.axis).open), id});
    return sort_.sort(std::span(opens_), 32, [](Delimiter d) { return d.position; });
  }

  void push_part(const RdcGroup& whole, std::uint32_t first, std::uint32_t end) {
    waiting_.push_back(
        {first, end - first, numbers_++, one_deeper(whole.depth), other(whole.axis), true});
  }

  template <class T>
  void trace_pass(const Frame& f, const RdcGroup& group, T& trace) {
    const Aabb box = bounds_of(f, members(group));
    trace.add({EventKind::enter, group.axis, group.depth, group.number, group.size, box});
    std::vector<Boundary> boundaries;
    for (const SpriteId id : members(group)) {
      const Interval v = interval(f.boxes[id], group.axis);
      boundaries.emplace_back(v.open, Boundary::open, id);
      boundaries.emplace_back(v.close,
                              v.open < v.close ? Boundary::close : Boundary::close_of_point, id);
    }
    std::sort(boundaries.begin(), boundaries.end());
    for (const Boundary b : boundaries) {
      Aabb line = box;
      (group.axis == Axis::x ? line.min.x : line.min.y) = b.position();
      (group.axis == Axis::x ? line.max.x : line.max.y) = b.position();
      trace.add({EventKind::boundary, group.axis, group.depth, b.id(), b.opens() ? 1u : 0u, line});
    }
  }

  RdcRules rules_;
  std::vector<SpriteId> order_;    // every group is a run of it
  std::vector<RdcGroup> waiting_;  // disjoint, so at most as many as sprites
  std::vector<Delimiter> opens_;   // of the pass
  RadixSort<Delimiter> sort_;
  GapFilter map_;
  std::uint32_t numbers_ = 0;
};

}  // namespace phasebox
