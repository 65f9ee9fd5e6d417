// SPDX-License-Identifier: MIT
// Places on an axis where several boundaries of boxes coincide exactly.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "collide/event_log.hpp"

namespace phasebox {

/// A place with two boundaries or more.
struct CoincidentBoundary {
  float at = 0;             ///< world px
  std::uint32_t count = 0;  ///< boundaries, from 2
};

/// Boundaries of both axes; each counts once, however often it was sorted.
struct Coinciding {
  std::uint64_t boundaries = 0;  ///< those that lie where another one of their axis lies
  std::uint64_t all = 0;
};

/// Finds such places among the boundaries of an event log. Keeps its memory, so that looking for
/// the like again allocates nothing.
class CoincidentBoundaryFinder {
 public:
  /// Those on the axis, ascending; valid until the next call. O(m log m) for m boundaries.
  std::span<const CoincidentBoundary> find(std::span<const Event> events, Axis axis);
  /// Different boundaries that the last call saw.
  std::uint64_t boundaries() const { return keys_.size(); }

 private:
  std::vector<std::uint64_t> keys_;  // place, then sprite and end
  std::vector<CoincidentBoundary> found_;
};

/// How many boundaries coincide among those of an event log. O(m log m).
Coinciding coinciding_boundaries(std::span<const Event> events);

}  // namespace phasebox
