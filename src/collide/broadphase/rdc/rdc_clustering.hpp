// SPDX-License-Identifier: MIT
// Recursive dimensional clustering: the order of boundaries, their stripes and groups.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/hash.hpp"
#include "base/radix_sort.hpp"
#include "collide/broadphase/sweep/sweep_row.hpp"
#include "collide/event_log.hpp"
#include "collide/frame.hpp"

namespace phasebox {

/// The part of a line from where something opens to where it closes.
struct Interval {
  float open, close;
};

/// Where a box opens and closes: the contact threshold moves both inwards, at most to its middle.
inline Interval boundaries_of(const Aabb& box, Axis axis, float contact_threshold) {
  const float lo = low(box, axis), hi = high(box, axis);
  if (contact_threshold == 0) return {lo, hi};
  const float middle = lo * 0.5f + hi * 0.5f;
  return {std::min(lo + contact_threshold, middle), std::max(hi - contact_threshold, middle)};
}

/// Divides the line into short segments and notes for each how far the intervals reach that cover
/// it whole. When every segment is covered, no position lies between intervals: one that closes
/// there would have to close before a covering interval does, and that one opened before it. Proves
/// the absence of gaps only: short of full cover the answer is "perhaps".
///
/// Positions become segment numbers by a rounded product. Rounding keeps order, which is all that
/// the argument needs, so it holds for coordinates of any size.
class GapFilter {
 public:
  /// Whether no gap is left by the `n` intervals `interval(0)` ... `interval(n - 1)`. O(n), a small
  /// part of what sorting them costs.
  template <class IntervalOf>
  bool is_covered(std::size_t n, IntervalOf interval) {
    Interval hull{std::numeric_limits<float>::max(), std::numeric_limits<float>::lowest()};
    float last_open = hull.close;
    for (std::size_t k = 0; k < n; ++k) {
      const Interval v = interval(k);
      hull.open = std::min(hull.open, v.open);
      hull.close = std::max(hull.close, v.close);
      last_open = std::max(last_open, v.open);
    }
    segments_ = std::min(2 * n, kMaxSegments);
    scale_ = static_cast<float>(segments_ - 1) / (hull.close - hull.open);
    // An interval that opens only where all others have closed is a group of its own.
    if (!(last_open < hull.close) || !std::isfinite(hull.close - hull.open) ||
        !std::isfinite(scale_))
      return false;
    note(n, interval, hull);
    return is_full();
  }

 private:
  static constexpr std::size_t kMaxSegments = 4096;

  // An interval covers the segments that lie within it with room on both sides. The outermost ones
  // also cover what lies between them and the end of the line, where no other can be.
  template <class IntervalOf>
  void note(std::size_t n, IntervalOf interval, Interval hull) {
    std::fill_n(reach_.begin(), segments_, 0);
    for (std::size_t k = 0; k < n; ++k) {
      const Interval v = interval(k);
      const float open = (v.open - hull.open) * scale_, close = (v.close - hull.open) * scale_;
      const auto below = static_cast<std::int32_t>(close);
      const std::int32_t above = below + (static_cast<float>(below) < close);
      const std::int32_t first = v.open == hull.open ? 0 : static_cast<std::int32_t>(open) + 1;
      const std::int32_t end =
          v.close == hull.close ? static_cast<std::int32_t>(segments_) : above - 1;
      std::int32_t& reach = reach_[static_cast<std::size_t>(first)];
      reach = std::max(reach, end);
    }
  }

  bool is_full() const {
    std::int32_t reach = 0;
    for (std::int32_t k = 0; k < static_cast<std::int32_t>(segments_); ++k) {
      reach = std::max(reach, reach_[static_cast<std::size_t>(k)]);
      if (reach <= k) return false;
    }
    return true;
  }

  // [segment] that an interval covers first: the segment up to which it goes on, exclusive. One
  // more than segments, for an interval that opens in the last.
  std::array<std::int32_t, kMaxSegments + 1> reach_{};
  std::size_t segments_ = 0;
  float scale_ = 0;
};

/// At equal positions: closes first, so that touching sprites part; opens first, so that they share
/// a group; or shuffled, as an unstable sort may leave them: groups then flicker (article by Mike).
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

