// SPDX-License-Identifier: MIT
// Chooses the queries of a frame and makes them.
#include "bench/query_load.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/random.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kNearest = 8;

/// The segment from a point towards another one, at most `length` px long.
Segment towards(Vec2 from, Vec2 to, float length) {
  const Vec2 way = to - from;
  const float all = std::hypot(way.x, way.y);
  return {from, all > length ? from + way * (length / all) : to};
}

}  // namespace

std::string queries_text(const QueryLoad& load) {
  if (load.count == 0) return {};
  return fmt::format(", {} per frame ({}, {:g} px{})",
                     load.count == 1 ? "1 query" : grouped(load.count) + " queries",
                     kQueryKindNames[static_cast<std::size_t>(load.kind)], load.size,
                     load.is_only ? "; they alone are timed" : "");
}

void QueryRun::ask(Broadphase& broadphase, const Frame& frame, std::size_t number,
                   PairSink& answers) {
  const auto n = static_cast<std::uint32_t>(frame.size());
  Random random(number + 1);
  for (std::uint32_t k = 0; k < load_.count && n > 0; ++k) {
    const auto add = [&](SpriteId id) { answers.push({k, id}); };
    const std::uint32_t first = random.below(n), second = random.below(n);
    const Vec2 middle = center(frame.boxes[first]);
    const float away = load_.size / 2;
    found_.clear();
    hits_.clear();
    switch (load_.kind) {
      case QueryKind::box:
        broadphase.query(frame, square(middle, away), found_, nullptr);
        for (const SpriteId id : found_.items()) add(id);
        break;
      case QueryKind::circle:
        broadphase.query(frame, square(middle, away), found_, nullptr);
        for (const SpriteId id : found_.items())
          if (std::sqrt(squared_distance(middle, frame.boxes[id])) < static_cast<double>(away))
            add(id);
        break;
      case QueryKind::nearest:
        query_nearest(broadphase, frame, middle, kNearest, std::max(away, 1.0f), found_, near_,
                      nullptr);
        for (const NearHit& hit : near_) add(hit.id);
        break;
      case QueryKind::segment:
        query_segment(broadphase, frame, towards(middle, center(frame.boxes[second]), load_.size),
                      found_, hits_);
        for (const SegmentHit& hit : hits_.items()) add(hit.id);
    }
  }
}

}  // namespace phasebox
