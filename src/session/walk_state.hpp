// SPDX-License-Identifier: MIT
// The state of a walk through an event log, event by event, which the X-ray view makes and pictures
// show.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "collide/event_log.hpp"
#include "collide/walkthrough.hpp"

namespace phasebox {

/// The state of an algorithm after the first `events` events of its log.
struct WalkState {
  std::uint64_t events = 0;  ///< number of events so far
  /// [EventKind] how many of those events are of that kind; a recheck counts as a test, too
  std::array<std::uint64_t, kEventKindCount> count{};
  /// sprites that are open: the sweep has met their begin and not yet their end
  std::vector<SpriteId> open{};
  /// sprites that the sweep has met since it last had none open: the group so far
  std::vector<SpriteId> part{};
  std::uint32_t cuts = 0;               ///< gaps met in this pass: places where no sprite is open
  std::uint32_t boundaries = 0;         ///< boundaries met in this pass so far
  Axis axis = Axis::x;                  ///< axis of this pass of the sweep
  std::optional<std::uint32_t> at{};    ///< number of the group, cell or node at work
  std::optional<Pair> pair{};           ///< the pair that was last compared
  std::optional<Aabb> line{};           ///< the last boundary of the pass, as a line, world px
  EventPhase turn = EventPhase::opens;  ///< phase of the last event

  std::uint64_t counted(EventKind m) const { return count[static_cast<std::size_t>(m)]; }
  bool operator==(const WalkState&) const = default;
};

}  // namespace phasebox
