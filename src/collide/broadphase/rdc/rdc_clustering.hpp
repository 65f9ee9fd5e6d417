// SPDX-License-Identifier: MIT
// Recursive dimensional clustering: sprites are cut into groups, axis after axis.
#pragma once
#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "base/radix_sort.hpp"
#include "collide/broadphase/kernels/box_columns.hpp"
#include "collide/broadphase/rdc/boundaries.hpp"
#include "collide/broadphase/rdc/gap_filter.hpp"
#include "collide/broadphase/rdc/rdc_thresholds.hpp"
#include "collide/broadphase/sweep/delimiter_sort.hpp"
#include "collide/broadphase/sweep/swept_line.hpp"
#include "collide/event_log.hpp"

namespace phasebox {

/// The axis of the first pass. `wider` is the one along which the sprites reach further, x if
/// equally far.
enum class FirstAxis : std::uint8_t { x, y, wider };
inline constexpr std::array<std::string_view, 3> kFirstAxisNames{"x", "y", "wider"};

/// The rules of the clustering: up to where groups are cut further, how far boundaries move
/// inwards, and in which order they are taken. `Ties` is the rule for boundaries at equal positions,
/// such as `TieRule`.
template <class Ties>
struct RdcRules : Ties {
  std::uint32_t group_size = 8;  ///< a group of this many sprites, or fewer, is not cut
  float contact_threshold = 0;   ///< px by which boundaries move inwards; below 0 outwards
  std::uint32_t max_depth = 0;   ///< a group this many splits deep is not cut; 0: unlimited
  FirstAxis first_axis = FirstAxis::x;

  const Ties& ties() const { return *this; }
  bool operator==(const RdcRules&) const = default;
};

/// Whether an axis cuts these m sprites where every close is taken first. If a clustering does not
/// cut them, only its order of boundaries at equal positions keeps them together. O(m log m);
/// allocates.
bool is_cut_with_closes_first(const Frame& f, std::span<const SpriteId> members,
                              float contact_threshold);

/// A group of sprites that waits to be analyzed, or is final: not cut further. Its members are a
/// run of the sprites that are clustered.
struct RdcGroup {
  std::uint32_t first, size;     ///< the position of its first member, and how many there are
  std::uint32_t number;          ///< the group's number in the event log
  std::uint16_t depth;           ///< number of splits above it
  Axis axis;                     ///< the axis to be analyzed next
  bool is_proven;                ///< whether the other axis is known not to split it
  Ending ending = Ending::none;  ///< why it is not cut further; `none` while that is open
};

/// Cuts sprites into groups (S. Rabin, Game Programming Gems 2, 2.7). Keeps only its memory.
///
/// A pass takes one group and one axis. The book sorts all open and close boundaries and walks them
/// with a counter; the tie order says which comes first at equal positions. The counter falls to 0
/// where the next sprite to open opens behind the furthest close so far, so sorting the opens is
/// enough. Where a `GapFilter` shows that the axis has no gap, nothing is sorted. The event log
/// shows all boundaries, as in the book.
template <class Ties>
class RdcClustering {
 public:
  using Rules = RdcRules<Ties>;

  void reserve(std::size_t n) {
    // Groups differ from frame to frame. There is room for any of them, so a warm frame never
    // allocates.
    order_.reserve(n);
    waiting_.reserve(n);
    opens_.reserve(n);
    sort_.reserve(n);
  }

  /// Clusters the sprites `ids` and calls `finish(group, members)` for every group that is not cut
  /// further, until the frame's limit stops it. Groups are numbered from `number` on; returns the
  /// first number that is free. The log gets passes and splits.
  template <class T, class Finish>
  std::uint32_t cluster(const Frame& f, std::span<const SpriteId> ids, const Rules& rules,
                        std::uint32_t number, T& trace, Finish finish) {
    rules_ = rules;
    reserve(ids.size());
    order_.assign(ids.begin(), ids.end());
    keys_ = Keys(rules, f, ids);
    numbers_ = number;
    waiting_.clear();
    if (!ids.empty())
      waiting_.push_back(
          {0, static_cast<std::uint32_t>(ids.size()), numbers_++, 0, first_axis(f, ids), false});
    while (!waiting_.empty() && !is_stopped(f)) {
      RdcGroup group = waiting_.back();
      waiting_.pop_back();
      group.ending = limit_of(group);
      if (group.ending == Ending::none && analyze(f, group, trace)) continue;
      if (group.ending == Ending::none) group.ending = Ending::no_gap;
      if constexpr (T::on)
        if (group.ending == Ending::no_gap && rules.ties() != Ties{} &&
            is_cut_with_closes_first(f, members(group), rules.contact_threshold))
          group.ending = Ending::tie;
      finish(group, members(group));
    }
    return numbers_;
  }
  /// Returns the members of a group of the last clustering.
  std::span<const SpriteId> members(const RdcGroup& g) const {
    return std::span(order_).subspan(g.first, g.size);
  }

