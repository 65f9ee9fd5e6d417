// SPDX-License-Identifier: MIT
// A query asked by hand: which boxes overlap this one, and what was looked at to know it.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "base/geometry.hpp"
#include "collide/broadphase.hpp"
#include "collide/event_log.hpp"
#include "collide/sink.hpp"

namespace phasebox {

/// The rectangle stays while sprites move; the answer is that of the last frame.
struct RegionQuery {
  static constexpr std::size_t kLimit = 262'144;  ///< events that are kept and drawn

  Aabb box;                                            ///< world px
  Sink<SpriteId> found;                                ///< in no order
  Recorder log{kLimit};                                ///< visits, and for some probes, tests, hits
  std::size_t sprites_visited = 0, parts_visited = 0;  ///< parts: nodes or cells
  std::vector<QueryCost> costs;                        ///< as `Broadphase::query_costs`

  /// Fills the two counts from the log; each sprite counts once.
  void count(std::span<const Aabb> boxes);
};

}  // namespace phasebox
