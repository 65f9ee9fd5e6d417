// SPDX-License-Identifier: MIT
// Queries of a shape: box, frustum, segment, point, or what is nearest to a point.
#pragma once
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "collide/broadphase.hpp"

namespace phasebox {

enum class QueryShape : std::uint8_t {
  box,      ///< the boxes that overlap the one with the corners `from` and `to`
  frustum,  ///< those that overlap a trapezoid, which widens from `from` to `to` as a view does
  segment,  ///< those that the segment meets, edges included
  nearest,  ///< the `count` boxes nearest to `to`, or all if there are fewer
  point,    ///< those that hold `to`, edges included
};
inline constexpr std::array<std::string_view, 5> kQueryShapeNames{"box", "frustum", "segment",
                                                                  "nearest", "point"};

/// A query of a shape between two points, px.
struct ShapeQuery {
  QueryShape shape = QueryShape::box;
  Vec2 from, to;
  std::size_t count = 8;  ///< of `nearest`

  /// Whether one box query of the broadphase answers it; a segment and `nearest` take several.
  bool is_one_box() const { return shape != QueryShape::segment && shape != QueryShape::nearest; }
};

/// The straight sides of a query's shape: four of a box or frustum, one of a segment, else none.
struct QueryOutline {
  std::array<Vec2, 4> corners;  ///< px; side k is between corner k and the next
  std::size_t sides;
};
QueryOutline outline_of(const ShapeQuery&);

/// The squared distance, px², from a point to a box; 0 inside.
double squared_distance(Vec2 from, const Aabb& box);

/// A sprite and the squared distance, px², of its box from a point.
struct NearHit {
  double distance;
  SpriteId id;
  auto operator<=>(const NearHit&) const = default;
};

/// Replaces `out` by the `count` boxes nearest to `middle` (or all, if the frame has fewer), the
/// nearest first; ties: the lower id. It queries squares around the point, the first with `radius`
/// px, above 0, to each side and each next one twice as large, until so many boxes are nearer than
/// that. Returns the radius of the last square, px. `near` is work space; `log` is null or gets the
/// events of all queries. Valid after `find_pairs` of the same frame.
float query_nearest(Broadphase&, const Frame&, Vec2 middle, std::size_t count, float radius,
                    Sink<SpriteId>& near, std::vector<NearHit>& out, Recorder* log);

/// Appends the sprites that a query finds, each once, whatever their filters, in any order but the
/// nearest, which come first. Returns the box that the broadphase was asked for last or, for a
/// segment, the box around it. `log` is null or gets the events. Valid after `find_pairs` of the
/// same frame. Allocates.
Aabb query_shape(Broadphase&, const Frame&, const ShapeQuery&, Sink<SpriteId>& found,
                 Recorder* log);

}  // namespace phasebox
