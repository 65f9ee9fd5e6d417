// SPDX-License-Identifier: MIT
// The event log of an algorithm as data: events up to a limit, and counts of all of them.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/geometry.hpp"
#include "collide/sink.hpp"

namespace phasebox {

/// The kind of an event. The comments say what `a`, `b` and `box` of an Event mean for each kind;
/// a field that is not named has no meaning.
enum class EventKind : std::uint8_t {
  enter,     ///< a pass, node or group is begun; a: its number, b: its size, box: its bounds
  leave,     ///< a pass, node, group or query is done; a: its number
  group,     ///< a final group; a: its number, b: its size, box: its bounds
  member,    ///< a: sprite, b: number of the final group, cell or node that owns it
  split,     ///< a temporary group or a node, divided; a: its number, b: parts, box: its bounds
  cell,      ///< a: its number, b: sprites in it, box: the cell
  node,      ///< a: its number, b: sprites in it, box: the node
  boundary,  ///< a: sprite, b: 1 open, 0 close; box: a line across the group, at the boundary
  order,     ///< a sweep's step; a: sprite, b: open after it (0: touches void), box: boundary
  test,      ///< two boxes are compared; a, b: sprites, in a query both the sprite that it tests
  recheck,   ///< a test of a pair that is kept from frame to frame; counts as a test as well
  hit,       ///< two boxes that were compared overlap; a, b: sprites
  skip,      ///< a pair is left out: not eligible, or rejected by a narrowphase before it looks
             ///< closer; a, b: sprites
  swap,      ///< two neighbors in a sorted list changed places; a, b: sprites, box: as boundary
  fat,       ///< a box kept larger than its sprite's; a: sprite, box: the fat AABB
  visit,    ///< a query or a descent visited a node or cell; a: its number, box: what it covers. Or
            ///< it visited a sprite; a: sprite, box: the sprite's own, or empty
  read,     ///< a pixel was read; b: 0 first sprite, 1 second; box: the world pixel, or those that
            ///< one word of a mask holds
  edge,     ///< an edge of a hull of the pair; a: its number, b: 0 first sprite, 1 second; box.min,
            ///< box.max: its two ends
  closest,  ///< the closest points of two hulls; box.min on the first sprite, box.max on the second
  probe,  ///< a query's binary search read a delimiter; a: sprite, b: 1 its begin, 0 its end, box:
          ///< the sprite's own
  feature,  ///< a walk stands at a corner or an edge of a hull; a: its number, b: 0 first sprite, 1
            ///< second; box.min, box.max: its two ends, equal ones of a corner
  search,   ///< the closest points of two hulls are searched from nothing; a, b: sprites
  count_
};
inline constexpr std::size_t kEventKindCount = static_cast<std::size_t>(EventKind::count_);

/// Whether an event of that kind is a comparison of two boxes.
constexpr bool is_test(EventKind m) { return m == EventKind::test || m == EventKind::recheck; }

/// The reason why a group is final, or why a query's walk stops.
enum class Ending : std::uint8_t {
  none,          ///< the event ends nothing
  small,         ///< group: no more sprites than the group size
  no_gap,        ///< group: neither axis divides it
  depth,         ///< group: the depth limit
  none_spans,    ///< query: past the box's end, every box that spans its start has ended
  touches_void,  ///< query: past the box's end, nothing is open
  row_end,       ///< query: there is no further delimiter
  tie,           ///< group: an axis would divide it if closes came first where boundaries coincide
};

/// The rule by which a query along a row of delimiters handles one of them.
enum class QueryRule : std::uint8_t {
  none,              ///< the event is no delimiter of a query
  left,              ///< probe: left of the box's start, so the start's place is right of it
  not_left,          ///< probe: not left of it, so the place is here or left of it
  begins_inside,     ///< visit: a begin inside the box, which interferes
  ends_from_left,    ///< visit: an end whose begin lies left of the box's start, which interferes
  begins_past,       ///< visit: a begin past the box's end, which is passed over
  ends_from_inside,  ///< visit: an end whose begin has been visited, which is passed over
};
/// Whether the delimiter shows a box that overlaps the query's box on the line.
constexpr bool interferes(QueryRule rule) {
  return rule == QueryRule::begins_inside || rule == QueryRule::ends_from_left;
}

/// Counts that only some algorithms keep, beside their events.
enum class Measure : std::uint8_t {
  interfering,  ///< pairs that overlap on the swept line, whether or not they do across it
  voids,        ///< places on the swept line behind which no box is open
  retrieved,    ///< objects in the nodes that an object's box reaches, itself left out, summed over
                ///< all objects (as quadtree-js counts)
  kept,         ///< pairs of hulls whose closest features are those of the frame before
  walked,       ///< steps from one feature of a hull to its neighbor
  count_
};

/// One thing that happened inside an algorithm.
struct Event {
  EventKind kind;
  Axis axis = Axis::x;
  std::uint16_t depth = 0;
  std::uint32_t a = 0, b = 0;
  Aabb box{};
  Ending ending = Ending::none;      ///< group: why it is final; leave: why the query stops
  QueryRule rule = QueryRule::none;  ///< probe, visit: the rule of a query along delimiters
};

/// The trace that keeps nothing and costs nothing. An algorithm's body is a template on this or on
/// Recorder.
struct NoTrace {
  static constexpr bool on = false;
  constexpr void add(const Event&) const {}
};

/// Keeps the first `limit` events and counts all of them. A limit of 0 makes it a pure counter,
/// which allocates nothing.
class Recorder {
 public:
  static constexpr bool on = true;

