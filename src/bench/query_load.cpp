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

/// Squared distance, px², from a point to a box; 0 inside.
double distance(Vec2 from, const Aabb& box) {
  const auto off = [](float at, float low, float high) {
    return static_cast<double>(std::max({low - at, at - high, 0.0f}));
  };
  const double x = off(from.x, box.min.x, box.max.x), y = off(from.y, box.min.y, box.max.y);
  return x * x + y * y;
}

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

/// Lists in `near_` the kNearest boxes nearest to `middle` (or all, if the frame has fewer), by
/// querying squares that double in size until so many boxes are nearer than half the square's side.
void QueryRun::ask_nearest(Broadphase& broadphase, const Frame& frame, Vec2 middle) {
  const std::size_t wanted = std::min(kNearest, frame.size());
  for (float away = std::max(load_.size / 2, 1.0f); near_.size() < wanted && std::isfinite(away);
       away *= 2) {
    found_.clear();
    near_.clear();
    broadphase.query(frame, square(middle, away), found_, nullptr);
    const auto reach = static_cast<double>(away) * static_cast<double>(away);
    for (const SpriteId id : found_.items())
      if (const double d = distance(middle, frame.boxes[id]); d < reach) near_.push_back({d, id});
  }
  std::ranges::sort(near_);
  near_.resize(std::min(near_.size(), wanted));
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
    near_.clear();
    switch (load_.kind) {
      case QueryKind::box:
        broadphase.query(frame, square(middle, away), found_, nullptr);
        for (const SpriteId id : found_.items()) add(id);
        break;
      case QueryKind::circle:
        broadphase.query(frame, square(middle, away), found_, nullptr);
        for (const SpriteId id : found_.items())
          if (std::sqrt(distance(middle, frame.boxes[id])) < static_cast<double>(away)) add(id);
        break;
      case QueryKind::nearest:
        ask_nearest(broadphase, frame, middle);
        for (const Near& near : near_) add(near.id);
        break;
      case QueryKind::segment:
        query_segment(broadphase, frame, towards(middle, center(frame.boxes[second]), load_.size),
                      found_, hits_);
        for (const SegmentHit& hit : hits_.items()) add(hit.id);
    }
  }
}

}  // namespace phasebox
