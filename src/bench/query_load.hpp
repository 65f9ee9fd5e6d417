// SPDX-License-Identifier: MIT
// Queries that a race makes in each frame, as a game would.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "collide/shape_query.hpp"

namespace phasebox {

enum class QueryKind : std::uint8_t {
  box,      ///< the boxes that overlap a square around an object's center; size: its side
  circle,   ///< the boxes nearer to an object's center than half the size
  nearest,  ///< the eight boxes (or all, if fewer) nearest to an object's center; size: the side of
            ///< the square in which the search begins
  segment,  ///< the boxes that a segment meets, from one object's center towards another's, where
            ///< it ends at the latest; size: its greatest length
};
inline constexpr std::array<std::string_view, 4> kQueryKindNames{"box", "circle", "nearest",
                                                                 "segment"};

/// The queries of each frame. They start at random objects, the same ones for every broadphase.
struct QueryLoad {
  std::size_t count = 0;  ///< queries in each frame; 0: none
  float size = 96;        ///< px; QueryKind says of what
  QueryKind kind = QueryKind::box;
  bool is_only = false;  ///< true: only the queries are timed, while pairs are found untimed
};

/// The load as text: ", 200 queries per frame (box, 96 px)"; empty without queries.
std::string queries_text(const QueryLoad& load);

/// Queries a broadphase by `Broadphase::query` or `query_segment`, as a game would.
class QueryRun {
 public:
  explicit QueryRun(const QueryLoad& load) : load_(load) {}

  /// Makes all queries of a frame on which `find_pairs` has just run. `number` is the frame's index
  /// and seeds the choice of the objects. For each sprite found, a pair (index of the query,
  /// sprite) is appended to `answers`, in any order.
  void ask(Broadphase& broadphase, const Frame& frame, std::size_t number, PairSink& answers);

 private:
  QueryLoad load_;
  Sink<SpriteId> found_;
  Sink<SegmentHit> hits_;
  std::vector<NearHit> near_;
};

}  // namespace phasebox
