// SPDX-License-Identifier: MIT
// Queries that a race makes in each frame, as a game would.
#pragma once
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "collide/broadphase.hpp"
#include "collide/segment.hpp"

namespace phasebox {

enum class QueryKind : std::uint8_t {
  box,      ///< what overlaps a square around an object
  circle,   ///< what comes nearer to an object's center than half the size
  nearest,  ///< the eight objects nearest to an object's center; the size is where it begins to
            ///< look
  segment,  ///< what a segment of that length meets, from one object's center towards another's
};
inline constexpr std::array<std::string_view, 4> kQueryKindNames{"box", "circle", "nearest",
                                                                 "segment"};

/// Queries in each frame, around random objects: the same ones for every broadphase.
struct QueryLoad {
  std::size_t count = 0;  ///< in each frame; 0: none
  float size = 96;        ///< px, as the kind says
  QueryKind kind = QueryKind::box;
  bool is_only = false;  ///< the queries alone are timed, and pairs are found untimed
};

/// The load as text: ", 200 queries per frame (box, 96 px)"; empty without queries.
std::string queries_text(const QueryLoad& load);

/// Queries a broadphase by `Broadphase::query` or `query_segment`, as a game would.
class QueryRun {
 public:
  explicit QueryRun(const QueryLoad& load) : load_(load) {}

  /// Makes all queries of a frame that `find_pairs` has seen. `number` is the frame's number and
  /// chooses the objects. Appends the number of the query with each sprite found, in any order.
  void ask(Broadphase& broadphase, const Frame& frame, std::size_t number, PairSink& answers);

 private:
  struct Near {
    double distance;  // squared, px
    SpriteId id;
    auto operator<=>(const Near&) const = default;
  };

  void ask_nearest(Broadphase& broadphase, const Frame& frame, Vec2 middle);

  QueryLoad load_;
  Sink<SpriteId> found_;
  Sink<SegmentHit> hits_;
  std::vector<Near> near_;
};

}  // namespace phasebox
