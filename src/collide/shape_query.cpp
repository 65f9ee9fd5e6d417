// SPDX-License-Identifier: MIT
// Answers queries of a shape by queries for boxes and along segments.
#include "collide/shape_query.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace phasebox {

double squared_distance(Vec2 from, const Aabb& box) {
  const auto off = [](double at, double low, double high) {
    return std::max({low - at, at - high, 0.0});
  };
  const auto d = [](float number) { return static_cast<double>(number); };
  const double x = off(d(from.x), d(box.min.x), d(box.max.x));
  const double y = off(d(from.y), d(box.min.y), d(box.max.y));
  return x * x + y * y;
}

namespace {

// The corners of a frustum go round so that the inside has a negative cross product with each side.
std::array<Vec2, 4> frustum_corners(Vec2 from, Vec2 to) {
  constexpr float kHalfNear = 0.1f, kHalfFar = 0.5f;  // half the width at each end, in lengths
  const Vec2 across{from.y - to.y, to.x - from.x};
  return {from - across * kHalfNear, from + across * kHalfNear, to + across * kHalfFar,
          to - across * kHalfFar};
}

// Whether a box that overlaps the box around a frustum overlaps the frustum itself: no side has
// all of the box beyond it or on it (separating axes).
bool overlaps(const std::array<Vec2, 4>& frustum, const Aabb& box) {
  for (std::size_t k = 0; k < frustum.size(); ++k) {
    const Vec2 at = frustum[k], side = frustum[(k + 1) % frustum.size()] - at;
    const Vec2 innermost{side.y > 0 ? box.max.x : box.min.x, side.x > 0 ? box.min.y : box.max.y};
    if (!(cross(side, innermost - at) < 0)) return false;
  }
  return true;
}

}  // namespace

QueryOutline outline_of(const ShapeQuery& q) {
  switch (q.shape) {
    case QueryShape::box:
      return {{q.from, Vec2{q.to.x, q.from.y}, q.to, Vec2{q.from.x, q.to.y}}, 4};
    case QueryShape::frustum: return {frustum_corners(q.from, q.to), 4};
    case QueryShape::segment: return {{q.from, q.to, q.to, q.from}, 1};
    default: return {{q.to, q.to, q.to, q.to}, 0};
  }
}

float query_nearest(Broadphase& broadphase, const Frame& frame, Vec2 middle, std::size_t count,
                    float radius, Sink<SpriteId>& near, std::vector<NearHit>& out, Recorder* log) {
  assert(radius > 0 && "the first square must have an area, because it is doubled");
  const std::size_t wanted = std::min(count, frame.size());
  out.clear();
  for (float next = radius; out.size() < wanted && std::isfinite(next); next *= 2) {
    radius = next;
    near.clear();
    out.clear();
    const Aabb around = square(middle, radius);
    broadphase.query(frame, around, near, log);
    // Far from zero the square is rounded, so the distance to its nearest side is what is sure.
    const auto off = [](float low, float high) {
      return static_cast<double>(high) - static_cast<double>(low);
    };
    const double sure = std::min({off(around.min.x, middle.x), off(middle.x, around.max.x),
                                  off(around.min.y, middle.y), off(middle.y, around.max.y)});
    const double most = sure * sure;
    for (const SpriteId id : near.items())
      if (const double d = squared_distance(middle, frame.boxes[id]); d < most)
        out.push_back({d, id});
  }
  std::ranges::sort(out);
  out.resize(std::min(out.size(), wanted));
  return radius;
}

Aabb query_shape(Broadphase& broadphase, const Frame& frame, const ShapeQuery& asked,
                 Sink<SpriteId>& found, Recorder* log) {
  constexpr float kFirstRadius = 48;  // px; about a sprite's size, so that few squares are queried
  Sink<SpriteId> near;
  if (asked.shape == QueryShape::nearest) {
    std::vector<NearHit> hits;
    const float radius =
        query_nearest(broadphase, frame, asked.to, asked.count, kFirstRadius, near, hits, log);
    for (const NearHit& hit : hits) found.push(hit.id);
    return square(asked.to, radius);
  }
  if (asked.shape == QueryShape::segment || asked.shape == QueryShape::point) {
    Sink<SegmentHit> hits;
    const Segment along{asked.shape == QueryShape::point ? asked.to : asked.from, asked.to};
    query_segment(broadphase, frame, along, near, hits, log);
    for (const SegmentHit& hit : hits.items()) found.push(hit.id);
    return around_piece(along, 0, 1);
  }
  const auto corners = outline_of(asked).corners;
  Aabb around{corners[0], corners[0]};
  for (const Vec2 corner : corners) around = united(around, {corner, corner});
  broadphase.query(frame, around, near, log);
  for (const SpriteId id : near.items())
    if (asked.shape == QueryShape::box || overlaps(corners, frame.boxes[id])) found.push(id);
  return around;
}

}  // namespace phasebox
