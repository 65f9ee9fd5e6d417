// SPDX-License-Identifier: MIT
// What a game asks a broadphase beside its pairs: what lies near some of its objects.
#pragma once
#include <array>
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
  bool is_only = false;  ///< the queries alone are timed, the frame's pairs are found beside
};

/// ", 200 queries per frame (box, 96 px)"; empty where nothing is asked.
std::string queries_text(const QueryLoad& load);

/// Asks a broadphase by `Broadphase::query` or `query_segment`, as a game would.
class QueryRun {
 public:
  explicit QueryRun(const QueryLoad& load) : load_(load) {}

  /// All queries of a frame, which `find_pairs` has seen; `number` is the frame's and chooses the
  /// objects. Appends the query's number and each sprite found, in any order.
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
