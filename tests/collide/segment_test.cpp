// SPDX-License-Identifier: MIT
// Segment casts find exactly what the definition says, by every broadphase.
#include "collide/segment.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "collide/broadphase.hpp"
#include "support/checks.hpp"

namespace phasebox::test {
namespace segment_test {

constexpr Aabb kBox{{10, 20}, {30, 60}};

TEST(Segment, EntersABoxWhereItCrossesTheFirstEdge) {
  EXPECT_EQ(entry_of(kBox, {{0, 40}, {40, 40}}), 0.25);
  EXPECT_EQ(entry_of(kBox, {{40, 40}, {0, 40}}), 0.25);
  EXPECT_EQ(entry_of(kBox, {{20, 0}, {20, 80}}), 0.25);
  EXPECT_EQ(entry_of(kBox, {{20, 30}, {500, 500}}), 0.0) << "it begins inside";
  EXPECT_EQ(entry_of(kBox, {{0, 10}, {20, 30}}), 0.5) << "through the corner at (10, 20)";
}

TEST(Segment, EdgesAndPointsBelongToABox) {
  EXPECT_EQ(entry_of(kBox, {{0, 40}, {10, 40}}), 1.0) << "it ends on the edge";
  EXPECT_EQ(entry_of(kBox, {{10, 0}, {10, 80}}), 0.25) << "along the edge";
  EXPECT_EQ(entry_of(kBox, {{10, 20}, {10, 20}}), 0.0) << "a point, the corner";
  EXPECT_EQ(entry_of({{5, 5}, {5, 5}}, {{0, 0}, {10, 10}}), 0.5) << "a box that is a point";
}

TEST(Segment, MissesWhatItPasses) {
  EXPECT_FALSE(entry_of(kBox, {{0, 40}, {9.999f, 40}}));
  EXPECT_FALSE(entry_of(kBox, {{0, 19}, {500, 19}}));
  EXPECT_FALSE(entry_of(kBox, {{0, 15}, {5, 80}}));
  EXPECT_FALSE(entry_of(kBox, {{0, 25}, {15, 10}})) << "past the corner, through its bounds";
  EXPECT_FALSE(entry_of(kBox, {{9, 9}, {9, 9}}));
}

/// Boxes of all sizes, many with a corner or an edge on the segment's line or next to it.
std::vector<Aabb> boxes_about(const Segment& s, Random& random) {
  std::vector<Aabb> boxes;
  for (int k = 0; k < 200; ++k) {
    const float along = random.uniform(-0.2f, 1.2f), size = random.uniform(0, 1);
    const float off = k % 2 == 0 ? 0 : random.uniform(-50, 50);
    const Vec2 on = s.from * (1 - along) + s.to * along + Vec2{off, off * 0.5f};
    const float width = std::pow(1000.0f, size), height = k % 3 == 0 ? 0 : width * size;
    for (const Vec2 corner : {Vec2{0, 0}, Vec2{1, 0}, Vec2{0, 1}, Vec2{1, 1}})
      boxes.push_back(
          {on - corner * Vec2{width, height}, on + (Vec2{1, 1} - corner) * Vec2{width, height}});
  }
  return boxes;
}

TEST(SegmentBand, TakesAllThatItsSegmentMeetsAndLittleElse) {
  Random random(3);
  std::size_t met = 0, passed = 0;
  for (int k = 0; k < 300; ++k) {
    const float far = k % 3 == 0 ? 0.0f : 4e6f;
    const auto point = [&] {
      const float x = random.uniform(-500, 500), y = random.uniform(-500, 500);
      return Vec2{far + x, y - far};
    };
    Segment s{point(), point()};
    if (k % 10 == 1) s.to.x = s.from.x;
    if (k % 10 == 2) s.to.y = s.from.y;
    if (k % 10 == 3) s.to = s.from;
    const SegmentBand band(s);
    for (const Aabb& box : boxes_about(s, random)) {
      const bool is_met = entry_of(box, s).has_value();
      met += is_met, passed += !band.may_meet(box);
      ASSERT_TRUE(band.may_meet(box) || !is_met) << k;
      const bool is_close = entry_of(grown(box, 4 * band.slack), s).has_value();
      ASSERT_TRUE(is_close || !band.may_meet(box)) << k;
    }
  }
  EXPECT_GT(met, 50000u);
  EXPECT_GT(passed, 50000u);
}

TEST(SegmentBand, HoldsForTheLargestFloats) {
  Random random(4);
  std::size_t met = 0;
  for (int k = 0; k < 2000; ++k) {
    const auto any = [&] {
      const float x = random.uniform(-1, 1), y = random.uniform(-1, 1);
      return Vec2{x, y} * kMaxFloat;
    };
    const Vec2 a = any(), b = any();
    const Aabb box{{std::min(a.x, b.x), std::min(a.y, b.y)},
                   {std::max(a.x, b.x), std::max(a.y, b.y)}};
    const Segment s{any(), any()};
    const bool is_met = entry_of(box, s).has_value();
    met += is_met;
    ASSERT_TRUE(SegmentBand(s).may_meet(box) || !is_met) << k;
  }
  EXPECT_GT(met, 500u);
}

TEST(SegmentBand, SaysWhereItIsBetweenTwoHeights) {
  const SegmentBand slanted({{100, 400}, {300, 0}});
  const auto upper = slanted.between(-50, 100), middle = slanted.between(100, 300);
  EXPECT_NEAR(upper.left, 250, 0.01);
  EXPECT_NEAR(upper.right, 300, 0.01);
  EXPECT_NEAR(middle.left, 150, 0.01);
  EXPECT_NEAR(middle.right, 250, 0.01);
  const auto level = SegmentBand({{100, 40}, {300, 40}}).between(39, 41);
  EXPECT_LE(level.left, 100);
  EXPECT_GE(level.right, 300);
}

using Hits = std::vector<std::pair<SpriteId, double>>;

Hits exact_hits(const Frame& f, const Segment& segment) {
  Hits hits;
  for (SpriteId id = 0; id < f.size(); ++id)
    if (const auto at = entry_of(f.boxes[id], segment)) hits.emplace_back(id, *at);
  return hits;
}

Hits cast(Broadphase& broadphase, const Frame& f, const Segment& segment) {
  Sink<SpriteId> near;
  Sink<SegmentHit> found;
  query_segment(broadphase, f, segment, near, found);
  Hits hits;
  for (const SegmentHit& hit : found.items()) hits.emplace_back(hit.id, hit.at);
  std::sort(hits.begin(), hits.end());
  return hits;
}

/// Level, upright, slanted and flat ones, short and across everything, along edges and diagonals.
std::vector<Segment> segments(const Frame& f, Random& random) {
  std::vector<Segment> all;
  Aabb bounds = f.size() == 0 ? Aabb{} : f.boxes[0];
  for (const Aabb& box : f.boxes) bounds = united(bounds, box);
  const auto any_point = [&] {
    const float x = random.uniform(0, 1), y = random.uniform(0, 1);
    return bounds.min * Vec2{1 - x, 1 - y} + bounds.max * Vec2{x, y};
  };
  all.push_back({bounds.min, bounds.max});
  all.push_back({bounds.max, bounds.min});
  all.push_back({{bounds.min.x, bounds.max.y}, {bounds.max.x, bounds.min.y}});
  for (int k = 0; k < 12; ++k) {
    const Vec2 from = any_point(), to = any_point();
    all.push_back({from, to});
    all.push_back({from, from * 0.99f + to * 0.01f});
    all.push_back({from, {to.x, from.y}});
    all.push_back({from, {from.x, to.y}});
    all.push_back({from, from});
  }
  for (std::size_t k = 0; k < std::min<std::size_t>(f.size(), 6); ++k) {
    const Aabb& box = f.boxes[k];
    all.push_back({box.min, box.max});
    all.push_back({{box.min.x, box.max.y}, box.max});
    all.push_back({bounds.min, box.min});
    all.push_back({f.boxes.back().min, box.max});
  }
  return all;
}

void expect_exact(Broadphase& broadphase, const Frame& f, const Segment& s,
                  const std::string& where) {
  EXPECT_EQ(cast(broadphase, f, s), exact_hits(f, s))
      << where << ", " << f.size() << " boxes, from " << s.from.x << ' ' << s.from.y << " to "
      << s.to.x << ' ' << s.to.y;
}

class SegmentCast : public testing::TestWithParam<const BroadphaseEntry*> {};

TEST_P(SegmentCast, FindsWhatTheDefinitionSays) {
  Random random(5);
  std::vector<BoxWorld> worlds;
  for (const std::size_t n : {0u, 1u, 7u, 400u, 3000u})
    worlds.push_back(world_of("spread", random_boxes(random, n, 2000, 1500, 40)));
  worlds.push_back(world_of("dense", random_boxes(random, 300, 100, 100, 60)));
  worlds.push_back(world_of("far away", random_boxes(random, 500, 3000, 3000, 90)));
  for (Aabb& box : worlds.back().boxes) box = translated(box, {-1e6f, 4e6f});
  worlds.push_back(world_of("mixed", random_boxes(random, 2000, 4000, 4000, 30)));
  for (std::size_t k = 0; k < 2000; k += 4) worlds.back().boxes[k].max.x += 900;
  for (std::size_t k = 1; k < 2000; k += 9) worlds.back().boxes[k].max.y += 1700;
  worlds.push_back(world_of("a few far out", random_boxes(random, 900, 800, 800, 20)));
  for (std::size_t k = 0; k < 5; ++k)
    worlds.back().boxes[k] =
        translated(worlds.back().boxes[k], {3e5f, -2e5f * static_cast<float>(k)});
  for (const BoxWorld& world : worlds) {
    const Frame f = world.frame();
    const auto broadphase = GetParam()->make();
    broadphase->reset(f);
    pairs_of(*broadphase, f);
    for (const Segment& s : segments(f, random)) expect_exact(*broadphase, f, s, world.name);
  }
}

TEST_P(SegmentCast, FindsItFrameAfterFrameAmongStaticSprites) {
  Random random(6);
  BoxWorld world = world_of("platforms", random_boxes(random, 1200, 1500, 1500, 30));
  for (std::size_t k = 0; k < 1200; k += 40) world.boxes[k].max.x += 700;
  std::vector<std::uint8_t> is_static(world.boxes.size());
  for (std::size_t k = 0; k < is_static.size(); ++k) is_static[k] = k % 8 != 0;
  const auto broadphase = GetParam()->make();
  broadphase->reset(world.frame());
  for (int frame = 0; frame < 30; ++frame) {
    for (std::size_t k = 0; k < is_static.size(); k += 8) {
      const float x = random.uniform(-3, 3), y = random.uniform(-3, 3);
      const float leap = frame % 10 == 9 && k % 160 == 0 ? 200.0f : 1.0f;
      world.boxes[k] = translated(world.boxes[k], {x * leap, y * leap});
    }
    Frame f = world.frame();
    f.is_static = is_static;
    pairs_of(*broadphase, f);
    for (const Segment& s : segments(f, random))
      if (frame % 3 == 0) expect_exact(*broadphase, f, s, "frame " + std::to_string(frame));
  }
}

INSTANTIATE_TEST_SUITE_P(Broadphases, SegmentCast,
                         testing::ValuesIn(broadphases().begin(), broadphases().end()),
                         [](const auto& entry) {
                           std::string name(entry.param->id);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

/// Notes which boxes it is asked about.
class Asked : public Broadphase {
 public:
  ParamView params() override { return {}; }
  void find_pairs(const Frame&, PairSink&, Recorder*) override {}
  void query(const Frame&, const Aabb& box, Sink<SpriteId>&, Recorder*) override {
    const Vec2 size = extent(box);
    area += static_cast<double>(size.x) * static_cast<double>(size.y);
    ++queries;
  }

  double area = 0;
  int queries = 0;
};

TEST(Segment, ACastAsksForABandAroundASlantedSegment) {
  Random random(9);
  const BoxWorld world = world_of("spread", random_boxes(random, 5000, 4000, 4000, 30));
  Asked asked;
  cast(asked, world.frame(), {{0, 0}, {4000, 4000}});
  EXPECT_LT(asked.area, 4000.0 * 4000.0 / 40);
  EXPECT_LE(asked.queries, 256);
  Asked once;
  cast(once, world.frame(), {{0, 700}, {4000, 700}});
  EXPECT_EQ(once.queries, 1) << "around a level one there is nothing else";
}

}  // namespace segment_test
}  // namespace phasebox::test
