// SPDX-License-Identifier: MIT
// An event log, walked event by event in both directions: what the algorithm knows at each of
// them, and the events and impacts in plain words.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "collide/broadphase.hpp"
#include "collide/event_log.hpp"
#include "world/dynamics/dynamics.hpp"

namespace phasebox {

/// What the first so many events amount to.
struct WalkState {
  std::uint64_t events = 0;                            ///< taken so far
  std::array<std::uint64_t, kEventKindCount> count{};  ///< of them, by kind; rechecks are tests too
  std::vector<SpriteId> open;                          ///< sprites between their boundaries here
  std::vector<SpriteId> part;                          ///< opened since nothing was open
  std::uint32_t cuts = 0;               ///< times that nothing was open, in this pass
  std::uint32_t boundaries = 0;         ///< of this pass, so far
  Axis axis = Axis::x;                  ///< of the pass
  std::optional<std::uint32_t> at;      ///< number of the current part
  std::optional<Pair> pair;             ///< the two sprites looked at last
  std::optional<Aabb> line;             ///< the last boundary of the pass
  EventPhase turn = EventPhase::opens;  ///< of the last event

  std::uint64_t counted(EventKind m) const { return count[static_cast<std::size_t>(m)]; }
  bool operator==(const WalkState&) const = default;
};

/// One part of the recursion: a group, a cell or a node.
struct WalkPart {
  static constexpr std::size_t kNever = ~std::size_t{0};
  std::uint32_t number = 0, size = 0;  ///< as traced; sprites in it
  std::uint32_t children = 0;          ///< into how many it was divided
  std::uint16_t depth = 0;
  std::size_t parent = kNever;  ///< its place in the list of parts
  std::size_t first = 0;        ///< the event that begins it
  std::size_t split = kNever;   ///< ... that divides it
  std::size_t done = kNever;    ///< ... that makes it final
  Aabb box{};
};

/// The boundaries that are walked along together: one axis of one group.
struct WalkPass {
  std::size_t begin = 0, end = 0;  ///< events
  Axis axis = Axis::x;
  bool has_order = false;  ///< a sweep walks along them afterward
};

/// The event log of the broadphase, or of the narrowphase, which is cut into candidate pairs, or of
/// a query.
enum class WalkPhase : std::uint8_t { broad, narrow, query };

/// Knows what all events of a log lead to, with a state kept every few thousand of them, so that
/// any can be gone to quickly.
class Walk {
 public:
  Walk() = default;
  /// The events must live as long as this. O(events * sprites open at once).
  Walk(std::span<const Event> events, const Walkthrough& how, WalkPhase phase = WalkPhase::broad);

  std::span<const Event> events() const { return events_; }
  const Walkthrough& how() const { return how_; }
  WalkPhase phase() const { return phase_; }
  std::size_t size() const { return events_.size(); }
  /// What the first `n` events lead to. O(1) from the last one asked for to the next, else a few
  /// thousand events.
  WalkState state(std::size_t n) const;
  /// The line of the pseudocode that the event lights; nothing when none does.
  std::optional<std::size_t> line(std::size_t event) const;

  std::span<const WalkPart> parts() const { return parts_; }
  /// Parts that the first `n` events have begun.
  std::size_t parts_at(std::size_t n) const;
  /// The current part after the first `n` events, or kNever.
  std::size_t part_at(std::size_t n) const;
  /// The pass that the event belongs to or that was the last one before it; null before the first.
  const WalkPass* pass(std::size_t event) const;
  /// Where a jump goes to: behind the next (or back to the last) event that begins a part, a pass
  /// or a pair.
  std::size_t jump(std::size_t n, bool forward) const;

 private:
  static constexpr std::size_t kStride = 4096;

  const WalkState& go(std::size_t n) const;
  void take(WalkState& s, const Event& e) const;
  void note_part(std::size_t number);
  void note_pass(std::size_t number);
  std::size_t find_part(std::uint32_t number) const;

  std::span<const Event> events_;
  Walkthrough how_;
  WalkPhase phase_ = WalkPhase::broad;
  std::vector<WalkState> kept_;  // [k]: before event k * kStride
  mutable WalkState now_;        // the last one asked for
  std::vector<WalkPart> parts_;
  std::vector<std::size_t> stack_;  // parts that are begun, while listing
  std::vector<std::pair<std::uint32_t, std::size_t>> by_number_;  // sorted
  std::vector<WalkPass> passes_;
  std::vector<std::size_t> stops_;
};

/// What an event is in particular, given what was known before it.
EventPhase phase_of(const Event& e, const WalkState& before, const Walkthrough& how);

/// What a sentence may speak of besides the walk.
struct Scenery {
  std::span<const Aabb> boxes;          ///< [sprites]
  std::optional<double> limit;          ///< value of the parameter above which a part is divided
  std::span<const std::int64_t> ids{};  ///< [sprites] as in their recording; empty: their numbers
  std::optional<Aabb> asked{};          ///< the box of the query that is walked

  std::int64_t name(SpriteId id) const {
    return id < ids.size() ? ids[id] : static_cast<std::int64_t>(id);
  }
};

/// "counter back to 0: {3, 7, 9} become a group". Of the event after which `n` are taken, 1 to the
/// number of events.
std::string sentence(const Walk& walk, std::size_t n, const Scenery& scenery);

/// "{3, 7, 9}", with "and 40 more" in place of what is beyond the first `most`.
std::string listed(std::span<const SpriteId> sprites, const Scenery& scenery = {},
                   std::size_t most = 10);

/// "delimiters walked: 31 counted, 58 void, 400 none · 12 box tests each": what a query costs by
/// each rule by which it may stop; empty without any.
std::string cost_text(std::span<const QueryCost> costs);

/// A position with at least one decimal, and as many as tell it apart from the other, unless the
/// two are the same.
std::string position_text(float position, float other);

/// How many of the impacts are of sprites that fly into each other; these are numbered. O(n).
std::size_t flying(std::span<const Impact> impacts);

/// "impact 3 of 12, at 0.42 of the step: 7 and 12 meet at 5.1 px per step and part at 3.0". Of the
/// impact after which `n` are done, 1 to their number. `gravity` tells which of two carries the
/// other; only its direction counts.
std::string sentence(std::span<const Impact> impacts, std::size_t n, Vec2 gravity,
                     const Scenery& scenery = {});

/// "7 and 12", "7 and the border".
std::string partners(const Impact&, const Scenery& scenery = {});
/// "5.1", "0.024", px per step; what rounding leaves below zero is "0".
std::string speed_of(float along_normal);
/// The length of an impulse: "882", "1.2e4".
std::string size_of(Vec2 impulse);

}  // namespace phasebox