  /// At that position the order is reversed; 0: nowhere.
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
  // Even for opens and odd for closes: no two of them tie.
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

/// The axis of the first pass; `wider`: along which the sprites reach further, x if equally far.
enum class FirstAxis : std::uint8_t { x, y, wider };
inline constexpr std::array<std::string_view, 3> kFirstAxisNames{"x", "y", "wider"};

/// When a group is final, how far boundaries move inwards, and in which order they are taken.
struct RdcRules {
  std::uint32_t group_size = 8;
  float contact_threshold = 0;
  std::uint32_t max_depth = 0;
  FirstAxis first_axis = FirstAxis::x;
  TieOrder tie_order = TieOrder::close_first;
  float swap_x = 0, swap_y = 0;  ///< where the tie order is reversed on that axis; 0: nowhere
  bool operator==(const RdcRules&) const = default;
};

/// Whether only the order of boundaries at one position keeps these sprites a group: were every
/// close taken first, an axis would cut them. O(m log m).
bool held_by_tie(const Frame& f, std::span<const SpriteId> members, const RdcRules& rules);

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

/// Cuts sprites into groups (S. Rabin, Game Programming Gems 2, 2.7). Keeps only its memory.
///
/// A pass takes one group and one axis. The book sorts all open and close boundaries and walks them
/// with a counter; the tie order says which comes first at equal positions. The counter falls to 0
/// where the next sprite to open opens behind the furthest close so far, so sorting the opens is
/// enough; and where a map of the axis shows at once that there is no gap, not even they are
/// sorted. The event log shows the boundaries of the book.
class RdcClustering {
 public:
  void reserve(std::size_t n) {
    // Groups differ from frame to frame: room for any of them, so a warm frame never allocates.
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
    keys_ = BoundaryKeys(rules.tie_order, f, ids);
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
        if (group.ending == Ending::no_gap && held_by_tie(f, members(group), rules))
          group.ending = Ending::tie;
      finish(group, members(group));
    }
    return numbers_;
  }
  /// Of a group of the last clustering.
  std::span<const SpriteId> members(const RdcGroup& g) const {
    return std::span(order_).subspan(g.first, g.size);
  }

 private:
  struct Boundary {
    std::uint64_t key;
    SpriteId id;
    bool opens;
    auto operator<=>(const Boundary&) const = default;
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

  Axis first_axis(const Frame& f, std::span<const SpriteId> ids) const {
    if (rules_.first_axis != FirstAxis::wider)
      return rules_.first_axis == FirstAxis::x ? Axis::x : Axis::y;
    const Vec2 size = extent(bounds_of(f, ids));
    return size.x >= size.y ? Axis::x : Axis::y;
  }

  Interval interval(const Aabb& box, Axis axis) const {
    return boundaries_of(box, axis, rules_.contact_threshold);
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
    keys_.reverse_at(group.axis == Axis::x ? rules_.swap_x : rules_.swap_y);
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

  // In order of opens. A part ends where the next sprite opens behind the furthest close.
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
    if (rules_.tie_order == TieOrder::as_sorted)
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
                 line_across(box, group.axis, BoundaryKeys::position(b.key))});
  }

  RdcRules rules_;
  BoundaryKeys keys_;
  std::vector<SpriteId> order_;    // every group is a run of it
  std::vector<RdcGroup> waiting_;  // disjoint, so at most as many as sprites
  std::vector<Delimiter> opens_;   // of the pass
  RadixSort<Delimiter> sort_;
  GapFilter map_;
  std::uint32_t numbers_ = 0;
};

/// Tests per sprite that a leaf test makes in a group beyond the pairs that do overlap. Of a large
/// group some members are compared, at even distances.
double wasted_tests(const Frame& f, std::span<const SpriteId> members, bool sweeps);

/// The long sprites without which a group would have a gap on the axis, the longest first, at most
/// three; none where the group is closed up without them as well, or where they are not long.
std::vector<SpriteId> blockers(const Frame& f, std::span<const SpriteId> members, Axis axis);

/// Gaps that boxes of these sizes leave on the axis when they are spread evenly: for n boxes of
/// mean extent L on a line of length W, n exp(-n L / W) (empty stripes behind a box; Poisson).
double expected_gaps(const Frame& f, std::span<const SpriteId> ids, Axis axis);

}  // namespace phasebox
