// SPDX-License-Identifier: MIT
// The state of a walk through an event log, which the X-ray makes and pictures show.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "collide/event_log.hpp"
#include "collide/walkthrough.hpp"

namespace phasebox {

/// State of a walk through an event log after its first `events` events.
struct WalkState {
  std::uint64_t events = 0;  ///< processed so far
  /// [kind] of those events; rechecks count as tests too
  std::array<std::uint64_t, kEventKindCount> count{};
  /// sprites whose interval contains the current position
  std::vector<SpriteId> open{};
  /// sprites opened since no interval was open
  std::vector<SpriteId> part{};
  std::uint32_t cuts = 0;               ///< gaps in this pass: places without an open interval
  std::uint32_t boundaries = 0;         ///< visited in this pass so far
  Axis axis = Axis::x;                  ///< axis of this pass
  std::optional<std::uint32_t> at{};    ///< number of the current part
  std::optional<Pair> pair{};           ///< the pair visited last
  std::optional<Aabb> line{};           ///< the last boundary of the pass
  EventPhase turn = EventPhase::opens;  ///< phase of the last event

  std::uint64_t counted(EventKind m) const { return count[static_cast<std::size_t>(m)]; }
  bool operator==(const WalkState&) const = default;
};

}  // namespace phasebox