  explicit Recorder(std::size_t limit = 0) : limit_(limit) {}

  void add(const Event& e) {
    count_up(e.kind, 1);
    if (e.depth > max_depth_) max_depth_ = e.depth;
    if (events_.size() < limit_)
      events_.push_back(e);
    else
      ++dropped_;
  }
  /// Counts `n` events that it does not keep, as the work of a helper with a log of its own.
  void tally(EventKind m, std::uint64_t n) {
    count_up(m, n);
    dropped_ += n;
  }
  /// Adds `n` to a measure, which is known from then on.
  void add(Measure m, std::uint64_t n) {
    std::optional<std::uint64_t>& sum = measured_[static_cast<std::size_t>(m)];
    sum = sum.value_or(0) + n;
  }
  /// Notes that the algorithm sweeps the frame along one line, and its unit direction.
  void sweeps(Vec2 direction) { swept_ = direction; }
  void clear() {
    events_.clear();
    count_ = {};
    measured_ = {};
    swept_.reset();
    max_depth_ = 0;
    dropped_ = 0;
  }

  std::span<const Event> events() const { return events_; }
  /// The number of events of a kind. Rechecks are included in the count of `test`.
  std::uint64_t count(EventKind m) const { return count_[static_cast<std::size_t>(m)]; }
  /// The sum of a measure; nothing where the algorithm does not count it.
  std::optional<std::uint64_t> measured(Measure m) const {
    return measured_[static_cast<std::size_t>(m)];
  }
  /// The unit vector along the one line that was swept, x >= 0; nothing where none was. Boundaries
  /// are logged in their order along it: on x or y as lines, on a slanted line as the boxes'
  /// corners.
  std::optional<Vec2> swept() const { return swept_; }
  std::uint16_t max_depth() const { return max_depth_; }
  std::size_t limit() const { return limit_; }
  /// The number of events that were counted but not kept; 0 for a pure counter.
  std::uint64_t dropped() const { return limit_ == 0 ? 0 : dropped_; }

 private:
  void count_up(EventKind m, std::uint64_t n) {
    count_[static_cast<std::size_t>(m)] += n;
    if (m == EventKind::recheck) count_[static_cast<std::size_t>(EventKind::test)] += n;
  }

  std::vector<Event> events_;
  std::size_t limit_;
  std::uint64_t dropped_ = 0;
  std::uint16_t max_depth_ = 0;
  std::array<std::uint64_t, kEventKindCount> count_{};
  std::array<std::optional<std::uint64_t>, static_cast<std::size_t>(Measure::count_)> measured_{};
  std::optional<Vec2> swept_;
};

}  // namespace phasebox
