// SPDX-License-Identifier: MIT
// Finds boundaries of boxes (where one begins or ends on an axis) that coincide, by an event log.
#pragma once
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "collide/event_log.hpp"

namespace phasebox {

/// Whether there is one swept line (its unit direction is `swept`) and it is parallel to no axis,
/// so that boundaries are points on that line.
inline bool is_slanted(std::optional<Vec2> swept) {
  return swept && swept->x != 0 && swept->y != 0;
}

/// A position on an axis, or on a slanted line, at which two or more boxes begin or end that one
/// pass has sorted. Boundaries of different passes, such as those of two groups, are never sorted
/// with each other, so that nothing depends on their order.
struct CoincidentBoundary {
  /// world px; on a slanted line the dot product of the point with the line's unit direction
  float at = 0;
  std::uint32_t count = 0;  ///< number of boundaries here, at least 2
};

/// Finds coincident boundaries in an event log. Reuses its memory from call to call.
class CoincidentBoundaryFinder {
 public:
  /// The positions on the axis at which boundaries of a pass coincide exactly, ascending; valid
  /// until the next call. `swept` is the direction of the line that was swept, if it was one
  /// (`Recorder::swept`). If it is slanted, positions are along it, and all are found under the
  /// axis that the events name. O(m log m) for m boundaries.
  std::span<const CoincidentBoundary> find(std::span<const Event> events, Axis axis,
                                           std::optional<Vec2> swept = {});
  /// The number of boundaries that the last call examined; one that was logged twice counts once.
  std::uint64_t boundaries() const { return boundaries_; }

 private:
  struct Sorted {
    std::uint32_t place;     // float key of the position
    std::uint32_t pass;      // number of `enter` events before it
    std::uint32_t boundary;  // sprite and, as lowest bit, whether its box begins
    auto operator<=>(const Sorted&) const = default;
  };

  std::vector<Sorted> sorted_;
  std::vector<std::uint32_t> all_, tied_;  // boundaries of one position
  std::uint64_t boundaries_ = 0;
  std::vector<CoincidentBoundary> found_;
};

/// Numbers of boundaries on both axes. Each counts once, however often an algorithm sorted it.
struct Coinciding {
  /// boundaries that share their position with another one that was sorted with them
  std::uint64_t boundaries = 0;
  std::uint64_t all = 0;  ///< all boundaries
};

/// Counts the boundaries of an event log that coincide, on both axes. Takes O(m log m) for m
/// boundaries. `swept` is as for `CoincidentBoundaryFinder::find`.
Coinciding coinciding_boundaries(std::span<const Event> events, std::optional<Vec2> swept = {});

}  // namespace phasebox
