// SPDX-License-Identifier: MIT
// Queries of a shape find what its definition says, by every broadphase, logged or not.
#include "collide/shape_query.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/checks.hpp"

namespace phasebox::test {
namespace shape_query_test {

struct Point {
  double x, y;
};
using Polygon = std::vector<Point>;

Polygon corners_of(const Aabb& box) {
  const double left = static_cast<double>(box.min.x), right = static_cast<double>(box.max.x),
               top = static_cast<double>(box.min.y), bottom = static_cast<double>(box.max.y);
  return {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
}

/// The part of a polygon on the side of the line through a and b on which `inside` lies.
Polygon clipped(const Polygon& polygon, Point a, Point b, Point inside) {
  const auto side = [&](Point p) { return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x); };
  const double sign = side(inside) < 0 ? -1 : 1;
  Polygon out;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Point p = polygon[k], q = polygon[(k + 1) % polygon.size()];
    const double at_p = side(p) * sign, at_q = side(q) * sign;
    if (at_p >= 0) out.push_back(p);
    if ((at_p < 0) == (at_q < 0)) continue;
    const double t = at_p / (at_p - at_q);
    out.push_back({p.x + (q.x - p.x) * t, p.y + (q.y - p.y) * t});
  }
  return out;
}

double area(const Polygon& polygon) {
  double twice = 0;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Point p = polygon[k], q = polygon[(k + 1) % polygon.size()];
    twice += p.x * q.y - q.x * p.y;
  }
  return std::abs(twice) / 2;
}

/// The area, px², that a box shares with a frustum, which is as wide at its end as it is long.
double shared(const ShapeQuery& q, const Aabb& box) {
  const Point from{static_cast<double>(q.from.x), static_cast<double>(q.from.y)};
  const Point to{static_cast<double>(q.to.x), static_cast<double>(q.to.y)};
  const Point along{to.x - from.x, to.y - from.y}, middle{(from.x + to.x) / 2, (from.y + to.y) / 2};
  const auto beside = [&](Point p, double lengths) {
    return Point{p.x - along.y * lengths, p.y + along.x * lengths};
  };
  const Polygon frustum{beside(from, -0.1), beside(from, 0.1), beside(to, 0.5), beside(to, -0.5)};
  Polygon part = corners_of(box);
  for (std::size_t k = 0; k < 4; ++k)
    part = clipped(part, frustum[k], frustum[(k + 1) % 4], middle);
  return area(part);
}

std::vector<SpriteId> found_by(Broadphase& broadphase, const Frame& f, const ShapeQuery& q,
                               Recorder* log = nullptr) {
  Sink<SpriteId> found;
  query_shape(broadphase, f, q, found, log);
  std::vector<SpriteId> ids(found.items().begin(), found.items().end());
  if (q.shape != QueryShape::nearest) std::ranges::sort(ids);
  return ids;
}

void expect_right(const std::vector<SpriteId>& ids, const Frame& f, const ShapeQuery& q) {
  for (SpriteId id = 0; id < f.size(); ++id) {
    const bool is_found = std::ranges::find(ids, id) != ids.end();
    const Aabb& box = f.boxes[id];
    constexpr double kRounding = 0.01;  // px²
    switch (q.shape) {
      case QueryShape::box:
        EXPECT_EQ(is_found, overlaps(box, united({q.from, q.from}, {q.to, q.to})));
        break;
      case QueryShape::frustum:
        EXPECT_TRUE(is_found || shared(q, box) < kRounding) << id;
        EXPECT_TRUE(!is_found || shared(q, box) > 0) << id;
        break;
      case QueryShape::segment:
        EXPECT_EQ(is_found, entry_of(box, {q.from, q.to}).has_value()) << id;
        break;
      case QueryShape::point: EXPECT_EQ(is_found, contains(box, q.to)) << id; break;
      case QueryShape::nearest: break;
    }
  }
  if (q.shape != QueryShape::nearest) return;
  std::vector<std::pair<double, SpriteId>> all;
  for (SpriteId id = 0; id < f.size(); ++id)
    all.emplace_back(squared_distance(q.to, f.boxes[id]), id);
  std::ranges::sort(all);
  ASSERT_EQ(ids.size(), std::min(q.count, f.size()));
  for (std::size_t k = 0; k < ids.size(); ++k) EXPECT_EQ(ids[k], all[k].second);
}

class ShapeQueries : public testing::TestWithParam<const BroadphaseEntry*> {};

TEST_P(ShapeQueries, find_what_the_shape_says_with_and_without_a_log) {
  Random random(7);
  std::size_t found = 0, logged = 0;
  for (const std::size_t n : {0u, 3u, 90u, 600u}) {
    const BoxWorld world = world_of("spread", random_boxes(random, n, 900, 700, 40));
    const Frame f = world.frame();
    const auto broadphase = GetParam()->make();
    broadphase->reset(f);
    pairs_of(*broadphase, f);
    for (int k = 0; k < 12; ++k)
      for (std::size_t shape = 0; shape < kQueryShapeNames.size(); ++shape) {
        const auto any = [&] {
          const float x = random.uniform(-100, 1000), y = random.uniform(-100, 800);
          return Vec2{x, y};
        };
        const Vec2 from = any(), to = any();
        const ShapeQuery q{static_cast<QueryShape>(shape), from, to, static_cast<std::size_t>(k)};
        SCOPED_TRACE(std::string(kQueryShapeNames[shape]) + " in " + std::to_string(n));
        const std::vector<SpriteId> ids = found_by(*broadphase, f, q);
        expect_right(ids, f, q);
        Recorder log(100'000);
        EXPECT_EQ(found_by(*broadphase, f, q, &log), ids);
        found += ids.size();
        logged += log.events().size();
      }
  }
  EXPECT_GT(found, 1000u);
  EXPECT_GT(logged, 1000u) << "what was visited";
}

INSTANTIATE_TEST_SUITE_P(All, ShapeQueries,
                         testing::ValuesIn(broadphases().begin(), broadphases().end()),
                         [](const auto& entry) {
                           std::string name(entry.param->id);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(ShapeQuery, of_a_frustum_leaves_out_what_only_the_box_around_it_holds) {
  const BoxWorld world =
      world_of("three", {{{140, 95}, {150, 105}}, {{20, 20}, {30, 30}}, {{50, 40}, {60, 55}}});
  const auto broadphase = broadphases()[0]->make();
  const Frame f = world.frame();
  broadphase->reset(f);
  pairs_of(*broadphase, f);
  const ShapeQuery q{QueryShape::frustum, {0, 100}, {200, 100}};
  EXPECT_EQ(found_by(*broadphase, f, q), std::vector<SpriteId>{0});
  EXPECT_EQ(found_by(*broadphase, f, {QueryShape::box, {0, 0}, {200, 200}}).size(), 3u);
  EXPECT_TRUE(found_by(*broadphase, f, {QueryShape::frustum, {145, 100}, {145, 100}}).empty())
      << "a frustum without length";
}

}  // namespace shape_query_test
}  // namespace phasebox::test