 private:
  using Keys = typename Ties::Keys;

  struct Boundary {
    std::uint64_t key;
    SpriteId id;
    bool opens;
    auto operator<=>(const Boundary&) const = default;
  };

  static std::uint16_t one_deeper(std::uint16_t depth) {
    return depth == std::numeric_limits<std::uint16_t>::max()
               ? depth
               : static_cast<std::uint16_t>(depth + 1);
  }

  /// Returns why a group is not even analyzed (its size or depth), or `none` if it must be.
  Ending limit_of(const RdcGroup& g) const {
    if (g.size <= rules_.group_size) return Ending::small;
    return rules_.max_depth > 0 && g.depth >= rules_.max_depth ? Ending::depth : Ending::none;
  }

  Axis first_axis(const Frame& f, std::span<const SpriteId> ids) const {
    if (rules_.first_axis != FirstAxis::wider)
      return rules_.first_axis == FirstAxis::x ? Axis::x : Axis::y;
    return longer_axis(bounds_of(f, ids));
  }

  Interval interval(const Aabb& box, Axis axis) const {
    return boundaries_of(box, axis, rules_.contact_threshold);
  }

  // Tries to split a group on one axis, then on the other. Returns false when neither does, so that
  // the group is final. Groups that come out of a split cannot be split again on the same axis, so
  // for them one pass is enough.
  template <class T>
  bool analyze(const Frame& f, RdcGroup group, T& trace) {
    while (!splits(f, group, trace)) {
      if (group.is_proven) return false;
      group.axis = other(group.axis);
      group.is_proven = true;
    }
    return true;
  }

  // Makes one pass. Returns true when it split the group; the parts then wait.
  template <class T>
  bool splits(const Frame& f, const RdcGroup& group, T& trace) {
    keys_.begin_pass(group.axis);
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
    if (group.size < RdcThresholds::kFilter) return false;
    const auto ids = members(group);
    return filter_.is_covered(ids.size(),
                              [&](std::size_t k) { return interval(f.boxes[ids[k]], group.axis); });
  }

  // Cuts a group into parts, in the order of opens. A part ends where the next sprite opens behind
  // the furthest close.
  void cut(const Frame& f, const RdcGroup& group) {
    std::uint32_t first = group.first, end = group.first;
    std::uint64_t furthest = 0;
    for (const Delimiter open : sorted_opens(f, group)) {
      const Interval v = interval(f.boxes[open.id], group.axis);
      if (end > first && keys_.open(v, open.id) > furthest) {
        push_part(group, first, end);
        first = end;
      }
      furthest = std::max(furthest, keys_.close(v, open.id));
      order_[end++] = open.id;
    }
    if (first > group.first) push_part(group, first, end);
  }

  std::span<const Delimiter> sorted_opens(const Frame& f, const RdcGroup& group) {
    opens_.clear();
    const auto open_of = [&](SpriteId id) { return interval(f.boxes[id], group.axis); };
    for (const SpriteId id : members(group)) opens_.push_back({ordered(open_of(id).open), id});
    const auto sorted = sort_.sort(std::span(opens_), 32, [](Delimiter d) { return d.position; });
    if (keys_.ranks_opens())
      std::ranges::sort(sorted, {}, [&](Delimiter d) { return keys_.open(open_of(d.id), d.id); });
    return sorted;
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
      boundaries.push_back({keys_.open(v, id), id, true});
      boundaries.push_back({keys_.close(v, id), id, false});
    }
    std::sort(boundaries.begin(), boundaries.end());
    for (const Boundary b : boundaries)
      trace.add({EventKind::boundary, group.axis, group.depth, b.id, b.opens ? 1u : 0u,
                 line_across(box, group.axis, position_of(b.key))});
  }

  Rules rules_;
  Keys keys_;
  std::vector<SpriteId> order_;    // every group is a run of it
  std::vector<RdcGroup> waiting_;  // groups to be analyzed; disjoint, so at most as many as sprites
  std::vector<Delimiter> opens_;   // where the sprites of the group being cut open
  RadixSort<Delimiter> sort_;
  GapFilter filter_;
  std::uint32_t numbers_ = 0;  // the next free group number
};

}  // namespace phasebox
