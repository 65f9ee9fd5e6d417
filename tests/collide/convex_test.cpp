// SPDX-License-Identifier: MIT
// Claims about the distance and the depth of convex polygons.
#include "collide/convex.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "collide/narrowphase.hpp"
#include "support/sprites.hpp"

namespace phasebox::test {
namespace convex_test {

std::vector<Vec2d> corners(const PlacedHull& hull) {
  std::vector<Vec2d> all;
  const double c = static_cast<double>(hull.transform.rotation.c),
               s = static_cast<double>(hull.transform.rotation.s);
  for (const Vec2 corner : hull.points) {
    const Vec2d p = widened(corner), scale = widened(hull.scale);
    const double x = p.x * scale.x, y = p.y * scale.y;
    all.push_back(widened(hull.transform.position) + Vec2d{c * x - s * y, s * x + c * y});
  }
  return all;
}

/// By the definitions: every edge normal against every corner, every edge against every corner.
struct Reference {
  bool overlap = true;
  double depth = 1e300, distance = 1e300;
  Vec2d normal{};  // from a to b
};

void measure_axes(const std::vector<Vec2d>& a, const std::vector<Vec2d>& b, double sign,
                  Reference& r) {
  for (std::size_t k = 0; k < a.size(); ++k) {
    const Vec2d edge = a[(k + 1) % a.size()] - a[k];
    const Vec2d out = Vec2d{edge.y, -edge.x} * (1 / length(edge));
    double least = 1e300;
    for (const Vec2d q : b) least = std::min(least, dot(q - a[k], out));
    if (least >= 0) r.overlap = false;
    if (-least < r.depth) r.depth = -least, r.normal = out * sign;
  }
}

void measure_distance(const std::vector<Vec2d>& a, const std::vector<Vec2d>& b, double sign,
                      Reference& r) {
  for (std::size_t k = 0; k < a.size(); ++k)
    for (const Vec2d q : b) {
      const Vec2d edge = a[(k + 1) % a.size()] - a[k];
      const double t = std::clamp(dot(q - a[k], edge) / dot(edge, edge), 0.0, 1.0);
      const Vec2d apart = q - (a[k] + edge * t);
      if (length(apart) < r.distance)
        r.distance = length(apart), r.normal = apart * (sign / length(apart));
    }
}

Reference measure(const PlacedHull& a, const PlacedHull& b) {
  const auto p = corners(a), q = corners(b);
  Reference r;
  measure_axes(p, q, 1, r);
  measure_axes(q, p, -1, r);
  if (r.overlap) return r;
  measure_distance(p, q, 1, r);
  measure_distance(q, p, -1, r);
  return r;
}

std::string describe(const PlacedHull& a, const PlacedHull& b) {
  const auto one = [](const PlacedHull& h) {
    char text[200];
    const auto d = [](float v) { return static_cast<double>(v); };
    std::snprintf(text, sizeof text, "%zu points at (%.9g, %.9g), c %.9g s %.9g, scale %.9g x %.9g",
                  h.points.size(), d(h.transform.position.x), d(h.transform.position.y),
                  d(h.transform.rotation.c), d(h.transform.rotation.s), d(h.scale.x), d(h.scale.y));
    return std::string(text);
  };
  return one(a) + "\n" + one(b);
}

bool near(Vec2 p, Vec2 q, float by) { return length(p - q) <= by; }

TEST(Separation, IsWhatEveryEdgeAgainstEveryCornerGives) {
  const ImageSet images = awkward_images(1, 48);
  Random random(2);
  int apart = 0, overlapping = 0;
  for (int k = 0; k < 20000; ++k) {
    const PlacedHull a = random_hull(images, random, 60), b = random_hull(images, random, 60);
    const Reference expected = measure(a, b);
    const Separation got = separation(a, b);
    const std::string where = "transform " + std::to_string(k) + "\n" + describe(a, b);
    const bool is_clear = std::abs(expected.depth) > 1e-6;
    ASSERT_TRUE(!is_clear || got.overlap == expected.overlap) << where;
    if (got.overlap != expected.overlap) continue;
    ++(got.overlap ? overlapping : apart);
    const double size = got.overlap ? expected.depth : expected.distance;
    ASSERT_NEAR(static_cast<double>(got.overlap ? got.depth : got.distance), size, 1e-4) << where;
    ASSERT_NEAR(static_cast<double>(length(got.normal)), 1, 1e-5) << where;
    if (got.overlap) {
      // Equal depths in several directions are common; any of them is right, so try it.
      PlacedHull moved = b;
      moved.transform.position += got.normal * (got.depth + 1e-3f);
      ASSERT_FALSE(measure(a, moved).overlap) << where;
    } else if (size > 1e-3) {
      ASSERT_TRUE(near(got.normal, narrowed(expected.normal), 1e-3f)) << where;
    }
    ASSERT_TRUE(near(got.point_b - got.point_a,
                     got.normal * (got.overlap ? -got.depth : got.distance), 1e-3f))
        << where;
  }
  EXPECT_GT(apart, 5000);
  EXPECT_GT(overlapping, 5000);
}

TEST(Separation, IsMirroredWhenTheHullsAreSwapped) {
  const ImageSet images = awkward_images(3, 48);
  Random random(4);
  for (int k = 0; k < 10000; ++k) {
    const PlacedHull a = random_hull(images, random, 60), b = random_hull(images, random, 60);
    const Separation there = separation(a, b), back = separation(b, a);
    const std::string where = "transform " + std::to_string(k) + "\n" + describe(a, b);
    ASSERT_EQ(there.overlap, back.overlap) << where;
    ASSERT_NEAR(there.distance, back.distance, 1e-4) << where;
    ASSERT_NEAR(there.depth, back.depth, 1e-4) << where;
    if (a.transform.position == b.transform.position) continue;  // both sides are equally right
    ASSERT_TRUE(near(there.normal, -back.normal, 1e-4f)) << where;
    ASSERT_TRUE(near(there.point_a, back.point_b, 1e-3f)) << where;
    ASSERT_TRUE(near(there.point_b, back.point_a, 1e-3f)) << where;
  }
}

bool same(const Separation& p, const Separation& q) {
  return p.overlap == q.overlap && p.distance == q.distance && p.depth == q.depth &&
         p.normal == q.normal && p.point_a == q.point_a && p.point_b == q.point_b &&
         p.features == q.features;
}

TEST(Separation, IsTheSameWhateverIsRemembered) {
  const ImageSet images = awkward_images(5, 48);
  Random random(6);
  int kept = 0;
  for (int walk = 0; walk < 400; ++walk) {
    PlacedHull a = random_hull(images, random, 60), b = random_hull(images, random, 60);
    const Vec2 drift{random.uniform(-1, 1), random.uniform(-1, 1)};
    const float spin = walk % 2 == 0 ? 0 : random.uniform(-0.05f, 0.05f);
    float angle = 0;
    ClosestFeatures last;
    for (int step = 0; step < 60; ++step) {
      const Separation fresh = separation(a, b), warm = separation(a, b, last);
      ASSERT_TRUE(same(fresh, warm)) << "walk " << walk << ", step " << step << "\n"
                                     << describe(a, b);
      ClosestFeatures wrong{static_cast<std::uint16_t>(random.below(70)),
                            static_cast<std::uint16_t>(random.below(70)),
                            static_cast<ClosestFeatures::Kind>(random.below(6))};
      ASSERT_TRUE(same(fresh, separation(a, b, wrong)))
          << "walk " << walk << ", step " << step << "\n"
          << describe(a, b);
      kept += last == fresh.features && last.kind != ClosestFeatures::Kind::none;
      last = fresh.features;
      b.transform.position += drift;
      if (spin != 0) b.transform.rotation = rotation(angle += spin);
    }
  }
  EXPECT_GT(kept, 400 * 60 / 2) << "the walks must be smooth enough to remember something";
}

// Moves b until both overlap by up to half a px.
void press_together(const PlacedHull& a, PlacedHull& b, Random& random) {
  const Separation apart = separation(a, b);
  const float way = (apart.overlap ? -apart.depth : apart.distance) + random.uniform(0, 0.5f);
  b.transform.position += apart.normal * -way;
}

TEST(Separation, IsTheSameWhateverIsRememberedOfHullsThatHardlyOverlap) {
  using Kind = ClosestFeatures::Kind;
  const ImageSet images = awkward_images(5, 48);
  Random random(8);
  int under = 0;
  for (int k = 0; k < 4000; ++k) {
    const PlacedHull a = random_hull(images, random, 60);
    PlacedHull b = random_hull(images, random, 60);
    press_together(a, b, random);
    const Separation before = separation(a, b);
    b.transform.position += Vec2{random.uniform(-0.1f, 0.1f), random.uniform(-0.1f, 0.1f)};
    const Separation fresh = separation(a, b);
    ASSERT_TRUE(same(fresh, separation(a, b, before.features))) << describe(a, b);
    ASSERT_TRUE(same(fresh, separation(a, b, fresh.features))) << describe(a, b);
    under += fresh.overlap && fresh.features.kind >= Kind::under_edge_of_a;
  }
  EXPECT_GT(under, 2000);
}

// Moves b along the edge under which a corner is deepest, until it is `side` px from its end.
void slide_to_end(const PlacedHull& a, PlacedHull& b, ClosestFeatures f, float side) {
  const bool is_of_a = f.kind == ClosestFeatures::Kind::under_edge_of_a;
  const PlacedHull &edges = is_of_a ? a : b, &corners = is_of_a ? b : a;
  const std::size_t k = is_of_a ? f.a : f.b;
  const Vec2 from = world_corner(edges, k), edge = world_corner(edges, k + 1) - from;
  const Vec2 along = edge * (1 / length(edge));
  const float now = dot(world_corner(corners, is_of_a ? f.b : f.a) - from, along);
  b.transform.position += along * (is_of_a ? side - now : now - side);
}

TEST(Separation, IsTheSameWhateverIsRememberedNearTheEndsOfEdges) {
  using Kind = ClosestFeatures::Kind;
  const ImageSet images = awkward_images(5, 48);
  Random random(9);
  int stayed = 0;
  for (int k = 0; k < 8000; ++k) {
    const PlacedHull a = random_hull(images, random, 60);
    PlacedHull b = random_hull(images, random, 60);
    press_together(a, b, random);
    const ClosestFeatures before = separation(a, b).features;
    if (before.kind < Kind::under_edge_of_a) continue;
    slide_to_end(a, b, before, random.uniform(-0.1f, 2));
    const Separation fresh = separation(a, b);
    ASSERT_TRUE(same(fresh, separation(a, b, before))) << describe(a, b);
    ASSERT_TRUE(same(fresh, separation(a, b, fresh.features))) << describe(a, b);
    stayed += fresh.features == before;
  }
  EXPECT_GT(stayed, 2000);
}

TEST(Separation, TouchingHullsDoNotOverlap) {
  const ImageSet images = awkward_images(7, 20);
  const auto block = make_solid_image("block", 10, 10);
  const PlacedHull a{block->hull, {{0, 0}, {}}};
  PlacedHull b = a;
  b.transform.position = {10, 3};
  const Separation touching = separation(a, b);
  EXPECT_FALSE(touching.overlap);
  EXPECT_EQ(touching.distance, 0);
  EXPECT_EQ(touching.normal, (Vec2{1, 0}));
  b.transform.position = {9.5f, 3};
  const Separation in = separation(a, b);
  EXPECT_TRUE(in.overlap);
  EXPECT_EQ(in.depth, 0.5f);
  EXPECT_EQ(in.normal, (Vec2{1, 0}));
  EXPECT_EQ(in.point_a, (Vec2{5, 1.5f})) << "the middle of the common stretch";
  EXPECT_EQ(in.point_b, (Vec2{4.5f, 1.5f}));
  b.transform.position = {10, 10};
  EXPECT_FALSE(separation(a, b).overlap) << "at a corner";
}

// The first two corners of the difference that GJK meets have the origin between them, on the
// line: what is left to search along is rounding.
TEST(Separation, IsNotMisledByAnOriginBetweenTwoCorners) {
  const std::vector<Vec2> p{{-19, -65}, {-17, -69}, {-13, -76}, {-10, -81}, {-4, -84},
                            {5, -88},   {6, -88},   {7, -86},   {9, -77},   {18, -35},
                            {19, -30},  {19, -27},  {-9, 89},   {-10, 89},  {-19, -57}};
  const std::vector<Vec2> q{{-17, -3}, {-16, -9}, {-14, -20}, {-13, -24}, {-11, -26},
                            {-8, -28}, {2, -34},  {3, -34},   {15, 31},   {15, 32},
                            {14, 32},  {-7, 25},  {-17, 0}};
  const Separation s = separation({p, {{1149, 73}, {}}}, {q, {{1137, 193}, {}}});
  EXPECT_TRUE(s.overlap);
  EXPECT_NEAR(s.depth, 1.52802467f, 1e-4f);
}

TEST(Separation, KeepsItsDigitsWhereCoordinatesAreLarge) {
  const ImageSet images = awkward_images(8, 48);
  Random random(9);
  for (int k = 0; k < 2000; ++k) {
    PlacedHull a = random_hull(images, random, 60), b = random_hull(images, random, 60);
    a.transform.position = {std::round(a.transform.position.x), std::round(a.transform.position.y)};
    b.transform.position = {std::round(b.transform.position.x), std::round(b.transform.position.y)};
    const Separation at_home = separation(a, b);
    a.transform.position += {1e7f, -1e7f}, b.transform.position += {1e7f, -1e7f};
    const Separation far = separation(a, b);
    EXPECT_EQ(far.overlap, at_home.overlap) << describe(a, b);
    EXPECT_EQ(far.distance, at_home.distance) << describe(a, b);
    EXPECT_EQ(far.depth, at_home.depth) << describe(a, b);
    EXPECT_EQ(far.normal, at_home.normal) << describe(a, b);
  }
}

// Scales down to the smallest float, places as far as pixel answers reach and beyond.
void go_to_extremes(PlacedHull& hull, Random& random) {
  constexpr float kScales[] = {1e-45f, 1e-38f, 1e-20f, 1e-6f, 1, 1e4f};
  hull.scale = {kScales[random.below(6)], kScales[random.below(6)]};
  if (random.below(3) == 0) hull.transform.position = {random.uniform(-1e9f, 1e9f), -1e9f};
}

TEST(Separation, GivesFiniteNumbersForEveryScaleAndPlace) {
  const ImageSet images = awkward_images(10, 48);
  Random random(11);
  for (int k = 0; k < 20000; ++k) {
    PlacedHull a = random_hull(images, random, 60), b = random_hull(images, random, 60);
    for (PlacedHull* hull : {&a, &b}) go_to_extremes(*hull, random);
    if (random.below(4) == 0) b.transform.position = a.transform.position;
    const Separation s = separation(a, b);
    const std::string where = describe(a, b);
    ASSERT_NEAR(length(s.normal), 1, 1e-4) << where;
    ASSERT_TRUE(std::isfinite(s.distance) && s.distance >= 0) << where;
    ASSERT_TRUE(std::isfinite(s.depth) && s.depth >= 0) << where;
    ASSERT_TRUE(is_valid({s.point_a, s.point_a}) && is_valid({s.point_b, s.point_b})) << where;
  }
}

TEST(ConvexHull, SaysWhereAndHowDeep) {
  ImageSet images;
  images.add(make_solid_image("block", 10, 10));
  Sprite a, b;
  b.position = {8, 0};
  const auto hulls = narrowphase_with("convex-hull");
  hulls->reset(Duo(images, a, b).frame());
  Recorder log(100);
  const auto contact = contact_of(*hulls, Duo(images, a, b).frame(), &log);
  ASSERT_TRUE(contact);
  EXPECT_EQ(contact->normal, (Vec2{1, 0}));
  EXPECT_EQ(contact->depth, 2);
  EXPECT_EQ(contact->point, (Vec2{4, 0}));
  EXPECT_EQ(log.count(EventKind::edge), 8u);
  EXPECT_EQ(log.count(EventKind::closest), 1u);
}

TEST(ConvexHull, HitsWhereverPixelsDo) {
  const ImageSet images = awkward_images(12, 40);
  const auto hulls = narrowphase_with("convex-hull");
  const auto mask = narrowphase_with("bit-mask", {{"alpha-threshold", 1}});
  Random random(13);
  int hits = 0;
  for (int k = 0; k < 3000; ++k) {
    Sprite a, b;
    for (Sprite* s : {&a, &b}) {
      s->image =
          static_cast<std::uint16_t>(random.below(static_cast<std::uint32_t>(images.size())));
      s->position = {std::round(random.uniform(-30, 30)), std::round(random.uniform(-30, 30))};
      s->angle = k % 3 == 0 ? 0 : random.uniform(-kPi, kPi);
    }
    const Duo duo(images, a, b);
    if (!contact_of(*mask, duo.frame())) continue;
    ++hits;
    // A shared pixel's middle lies in both hulls; only on a hull's very edge may they just touch.
    ASSERT_TRUE(contact_of(*hulls, duo.frame())) << test::describe(a) << "\n" << test::describe(b);
  }
  EXPECT_GT(hits, 300);
}

}  // namespace convex_test

// Claims about the walk to the closest features of two convex polygons.

namespace closest_features_test {

using convex_test::go_to_extremes;
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
  const Vec2d from = widened(world_corner(hull, k)), to = widened(world_corner(hull, k + 1));
  const Vec2d at = widened(p), along = to - from;
  const double share =
      is_edge ? std::clamp(dot(at - from, along) / dot(along, along), 0.0, 1.0) : 0.0;
  const Vec2d apart = at - (from + along * share);
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
    for (PlacedHull* hull : {&a, &b}) go_to_extremes(*hull, random);
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
