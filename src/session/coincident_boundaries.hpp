// SPDX-License-Identifier: MIT
// Boundaries that coincide on an axis, as an event log shows them.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "collide/event_log.hpp"

namespace phasebox {

/// Whether the sweep line is parallel to neither axis, so that boundaries are points on that line.
inline bool is_slanted(std::optional<Vec2> swept) {
  return swept && swept->x != 0 && swept->y != 0;
}

/// A position on an axis that two or more interval ends share.
struct CoincidentBoundary {
  /// world px; on a slanted sweep line, distance along it from the origin's projection
  float at = 0;
  std::uint32_t count = 0;  ///< number of boundaries here, from 2
};

/// Finds coincident boundaries in an event log. Reuses its memory from call to call.
class CoincidentBoundaryFinder {
 public:
  /// The coincident boundaries of the axis, ascending; valid until the next call. O(m log m) for m
  /// boundaries. With a slanted sweep line, positions are along that line, listed under its nearer
  /// axis.
  std::span<const CoincidentBoundary> find(std::span<const Event> events, Axis axis,
                                           std::optional<Vec2> swept = {});
  /// Number of distinct boundaries in the last call.
  std::uint64_t boundaries() const { return keys_.size(); }

 private:
  std::vector<std::uint64_t> keys_;  // place, then sprite and end
  std::vector<CoincidentBoundary> found_;
};

/// Boundaries of both axes. Each counts once, however often it was sorted.
struct Coinciding {
  /// boundaries that share their position with another one of the axis
  std::uint64_t boundaries = 0;
  std::uint64_t all = 0;
};

/// Counts coincident boundaries of an event log on both axes. O(m log m).
Coinciding coinciding_boundaries(std::span<const Event> events, std::optional<Vec2> swept = {});

}  // namespace phasebox
