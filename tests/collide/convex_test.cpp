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

struct Wide {
  double x, y;
};
Wide operator-(Wide p, Wide q) { return {p.x - q.x, p.y - q.y}; }
Wide operator+(Wide p, Wide q) { return {p.x + q.x, p.y + q.y}; }
Wide operator*(Wide p, double k) { return {p.x * k, p.y * k}; }
double dot(Wide p, Wide q) { return p.x * q.x + p.y * q.y; }
double size(Wide p) { return std::sqrt(dot(p, p)); }

std::vector<Wide> corners(const PlacedHull& hull) {
  std::vector<Wide> all;
  const double c = static_cast<double>(hull.transform.rotation.c),
               s = static_cast<double>(hull.transform.rotation.s);
  for (const Vec2 p : hull.points) {
    const double x = static_cast<double>(p.x) * static_cast<double>(hull.scale.x);
    const double y = static_cast<double>(p.y) * static_cast<double>(hull.scale.y);
    all.push_back({static_cast<double>(hull.transform.position.x) + c * x - s * y,
                   static_cast<double>(hull.transform.position.y) + s * x + c * y});
  }
  return all;
}

/// By the definitions: every edge normal against every corner, every edge against every corner.
struct Reference {
  bool overlap = true;
  double depth = 1e300, distance = 1e300;
  Wide normal{};  // from a to b
};

void measure_axes(const std::vector<Wide>& a, const std::vector<Wide>& b, double sign,
                  Reference& r) {
  for (std::size_t k = 0; k < a.size(); ++k) {
    const Wide edge = a[(k + 1) % a.size()] - a[k];
    const Wide out = Wide{edge.y, -edge.x} * (1 / size(edge));
    double least = 1e300;
    for (const Wide q : b) least = std::min(least, dot(q - a[k], out));
    if (least >= 0) r.overlap = false;
    if (-least < r.depth) r.depth = -least, r.normal = out * sign;
  }
}

void measure_distance(const std::vector<Wide>& a, const std::vector<Wide>& b, double sign,
                      Reference& r) {
  for (std::size_t k = 0; k < a.size(); ++k)
    for (const Wide q : b) {
      const Wide edge = a[(k + 1) % a.size()] - a[k];
      const double t = std::clamp(dot(q - a[k], edge) / dot(edge, edge), 0.0, 1.0);
      const Wide apart = q - (a[k] + edge * t);
      if (size(apart) < r.distance)
        r.distance = size(apart), r.normal = apart * (sign / size(apart));
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
      const Vec2 normal{static_cast<float>(expected.normal.x),
                        static_cast<float>(expected.normal.y)};
      ASSERT_TRUE(near(got.normal, normal, 1e-3f)) << where;
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

TEST(Separation, GivesFiniteNumbersForEveryScaleAndPlace) {
  const ImageSet images = awkward_images(10, 48);
  Random random(11);
  for (int k = 0; k < 20000; ++k) {
    PlacedHull a = random_hull(images, random, 60), b = random_hull(images, random, 60);
    for (PlacedHull* hull : {&a, &b}) {
      const auto scale = [&] {
        constexpr float kScales[] = {1e-45f, 1e-38f, 1e-20f, 1e-6f, 1, 1e4f};
        return kScales[random.below(6)];
      };
      hull->scale = {scale(), scale()};
      if (random.below(3) == 0) hull->transform.position = {random.uniform(-1e9f, 1e9f), -1e9f};
    }
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
}  // namespace phasebox::test
