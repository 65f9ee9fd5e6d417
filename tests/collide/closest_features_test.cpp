// SPDX-License-Identifier: MIT
// Claims about the walk to the closest features of two convex polygons.
#include "collide/closest_features.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "collide/narrowphase/hulls/hull_shape.hpp"
#include "support/sprites.hpp"

namespace phasebox::test {
namespace closest_features_test {

using Kind = ClosestFeatures::Kind;
using End = FeatureWalk::End;

std::string told(const FeatureWalk& walk) {
  const ClosestFeatures f = walk.separation.features;
  return "end " + std::to_string(static_cast<int>(walk.end)) + " after " +
         std::to_string(walk.steps) + " steps at " + std::to_string(f.a) + ", " +
         std::to_string(f.b) + " kind " + std::to_string(static_cast<int>(f.kind));
}

// How far a point is from a feature of a hull.
double distance_to(const PlacedHull& hull, std::size_t k, bool is_edge, Vec2 p) {
  const hulls::Shape shape(hull, widened(hull.transform.position));
  const hulls::Point from = shape.corner(k), to = shape.corner(shape.next(k)), at = widened(p);
  const hulls::Point along = to - from;
  const double share =
      is_edge ? std::clamp(dot(at - from, along) / dot(along, along), 0.0, 1.0) : 0.0;
  const hulls::Point apart = at - (from + along * share);
  return std::sqrt(dot(apart, apart));
}

void expect_same(const PlacedHull& a, const PlacedHull& b, const FeatureWalk& walk,
                 const std::string& where) {
  const Separation expected = separation(a, b), &got = walk.separation;
  ASSERT_FALSE(expected.overlap) << where;
  ASSERT_NEAR(got.distance, expected.distance, 1e-4f) << where;
  ASSERT_LE(length(got.normal - expected.normal), 1e-4f) << where;
  ASSERT_LE(length(got.point_b - got.point_a - got.normal * got.distance), 1e-3f) << where;
  const Kind kind = got.features.kind;
  const bool of_a = kind == Kind::edge_of_a || kind == Kind::edges;
  const bool of_b = kind == Kind::edge_of_b || kind == Kind::edges;
  ASSERT_LE(distance_to(a, got.features.a, of_a, got.point_a), 1e-3) << where;
  ASSERT_LE(distance_to(b, got.features.b, of_b, got.point_b), 1e-3) << where;
  if (expected.features.kind == Kind::none) return;  // more than one pair answers
  if (got.features != expected.features) {
    // Where the end of an edge is the closest point, the corner there names it as well.
    ASSERT_EQ(kind, Kind::corners) << where;
    return;
  }
  ASSERT_EQ(got.distance, expected.distance) << where;
  ASSERT_EQ(got.normal, expected.normal) << where;
  ASSERT_EQ(got.point_a, expected.point_a) << where;
  ASSERT_EQ(got.point_b, expected.point_b) << where;
}

TEST(FeatureWalk, ends_where_gjk_does_from_wherever_it_begins) {
  const ImageSet images = awkward_images(21, 48);
  Random random(22);
  int apart = 0, together = 0;
  for (int k = 0; k < 20000; ++k) {
    const PlacedHull a = random_hull(images, random, 90), b = random_hull(images, random, 90);
    const ClosestFeatures start{static_cast<std::uint16_t>(random.below(70)),
                                static_cast<std::uint16_t>(random.below(70)),
                                static_cast<Kind>(random.below(7))};
    const FeatureWalk walk = walk_features(a, b, start);
    const std::string where = "hulls " + std::to_string(k) + ": " + told(walk);
    ASSERT_NE(walk.end, End::unfinished) << where;
    const bool is_apart = walk.end == End::closest;
    ++(is_apart ? apart : together);
    if (is_apart) expect_same(a, b, walk, where);
    ASSERT_TRUE(is_apart || separation(a, b).distance < 1e-2f) << where;
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(apart, 8000);
  EXPECT_GT(together, 2000);
}

TEST(FeatureWalk, of_parallel_edges_ends_at_both_of_them) {
  const auto block = make_solid_image("block", 10, 10);
  const PlacedHull a{block->hull, {{0, 0}, {}}};
  for (int turn = 0; turn < 4; ++turn)
    for (float x = -14; x <= 14; x += 0.5f) {
      PlacedHull b{block->hull, {{x, 12}, rotation(static_cast<float>(turn) * (kPi / 2))}};
      const FeatureWalk walk = walk_features(a, b);
      const std::string where = "x " + std::to_string(x) + ": " + told(walk);
      ASSERT_EQ(walk.end, End::closest) << where;
      ASSERT_LE(walk.steps, 16u) << where;
      expect_same(a, b, walk, where);
      if (testing::Test::HasFatalFailure()) return;
      const Kind expected = std::abs(x) < 10 ? Kind::edges : Kind::corners;
      ASSERT_TRUE(std::abs(x) == 10 || walk.separation.features.kind == expected) << where;
      ASSERT_EQ(walk_features(a, b, walk.separation.features).steps, 0u) << where;
    }
}

// Edges within rounding of parallel are where each could send the walk to the other for ever.
TEST(FeatureWalk, ends_between_edges_that_are_parallel_but_for_rounding) {
  const ImageSet images = awkward_images(23, 48);
  Random random(24);
  int ended = 0;
  for (int k = 0; k < 20000; ++k) {
    PlacedHull a = random_hull(images, random, 1), b = a;
    const float angle = random.uniform(-kPi, kPi);
    constexpr float kOff[] = {0, 1e-8f, 1e-7f, 3e-7f, 1e-6f, 3e-6f, 1e-5f, 1e-4f};
    a.transform.rotation = rotation(angle);
    b.transform.rotation = rotation(angle + kPi + kOff[random.below(8)]);
    b.scale = a.scale = {1, 1};
    const std::size_t edge = random.below(static_cast<std::uint32_t>(a.points.size()));
    const Vec2 along = world_corner(a, edge + 1) - world_corner(a, edge);
    const Vec2 out{along.y, -along.x};
    // Edge `edge` of both face each other after this, somewhere along each other.
    b.transform.position += world_corner(a, edge) - world_corner(b, edge) +
                            out * (random.uniform(0.001f, 2) / length(out)) +
                            along * random.uniform(-1, 2);
    const FeatureWalk walk = walk_features(a, b);
    const std::string where = "hulls " + std::to_string(k) + ": " + told(walk);
    ASSERT_NE(walk.end, End::unfinished) << where;
    if (walk.end != End::closest) continue;
    ++ended;
    const Separation expected = separation(a, b);
    ASSERT_NEAR(walk.separation.distance, expected.distance, 1e-4f) << where;
    ASSERT_LE(length(walk.separation.normal - expected.normal), 1e-2f) << where;
  }
  EXPECT_GT(ended, 15000);
}

TEST(FeatureWalk, ends_at_two_corners_across_a_diagonal) {
  const auto block = make_solid_image("block", 10, 10);
  const PlacedHull a{block->hull, {{0, 0}, {}}}, b{block->hull, {{13, 14}, {}}};
  const FeatureWalk walk = walk_features(a, b);
  ASSERT_EQ(walk.end, End::closest) << told(walk);
  EXPECT_EQ(walk.separation.features.kind, Kind::corners);
  EXPECT_EQ(walk.separation.point_a, (Vec2{5, 5}));
  EXPECT_EQ(walk.separation.point_b, (Vec2{8, 9}));
  EXPECT_EQ(walk.separation.distance, 5);
}

TEST(FeatureWalk, leaves_hulls_that_touch_or_overlap_to_gjk) {
  const auto block = make_solid_image("block", 10, 10);
  const PlacedHull a{block->hull, {{0, 0}, {}}};
  for (const Vec2 at : {Vec2{10, 3}, Vec2{10, 10}, Vec2{9, 3}, Vec2{0, 0}, Vec2{3, -2}}) {
    const PlacedHull b{block->hull, {at, {}}};
    EXPECT_EQ(walk_features(a, b).end, End::contact) << at.x << ", " << at.y;
  }
  const PlacedHull inside{block->hull, {{1, 1}, rotation(1)}, {0.2f, 0.2f}};
  EXPECT_EQ(walk_features(a, inside).end, End::contact);
  EXPECT_EQ(walk_features(inside, a).end, End::contact);
}

TEST(FeatureWalk, of_slivers_ends_where_gjk_does) {
  const ImageSet images = awkward_images(25, 48);
  Random random(26);
  int apart = 0;
  for (int k = 0; k < 5000; ++k) {
    PlacedHull a = random_hull(images, random, 90), b = random_hull(images, random, 90);
    a.scale = {random.uniform(1, 4), random.uniform(1e-4f, 1e-2f)};
    if (k % 2 == 0) b.scale = {random.uniform(1e-4f, 1e-2f), random.uniform(1, 4)};
    const FeatureWalk walk = walk_features(a, b);
    const std::string where = "hulls " + std::to_string(k) + ": " + told(walk);
    ASSERT_NE(walk.end, End::unfinished) << where;
    if (walk.end != End::closest) continue;
    ++apart;
    const Separation expected = separation(a, b);
    ASSERT_FALSE(expected.overlap) << where;
    ASSERT_NEAR(walk.separation.distance, expected.distance, 1e-3f) << where;
  }
  EXPECT_GT(apart, 3000);
}

TEST(FeatureWalk, gives_finite_numbers_for_every_scale_and_place) {
  const ImageSet images = awkward_images(27, 48);
  Random random(28);
  for (int k = 0; k < 20000; ++k) {
    PlacedHull a = random_hull(images, random, 60), b = random_hull(images, random, 60);
    for (PlacedHull* hull : {&a, &b}) {
      constexpr float kScales[] = {1e-45f, 1e-38f, 1e-20f, 1e-6f, 1, 1e4f};
      hull->scale = {kScales[random.below(6)], kScales[random.below(6)]};
      if (random.below(3) == 0) hull->transform.position = {random.uniform(-1e9f, 1e9f), -1e9f};
    }
    const FeatureWalk walk = walk_features(a, b);
    if (walk.end != End::closest) continue;
    const Separation& s = walk.separation;
    ASSERT_NEAR(length(s.normal), 1, 1e-4) << k << told(walk);
    ASSERT_TRUE(std::isfinite(s.distance) && s.distance > 0) << k << told(walk);
    ASSERT_TRUE(is_valid({s.point_a, s.point_a}) && is_valid({s.point_b, s.point_b})) << k;
    // Scaled by less, hulls have no area where they are, and GJK takes lines that touch for more.
    const float least = std::min({a.scale.x, a.scale.y, b.scale.x, b.scale.y});
    ASSERT_TRUE(least < 1e-6f || !separation(a, b).overlap) << k << told(walk);
  }
}

TEST(FeatureWalk, takes_few_steps_when_hulls_move_by_little) {
  const ImageSet images = awkward_images(29, 48);
  Random random(30);
  std::uint64_t frames = 0, stayed = 0, steps = 0, fresh = 0;
  for (int k = 0; k < 300; ++k) {
    PlacedHull a = random_hull(images, random, 60), b = random_hull(images, random, 60);
    a.transform.position.x -= 200;
    const float spin = random.uniform(-0.03f, 0.03f);
    ClosestFeatures last;
    for (int step = 0; step < 60; ++step) {
      b.transform.rotation = rotation(static_cast<float>(step) * spin);
      b.transform.position += {0.5f, -0.5f};
      const FeatureWalk walk = walk_features(a, b, last);
      ASSERT_EQ(walk.end == End::closest, walk_features(a, b).end == End::closest) << told(walk);
      fresh += walk_features(a, b).steps;
      last = walk.separation.features;
      if (step == 0) continue;
      ++frames, steps += walk.steps, stayed += walk.steps == 0;
    }
  }
  EXPECT_GT(static_cast<double>(stayed), 0.8 * static_cast<double>(frames));
  EXPECT_LT(static_cast<double>(steps), 0.4 * static_cast<double>(frames));
  EXPECT_GT(fresh, 10 * steps) << "a walk from nowhere passes every feature between";
}

TEST(FeatureWalk, records_every_pair_of_features_it_stands_at) {
  const auto block = make_solid_image("block", 10, 10);
  const PlacedHull a{block->hull, {{0, 0}, {}}}, b{block->hull, {{30, 4}, rotation(0.3f)}};
  std::vector<ClosestFeatures> path;
  const FeatureWalk walk = walk_features(a, b, {}, &path);
  ASSERT_EQ(path.size(), walk.steps + 1u);
  EXPECT_EQ(path.front(), (ClosestFeatures{0, 0, Kind::corners}));
  EXPECT_EQ(path.back(), walk.separation.features);
  for (std::size_t k = 1; k < path.size(); ++k) {
    const bool of_a = path[k].a != path[k - 1].a, of_b = path[k].b != path[k - 1].b;
    EXPECT_FALSE(of_a && of_b && path[k].kind == path[k - 1].kind) << "a step changes one feature";
    EXPECT_NE(path[k], path[k - 1]);
  }
}

TEST(FeatureWalk, never_passes_its_bound) {
  const ImageSet images = awkward_images(31, 48);
  Random random(32);
  double most = 0;
  for (int k = 0; k < 20000; ++k) {
    const PlacedHull a = random_hull(images, random, 90), b = random_hull(images, random, 90);
    const std::uint32_t bound = walk_bound(a.points.size(), b.points.size());
    most = std::max(most, static_cast<double>(walk_features(a, b).steps) / bound);
  }
  EXPECT_LE(most, 0.75) << "the bound is for rounding, not for walks";
}

}  // namespace closest_features_test
}  // namespace phasebox::test
