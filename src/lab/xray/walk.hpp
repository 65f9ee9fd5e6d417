// SPDX-License-Identifier: MIT
// What an algorithm knows after the first `n` events of its log, for every n.
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

/// One part into which a broadphase divides the sprites: a group, a cell or a node.
struct WalkPart {
  static constexpr std::size_t kNever = ~std::size_t{0};  ///< in place of an index: there is none
  std::uint32_t number = 0, size = 0;  ///< number that events call it by; sprites in it
  std::uint32_t children = 0;          ///< number of parts that it is divided into
  std::uint16_t depth = 0;             ///< 0 for the root
  std::size_t parent = kNever;         ///< index of the parent part
  std::size_t first = 0;               ///< index of the event that begins the part
  std::size_t split = kNever;          ///< index of the event that divides it
  std::size_t done = kNever;           ///< index of the last event that names it as final
  Aabb box{};                          ///< its bounds, world px
};

/// One pass: the events in which an algorithm goes along one axis, mostly through one group.
struct WalkPass {
  std::size_t begin = 0, end = 0;  ///< indices of its first event and of the one after its last
  Axis axis = Axis::x;
  bool has_order = false;  ///< whether it has steps of a sweep (`order` events)
};

/// The log that is walked: of the broadphase, of the narrowphase (one candidate pair after the
/// other), or of a query.
enum class WalkPhase : std::uint8_t { broad, narrow, query };

/// A log of events, with the state of its algorithm after any number of them. It keeps the state at
/// every 4,096th event, so that any place is reached quickly.
class Walk {
 public:
  Walk() = default;
  /// The events must outlive this object. O(events · sprites that are open at once).
  Walk(std::span<const Event> events, const Walkthrough& how, WalkPhase phase = WalkPhase::broad);

  std::span<const Event> events() const { return events_; }
  const Walkthrough& how() const { return how_; }
  WalkPhase phase() const { return phase_; }
  std::size_t size() const { return events_.size(); }
  /// The state after the first `n` events. One event is read if the call before asked for n - 1,
  /// else up to 4,096.
  WalkState state(std::size_t n) const { return go(n); }
  /// The index of the line of pseudocode that the event of this index lights, if any.
  std::optional<std::size_t> line(std::size_t event) const;

  /// All parts, in the order in which events begin them.
  std::span<const WalkPart> parts() const { return parts_; }
  /// The number of parts that the first `n` events have begun.
  std::size_t parts_at(std::size_t n) const {
    const auto it = std::ranges::lower_bound(parts_, n, {}, &WalkPart::first);
    return static_cast<std::size_t>(it - parts_.begin());
  }
  /// The index in `parts` of the part that the first `n` events named last, or WalkPart::kNever.
  std::size_t part_at(std::size_t n) const {
    const auto number = go(n).at;
    return number ? find_part(*number) : WalkPart::kNever;
  }
  /// The pass that the event of this index belongs to, or else the last one before it; null before
  /// the first.
  const WalkPass* pass(std::size_t event) const {
    const auto it = std::ranges::upper_bound(passes_, event, {}, &WalkPass::begin);
    return it == passes_.begin() ? nullptr : &*(it - 1);
  }
  /// The number of events shown after a jump from `n`: those up to and with the next (or previous)
  /// event that begins a part, a pass of a part or a pair of the narrowphase; in a log without
  /// these, up to a hit. The end (or 0) if there is none.
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
  std::vector<WalkState> kept_;  // [k] the state before event k * kStride
  mutable WalkState now_;        // the state that was asked for last
  std::vector<WalkPart> parts_;
  // Indices of the current part and of its ancestors while `parts_` is filled
  std::vector<std::size_t> stack_;
  std::vector<std::pair<std::uint32_t, std::size_t>>
      by_number_;  // (number, index) of parts, sorted
  std::vector<WalkPass> passes_;
  std::vector<std::size_t> stops_;  // indices of the events at which a jump ends
};

/// What an event does among those of its kind (opens or closes a sprite, reads the first or second
/// of a pair, ...), given the state before it.
EventPhase phase_of(const Event& e, const WalkState& before, const Walkthrough& how);

/// Whether the event is of the kind that opens and closes sprites in this algorithm's sweep.
bool is_sweep_step(const Event& e, const Walkthrough& how);

}  // namespace phasebox
