// SPDX-License-Identifier: MIT
// The event log of an algorithm as data: events up to a limit, and counts of all of them.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/geometry.hpp"
#include "collide/sink.hpp"

namespace phasebox {

/// The kind of an event. The comments say what `a`, `b` and `box` of an Event mean for each kind;
/// a field that is not named has no meaning. Passes, groups, cells and nodes have numbers of the
/// algorithm's own.
enum class EventKind : std::uint8_t {
  enter,   ///< a pass, node or group is begun; a: its number, b: its size in sprites, box: its
           ///< bounds. In a narrowphase a pair is begun; a, b: its sprites
  leave,   ///< a pass, node, group or query is done; a: its number, but none of a query. In a
           ///< narrowphase a pair does not collide; a, b: its sprites
  group,   ///< a group of RDC that is not cut further; a: its number, b: its size, box: its bounds
  member,  ///< a sprite lies in a part; a: sprite, b: number of that group, cell or node
  split,   ///< a group or node is divided; a: its number, b: number of parts, box: its bounds
  cell,    ///< a cell of a grid; a: its number, b: sprites in it, box: its area. In a narrowphase
           ///< a part of the overlap is looked at; a: a running number, b: 2, box: its area
  node,    ///< a node of a tree; a: its number, b: sprites kept in it, box: its area
  boundary,  ///< a begin or end in a sorted row; a: sprite, b: 1 begin, 0 end; box: a line or point
             ///< at which to show it
  order,     ///< a sweep's step; a: sprite, b: boxes open after it, box: as `boundary`
  test,      ///< two boxes are compared, the sprites' own or fat AABBs; a, b: sprites. A query
             ///< compares its box with that of a sprite; a and b: that sprite
  recheck,   ///< a test of a pair that is kept from frame to frame; counts as a test as well
  hit,    ///< two sprites' boxes overlap, or a query's box and that of a sprite (a, b: as `test`).
          ///< In a narrowphase a pair collides; a, b: its sprites, box: the contact point
  skip,   ///< a pair is left out: not eligible, or rejected by a narrowphase before it looks
          ///< closer; a, b: sprites
  swap,   ///< two neighbors in a sorted list changed places; a: the sprite that moved back, b:
          ///< the one it passed, box: as `boundary`
  fat,    ///< a box kept larger than its sprite's (fat AABB, skin box); a: sprite, box: it
  visit,  ///< a query or a descent visited a node or cell; a: its number, box: what it covers. Or
          ///< it visited a sprite; a: sprite, box: the sprite's own, or empty
  read,   ///< pixels of an image were read; b: 0 first sprite of the pair, 1 second; box: the one
          ///< world pixel, or all that are read at once (a word of a mask, a block)
  edge,   ///< an edge of a hull of the pair; a: its number, b: 0 first sprite, 1 second; box.min,
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

/// The reason why RDC does not cut a group further, or why a query's walk along a row stops.
enum class Ending : std::uint8_t {
  none,          ///< the event ends nothing
  small,         ///< group: it has no more sprites than the parameter `group-size`
  no_gap,        ///< group: neither axis divides it
  depth,         ///< group: it is as many splits deep as the parameter `max-depth` allows
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

/// Counts of a frame that only some algorithms make, beside their events.
enum class Measure : std::uint8_t {
  interfering,  ///< pairs that overlap on the swept line, whether or not they do across it
  voids,        ///< places on the swept line behind which no box is open
  retrieved,    ///< objects in the nodes that an object's box reaches, itself left out, summed over
                ///< all objects
  kept,         ///< pairs of hulls whose closest features could be taken from their last test
  walked,       ///< steps from one feature of a hull to its neighbor
  count_
};

/// One thing that happened inside an algorithm.
struct Event {
  EventKind kind;
  Axis axis = Axis::x;           ///< the axis of a pass or row; x where there is none
  std::uint16_t depth = 0;       ///< splits or levels above a part; in grids the number of the grid
  std::uint32_t a = 0, b = 0;    ///< see EventKind
  Aabb box{};                    ///< px, see EventKind
  Ending ending = Ending::none;  ///< group: why it is not cut; leave: why the query stops
  QueryRule rule = QueryRule::none;  ///< probe, visit: the rule of a query along delimiters
};

/// The trace that keeps nothing and costs nothing. An algorithm's body is a template on this or on
/// Recorder.
struct NoTrace {
  static constexpr bool on = false;
  constexpr void add(const Event&) const {}
};

/// The log of one frame: keeps the first `limit` events and counts all of them. A limit of 0 makes
/// it a pure counter, which allocates nothing.
class Recorder {
 public:
  static constexpr bool on = true;

  explicit Recorder(std::size_t limit = 0) : limit_(limit) {}

  void add(const Event& e) {
    count_up(e.kind, 1);
    if (e.depth > max_depth_) max_depth_ = e.depth;
    if (events_.size() < limit_)
      events_.push_back(e);
    else if (++dropped_ >= most_)
      stopped_->stop();
  }
  /// Makes the log stop `limit`, which is the frame's, when `most` events were not kept, so that a
  /// frame with too many ends soon.
  void stop_after(std::uint64_t most, WorkLimit& limit) {
    most_ = most;
    stopped_ = &limit;
  }
  /// Counts `n` events without keeping them, such as those that a helper has put into another log.
  void tally(EventKind m, std::uint64_t n) {
    count_up(m, n);
    dropped_ += n;
  }
  /// Adds `n` to a measure, which is known from then on.
  void add(Measure m, std::uint64_t n) {
    std::optional<std::uint64_t>& sum = measured_[static_cast<std::size_t>(m)];
    sum = sum.value_or(0) + n;
  }
  /// Notes that the algorithm sweeps the frame along one line; `direction` is its unit vector.
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
  std::uint64_t dropped_ = 0, most_ = std::numeric_limits<std::uint64_t>::max();
  WorkLimit* stopped_ = nullptr;  // when most_ events were dropped
  std::uint16_t max_depth_ = 0;
  std::array<std::uint64_t, kEventKindCount> count_{};
  std::array<std::optional<std::uint64_t>, static_cast<std::size_t>(Measure::count_)> measured_{};
  std::optional<Vec2> swept_;
};

}  // namespace phasebox
