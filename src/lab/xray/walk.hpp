// SPDX-License-Identifier: MIT
// A fold over a prefix of an event log: what an algorithm knows after its first `n` events.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/geometry.hpp"
#include "collide/event_log.hpp"
#include "collide/walkthrough.hpp"
#include "session/walk_state.hpp"

namespace phasebox {

/// One part of the recursion: a group, a cell or a node.
struct WalkPart {
  static constexpr std::size_t kNever = ~std::size_t{0};
  std::uint32_t number = 0, size = 0;  ///< number in the trace; sprites in it
  std::uint32_t children = 0;          ///< parts that it was divided into
  std::uint16_t depth = 0;
  std::size_t parent = kNever;  ///< index of the parent part
  std::size_t first = 0;        ///< event that begins the part
  std::size_t split = kNever;   ///< event that divides it
  std::size_t done = kNever;    ///< event that makes it final
  Aabb box{};
};

/// One pass: the boundaries of one axis of one group, in order.
struct WalkPass {
  std::size_t begin = 0, end = 0;  ///< events
  Axis axis = Axis::x;
  bool has_order = false;  ///< a sweep follows the boundaries
};

/// The log that is walked: of the broadphase, of the narrowphase (cut into candidate pairs), or of
/// a query.
enum class WalkPhase : std::uint8_t { broad, narrow, query };

/// The state after every prefix of a log. It keeps a state every few thousand events, so that any
/// place is reached quickly.
class Walk {
 public:
  Walk() = default;
  /// The events must outlive this object. O(events * sprites open at once).
  Walk(std::span<const Event> events, const Walkthrough& how, WalkPhase phase = WalkPhase::broad);

  std::span<const Event> events() const { return events_; }
  const Walkthrough& how() const { return how_; }
  WalkPhase phase() const { return phase_; }
  std::size_t size() const { return events_.size(); }
  /// The state after the first `n` events. O(1) for the neighbor of the last one asked for, else a
  /// few thousand events.
  WalkState state(std::size_t n) const { return go(n); }
  /// The line of the pseudocode that the event lights, if any.
  std::optional<std::size_t> line(std::size_t event) const;

  std::span<const WalkPart> parts() const { return parts_; }
  /// The number of parts that the first `n` events have begun.
  std::size_t parts_at(std::size_t n) const {
    const auto it = std::ranges::lower_bound(parts_, n, {}, &WalkPart::first);
    return static_cast<std::size_t>(it - parts_.begin());
  }
  /// The index of the current part after the first `n` events, or kNever.
  std::size_t part_at(std::size_t n) const {
    const auto number = go(n).at;
    return number ? find_part(*number) : WalkPart::kNever;
  }
  /// The pass that the event belongs to, or else the last one before it; null before the first.
  const WalkPass* pass(std::size_t event) const {
    const auto it = std::ranges::upper_bound(passes_, event, {}, &WalkPass::begin);
    return it == passes_.begin() ? nullptr : &*(it - 1);
  }
  /// The number of events done after a jump from `n`: those up to and with the next (or previous)
  /// event that begins a part, a pass or a pair.
  std::size_t jump(std::size_t n, bool forward) const;

 private:
  static constexpr std::size_t kStride = 4096;

  const WalkState& go(std::size_t n) const;
  void take(WalkState& s, const Event& e) const;
  void note_part(std::size_t number);
  void note_pass(std::size_t number);
  std::size_t find_part(std::uint32_t number) const {
    const auto it = std::ranges::lower_bound(by_number_, std::pair{number, std::size_t{0}});
    return it == by_number_.end() || it->first != number ? WalkPart::kNever : it->second;
  }

  std::span<const Event> events_;
  Walkthrough how_;
  WalkPhase phase_ = WalkPhase::broad;
  std::vector<WalkState> kept_;  // [k] state before event k * kStride
  mutable WalkState now_;        // state that was asked for last
  std::vector<WalkPart> parts_;
  std::vector<std::size_t> stack_;  // open parts while the list is made
  std::vector<std::pair<std::uint32_t, std::size_t>> by_number_;  // sorted
  std::vector<WalkPass> passes_;
  std::vector<std::size_t> stops_;
};

/// The phase of an event (opens, closes, ...), given the state before it.
EventPhase phase_of(const Event& e, const WalkState& before, const Walkthrough& how);

/// Whether the event is the one that opens and closes sprites in this algorithm's sweep.
bool is_sweep_step(const Event& e, const Walkthrough& how);

}  // namespace phasebox
