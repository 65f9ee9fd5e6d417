// SPDX-License-Identifier: MIT
// A query by the user for the boxes in a rectangle of the last frame.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "collide/broadphase.hpp"
#include "collide/event_log.hpp"
#include "view/canvas.hpp"

namespace phasebox {

/// A query by the user for the boxes that overlap a rectangle in the last frame, and its result.
struct RegionQuery {
  static constexpr std::size_t kLimit = 262'144;  ///< most events that are kept and drawn

  Aabb box;                                            ///< world px
  Sink<SpriteId> found;                                ///< in no order
  Recorder log{kLimit};                                ///< visits; of some also probes, tests, hits
  std::size_t sprites_visited = 0, parts_visited = 0;  ///< parts: nodes or cells
  std::vector<QueryCost> costs;                        ///< as `Broadphase::query_costs`

  /// Sets the two counts of visits from the log; each sprite counts once. O(events).
  void count(std::span<const Aabb> boxes);
};

/// Draws the rectangle, what was visited, and what was found.
void draw_query(const Canvas&, const RegionQuery&, std::span<const Aabb> boxes);

}  // namespace phasebox
