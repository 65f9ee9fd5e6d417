// SPDX-License-Identifier: MIT
// A query by the user for the boxes in a region, such as a rectangle.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "collide/shape_query.hpp"
#include "view/canvas.hpp"

namespace phasebox {

/// Whether the event is a visit of a sprite, not of a node or cell. `boxes` [n] are those of all
/// sprites.
bool is_sprite_visit(const Event&, std::span<const Aabb> boxes);

/// A query by the user in the present frame, its result, and what it cost.
struct RegionQuery {
  static constexpr std::size_t kLimit = 262'144;  ///< how many events are kept and drawn at most

  ShapeQuery asked;      ///< world px
  Aabb box;              ///< `query_shape` returned it, world px
  Sink<SpriteId> found;  ///< in no order
  Recorder log{kLimit};  ///< visits; some broadphases add probes, tests, hits
  std::size_t sprites_visited = 0, parts_visited = 0;  ///< parts are nodes or cells
  std::vector<QueryCost> costs;                        ///< the broadphase's `query_costs`

  /// Sets both counts of visits by the events that the log kept. A sprite counts once, a node or
  /// cell at each visit. O(events).
  void count(std::span<const Aabb> boxes);
};

/// Draws the shape of the query, the nodes, cells and sprites that it visited, and those
/// sprites that it found. `boxes` [n] are those of all sprites.
void draw_query(const Canvas&, const RegionQuery&, std::span<const Aabb> boxes);

}  // namespace phasebox
