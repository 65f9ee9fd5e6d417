// SPDX-License-Identifier: MIT
// What an algorithm did, as data: its events, counted beyond a bound; and its pseudocode.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/geometry.hpp"
#include "collide/sink.hpp"

namespace phasebox {

/// Kinds of event. `a`, `b` and `box` of an Event mean, by kind:
enum class EventKind : std::uint8_t {
  enter,     ///< a pass, node or group is begun; a: its number, b: its size, box: its bounds
  leave,     ///< ... is done; a: its number
  group,     ///< a final group; a: its number, b: its size, box: its bounds
  member,    ///< a: sprite, b: number of the final group, cell or node that owns it
  split,     ///< a temporary group or a node, divided; a: its number, b: parts, box: its bounds
  cell,      ///< a: its number, b: sprites in it, box: the cell
  node,      ///< a: its number, b: sprites in it, box: the node
  boundary,  ///< a: sprite, b: 1 open, 0 close; box: a line across the group, at the boundary
  order,     ///< a sweep's step; a: sprite, b: open after it (0: touches void), box: boundary
  test,      ///< two boxes are compared; a, b: sprites, in a query both the one that is asked about
  recheck,   ///< a test of a pair that is kept from frame to frame; counts as a test as well
  hit,       ///< ... and overlap; a, b: sprites
  skip,      ///< a pair is left out: not eligible, or rejected by a narrowphase before it looks
             ///< closer; a, b: sprites
  swap,      ///< two neighbors in a sorted list changed places; a, b: sprites, box: as boundary
  fat,       ///< a box kept larger than its sprite's; a: sprite, box: the fat AABB
  visit,    ///< a query or a descent looked at; a: node or cell, box: what it covers; or a: sprite,
            ///< box: its own, or left empty
  read,     ///< a pixel was read; b: 0 first sprite, 1 second; box: the world pixel, or those that
            ///< one word of a mask holds
  edge,     ///< an edge of a hull; b: 0 first sprite, 1 second; box.min, box.max: its two ends
  closest,  ///< the closest points of two hulls; box.min on the first sprite, box.max on the second
  probe,  ///< a query's binary search looked at; a: sprite, b: 1 its begin, 0 its end, box: its own
  feature,  ///< a walk stands at a corner or an edge of a hull; a: its number, b: 0 first sprite, 1
            ///< second; box.min, box.max: its two ends, equal ones of a corner
  search,   ///< the closest points of two hulls are searched from nothing; a, b: sprites
  count_
};
inline constexpr std::size_t kEventKindCount = static_cast<std::size_t>(EventKind::count_);

/// Whether two boxes are compared.
constexpr bool is_test(EventKind m) { return m == EventKind::test || m == EventKind::recheck; }

/// Why a group is final, or why a query's walk stops.
enum class Ending : std::uint8_t {
  none,          ///< of other events
  small,         ///< group: no more sprites than the group size
  no_gap,        ///< group: neither axis divides it
  depth,         ///< group: the depth limit
  none_spans,    ///< query: past the box's end, none that spans its start is still to end
  touches_void,  ///< query: past the box's end, nothing is open
  row_end,       ///< query: there is no further delimiter
  tie,           ///< group: an axis would divide it, were closes first where boundaries coincide
};

/// What a query along a row of delimiters makes of one of them.
enum class QueryRule : std::uint8_t {
  none,              ///< of other events
  left,              ///< probe: left of the box's start, so the start's place is right of it
  not_left,          ///< probe: not left of it, so the place is here or left of it
  begins_inside,     ///< visit: a begin inside the box, which interferes
  ends_from_left,    ///< visit: an end whose begin lies left of the box's start, which interferes
  begins_past,       ///< visit: a begin past the box's end: passed
  ends_from_inside,  ///< visit: an end whose begin has been walked: passed
};
/// Whether the box of the delimiter overlaps the asked one on the line.
constexpr bool interferes(QueryRule rule) {
  return rule == QueryRule::begins_inside || rule == QueryRule::ends_from_left;
}

/// What only some algorithms count, beside their events.
enum class Measure : std::uint8_t {
  interfering,  ///< pairs that overlap on the swept line, whether or not they do across it
  voids,        ///< places on that line behind which no box is open
  retrieved,    ///< of every object the others in the nodes that it reaches (unit of quadtree-js)
  kept,         ///< pairs of hulls whose closest features are those of the frame before
  walked,       ///< steps from one feature of a hull to its neighbor
  count_
};

/// One thing that happened inside an algorithm. 32 bytes.
struct Event {
  EventKind kind;
  Axis axis = Axis::x;
  std::uint16_t depth = 0;
  std::uint32_t a = 0, b = 0;
  Aabb box{};
  Ending ending = Ending::none;      ///< group: why it is final; leave: why the query stops
  QueryRule rule = QueryRule::none;  ///< probe, visit: of a query along delimiters
};

/// Tracing off: costs nothing. An algorithm's body is a template on this or on Recorder.
struct NoTrace {
  static constexpr bool on = false;
  constexpr void add(const Event&) const {}
};

/// Keeps the first `limit` events and counts all of them. A limit of 0 makes it a pure counter.
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
  /// Counts `n` events that are not shown: work of a helper with a log of its own.
  void tally(EventKind m, std::uint64_t n) {
    count_up(m, n);
    dropped_ += n;
  }
  void add(Measure m, std::uint64_t n) {
    std::optional<std::uint64_t>& sum = measured_[static_cast<std::size_t>(m)];
    sum = sum.value_or(0) + n;
  }
  /// The frame is swept along one line.
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
  /// Of `test`, rechecks included.
  std::uint64_t count(EventKind m) const { return count_[static_cast<std::size_t>(m)]; }
  /// Nothing where the algorithm does not count that.
  std::optional<std::uint64_t> measured(Measure m) const {
    return measured_[static_cast<std::size_t>(m)];
  }
  /// Unit vector along the one line that was swept, x >= 0; nothing where none was. Boundaries are
  /// logged in their order along it: on x or y as lines, on a slanted line as the boxes' corners.
  std::optional<Vec2> swept() const { return swept_; }
  std::uint16_t max_depth() const { return max_depth_; }
  std::size_t limit() const { return limit_; }
  /// Events that were counted but not kept.
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

/// What an event of one kind may be in particular: a boundary, or a step of a sweep, opens or
/// closes a sprite, or closes the last one that was open; a pixel or an edge is the first sprite's
/// or the second's; a delimiter that a query visits begins inside the box, ends from its left or is
/// passed; the query stops since none spans the box any more, at void, or at the end of the row.
enum class EventPhase : std::uint8_t {
  opens = 0,
  closes = 1,
  empties = 2,
  first = 0,
  second = 1,
  begins_inside = 0,
  ends_from_left = 1,
  passed = 2,
  none_spans = 0,
  touches_void = 1,
  row_end = 2,
};
inline constexpr unsigned kEventPhases = 3;

/// A set of events, by kind and phase.
class EventMask {
 public:
  constexpr EventMask() = default;
  constexpr EventMask(EventKind kind, EventPhase phase) {
    const unsigned place =
        static_cast<unsigned>(kind) * kEventPhases + static_cast<unsigned>(phase);
    words_[place / 64] = std::uint64_t{1} << place % 64;
  }
  constexpr EventMask operator|(EventMask o) const {
    return {words_[0] | o.words_[0], words_[1] | o.words_[1]};
  }
  constexpr EventMask operator&(EventMask o) const {
    return {words_[0] & o.words_[0], words_[1] & o.words_[1]};
  }
  constexpr operator bool() const { return words_[0] || words_[1]; }

 private:
  constexpr EventMask(std::uint64_t low, std::uint64_t high) : words_{low, high} {}
  std::uint64_t words_[2] = {};
};
static_assert(kEventKindCount * kEventPhases <= 128);

constexpr EventMask on(EventKind kind, EventPhase phase) { return {kind, phase}; }
/// In any phase.
constexpr EventMask on(EventKind kind) {
  return on(kind, EventPhase::opens) | on(kind, EventPhase::closes) | on(kind, EventPhase::empties);
}

/// One line: leading spaces indent it. Without a mask it explains; with one, its events light it.
struct CodeLine {
  std::string_view text;
  EventMask lit_by = {};
};

/// How an algorithm is shown step by step: data, so that no algorithm needs code for it elsewhere.
struct Walkthrough {
  std::span<const CodeLine> code;   ///< 6 to 12 lines; each event of a log lights one
  std::string_view part = "group";  ///< what `enter`, `group`, `cell`, `node`, `visit` speak of
  bool counts_boundaries = false;   ///< the walk is along `boundary`, not along `order`
  std::string_view limit = {};      ///< key of the parameter above which a part is divided
  std::string_view counted = {};    ///< "group", "cell", "node": what its parts count as; empty:
                                    ///< whatever a log shows, or none
  std::span<const CodeLine> query = {};  ///< of `Broadphase::query`, 6 to 12 lines, or none
};

/// For algorithms that bring no lines of their own: one for every kind of event.
inline constexpr auto kGeneralCode = std::to_array<CodeLine>({
    {"begin a pass or a part", on(EventKind::enter)},
    {"  boundaries, in order", on(EventKind::boundary) | on(EventKind::swap) | on(EventKind::fat)},
    {"  walk along them with the open set", on(EventKind::order)},
    {"  divide", on(EventKind::split)},
    {"  a part as it is kept", on(EventKind::group) | on(EventKind::cell) | on(EventKind::node)},
    {"    its members", on(EventKind::member)},
    {"  look at a part or a sprite", on(EventKind::visit) | on(EventKind::probe) |
                                         on(EventKind::edge) | on(EventKind::feature) |
                                         on(EventKind::search) | on(EventKind::closest)},
    {"  compare two boxes, or read a pixel",
     on(EventKind::test) | on(EventKind::recheck) | on(EventKind::skip) | on(EventKind::read)},
    {"    a pair is found", on(EventKind::hit)},
    {"the pass or the part is done", on(EventKind::leave)},
});

}  // namespace phasebox
