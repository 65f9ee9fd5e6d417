// SPDX-License-Identifier: MIT
// The demo of quadtree collision detection and the two versions of quadtree-js, written from what
// is known of them: what a query retrieves, where objects lie, and how the demo's scene moves.
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/number_format.hpp"
#include "lab/published_listings.hpp"
#include "support/methods.hpp"
#include "support/session_in_scene.hpp"

namespace phasebox::test {
namespace sources_quadtree_test {

using Boxes = std::vector<Aabb>;

/// Which quarters of a node a box reaches into. A quarter has no outer border.
std::vector<std::size_t> quarters_of(const Aabb& node, const Aabb& box) {
  const Vec2 middle = center(node);
  std::vector<std::size_t> reached;
  for (std::size_t k = 0; k < 4; ++k) {
    const bool in_x = k % 2 == 0 ? box.min.x < middle.x : box.max.x > middle.x;
    const bool in_y = k / 2 == 0 ? box.min.y < middle.y : box.max.y > middle.y;
    if (in_x && in_y) reached.push_back(k);
  }
  return reached;
}

/// A node of quadtree-js with ten objects and four levels.
struct Node {
  Aabb bounds;
  int level = 0;
  std::vector<SpriteId> objects{};
  std::vector<Node> children{};

  bool is_full() const { return objects.size() > 10 && level < 4 && children.empty(); }
  void divide() {
    const Vec2 half = extent(bounds) * 0.5f;
    for (std::size_t k = 0; k < 4; ++k) {
      const Vec2 corner = bounds.min + Vec2{k % 2 == 0 ? 0 : half.x, k / 2 == 0 ? 0 : half.y};
      children.push_back({{corner, corner + half}, level + 1});
    }
  }
};

/// Of 2014 (1.1): an object on a line stays in the parent, and a query on a line takes all four
/// quarters.
struct Version11 {
  static void insert(Node& node, const Boxes& boxes, SpriteId id) {
    const auto reached = quarters_of(node.bounds, boxes[id]);
    if (!node.children.empty() && reached.size() == 1)
      return insert(node.children[reached[0]], boxes, id);
    node.objects.push_back(id);
    if (!node.is_full()) return;
    node.divide();
    for (const SpriteId held : std::exchange(node.objects, {})) insert(node, boxes, held);
  }
  static void retrieve(const Node& node, const Aabb& box, std::vector<SpriteId>& found) {
    found.insert(found.end(), node.objects.begin(), node.objects.end());
    if (node.children.empty()) return;
    const auto reached = quarters_of(node.bounds, box);
    for (std::size_t k = 0; k < 4; ++k)
      if (reached.size() > 1 || reached[0] == k) retrieve(node.children[k], box, found);
  }
};

/// Since 2020 (1.2): objects lie in leaves alone, in each that they reach.
struct Version12 {
  static void insert(Node& node, const Boxes& boxes, SpriteId id) {
    if (node.children.empty()) {
      node.objects.push_back(id);
      if (!node.is_full()) return;
      node.divide();
      for (const SpriteId held : std::exchange(node.objects, {})) insert(node, boxes, held);
    } else {
      for (const std::size_t k : quarters_of(node.bounds, boxes[id]))
        insert(node.children[k], boxes, id);
    }
  }
  static void retrieve(const Node& node, const Aabb& box, std::vector<SpriteId>& found) {
    found.insert(found.end(), node.objects.begin(), node.objects.end());
    if (!node.children.empty())
      for (const std::size_t k : quarters_of(node.bounds, box))
        retrieve(node.children[k], box, found);
  }
};

template <class Version>
Node tree_of(const Aabb& root, const Boxes& boxes) {
  Node node{root};
  for (SpriteId id = 0; id < boxes.size(); ++id) Version::insert(node, boxes, id);
  return node;
}

/// What a query with each box retrieves, without itself and each object once.
template <class Version>
std::vector<std::set<SpriteId>> retrieved(const Aabb& root, const Boxes& boxes) {
  const Node tree = tree_of<Version>(root, boxes);
  std::vector<std::set<SpriteId>> all;
  for (SpriteId id = 0; id < boxes.size(); ++id) {
    std::vector<SpriteId> found;
    Version::retrieve(tree, boxes[id], found);
    all.emplace_back(found.begin(), found.end());
    all.back().erase(id);
  }
  return all;
}
double mean_of(const std::vector<std::set<SpriteId>>& all) {
  double sum = 0;
  for (const auto& one : all) sum += static_cast<double>(one.size());
  return sum / static_cast<double>(all.size());
}

std::size_t places_in(const Node& node) {
  std::size_t sum = node.objects.size();
  for (const Node& child : node.children) sum += places_in(child);
  return sum;
}

/// The demo: 100 objects with sides of 5 to 30 in a field of 400 x 400, born in its middle half,
/// -8 to 8 px a frame on each axis, reflected at the walls.
class Demo {
 public:
  explicit Demo(std::uint64_t seed) {
    Random random(seed);
    for (int i = 0; i < 100; ++i) {
      const Vec2 place{random.uniform(100, 300), random.uniform(100, 300)};
      const Vec2 half{random.uniform(2.5f, 15), random.uniform(2.5f, 15)};
      boxes.push_back({place - half, place + half});
      speeds_.push_back({random.uniform(-8, 8), random.uniform(-8, 8)});
    }
  }
  void step() {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      Aabb& box = boxes[i];
      Vec2& v = speeds_[i];
      box = {box.min + v, box.max + v};
      if (box.min.x < 0 || box.max.x > 400) v.x = std::copysign(v.x, 200 - center(box).x);
      if (box.min.y < 0 || box.max.y > 400) v.y = std::copysign(v.y, 200 - center(box).y);
    }
  }

  Boxes boxes;

 private:
  std::vector<Vec2> speeds_;
};

constexpr Aabb kField{{0, 0}, {400, 400}}, kUpperLeft{{0, 0}, {200, 200}};

void expect_all_overlaps(const std::vector<std::set<SpriteId>>& found, const Boxes& boxes) {
  for (SpriteId i = 0; i < boxes.size(); ++i)
    for (SpriteId j = 0; j < boxes.size(); ++j)
      EXPECT_TRUE(i == j || !overlaps(boxes[i], boxes[j]) || found[i].contains(j)) << i << ' ' << j;
}

TEST(QuadtreeJs, misses_no_overlap_in_either_version_nor_by_the_root_of_the_demo) {
  Demo demo(1);
  for (int frame = 0; frame < 120; ++frame) demo.step();
  for (const Aabb& root : {kField, kUpperLeft}) {
    expect_all_overlaps(retrieved<Version11>(root, demo.boxes), demo.boxes);
    expect_all_overlaps(retrieved<Version12>(root, demo.boxes), demo.boxes);
  }
}

TEST(QuadtreeJs, has_each_object_in_one_node_until_version_12_which_has_some_in_several) {
  Demo demo(2);
  for (int frame = 0; frame < 120; ++frame) demo.step();
  EXPECT_EQ(places_in(tree_of<Version11>(kField, demo.boxes)), 100u);
  EXPECT_GT(places_in(tree_of<Version12>(kField, demo.boxes)), 110u);
}

TEST(QuadtreeJs, of_2014_retrieves_10_to_30_of_the_demos_100_and_that_of_2020_fewer) {
  double of_2014 = 0, of_2020 = 0, by_quarter = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Demo demo(seed);
    for (int frame = 0; frame < 100; ++frame) demo.step();
    of_2014 += mean_of(retrieved<Version11>(kField, demo.boxes)) / 20;
    of_2020 += mean_of(retrieved<Version12>(kField, demo.boxes)) / 20;
    by_quarter += mean_of(retrieved<Version11>(kUpperLeft, demo.boxes)) / 20;
  }
  EXPECT_GT(of_2014, 10);
  EXPECT_LT(of_2014, 30);
  EXPECT_LT(of_2020, of_2014);
  EXPECT_GT(by_quarter, of_2014) << "a root over a quarter divides the rest worse";
}

// ---- the scene

Boxes boxes_of(const Session& session) {
  const auto boxes = session.frame().boxes;
  return {boxes.begin(), boxes.end()};
}

TEST(HtScene, is_born_as_the_demo_is) {
  Session session = in_scene("ht-quadtree");
  session.detect();
  EXPECT_EQ(session.field(), kField);
  const Boxes boxes = boxes_of(session);
  ASSERT_EQ(boxes.size(), 100u);
  float fastest = 0;
  for (SpriteId i = 0; i < 100; ++i) {
    for (const float side : {extent(boxes[i]).x, extent(boxes[i]).y}) {
      EXPECT_GE(side, 4.99f) << i;
      EXPECT_LE(side, 30.01f) << i;
    }
    const Vec2 place = center(boxes[i]), speed = session.world().velocities()[i];
    EXPECT_TRUE(overlaps({{85, 85}, {315, 315}}, {place, place + Vec2{1, 1}})) << i;
    for (const float v : {speed.x, speed.y}) {
      EXPECT_LE(std::abs(v), 8) << i;
      fastest = std::max(fastest, std::abs(v));
    }
  }
  EXPECT_GT(fastest, 7) << "evenly from -8 to 8 on each axis";
}

TEST(HtScene, stays_within_its_walls_and_meets_10_to_30_of_100) {
  Session session = in_scene("ht-quadtree");
  double ours = 0, of_2014 = 0, of_2020 = 0;
  for (int frame = 1; frame <= 400; ++frame) {
    session.step();
    if (frame % 20 != 0 || frame < 100) continue;
    const Boxes boxes = boxes_of(session);
    for (const Aabb& box : boxes) EXPECT_TRUE(overlaps(box, kField));
    EventLog log;
    session.trace(log);
    ours += *session.counters(log).retrieved / 16;
    of_2014 += mean_of(retrieved<Version11>(kField, boxes)) / 16;
    of_2020 += mean_of(retrieved<Version12>(kField, boxes)) / 16;
  }
  EXPECT_GT(of_2014, 10);
  EXPECT_LT(of_2014, 30);
  EXPECT_LT(of_2020, ours) << "objects in leaves alone";
  EXPECT_LT(ours, of_2014) << "a query on a line takes the nodes that it reaches, not all four";
}

TEST(HtScene, is_retrieved_as_published_by_both_versions) {
  Session session = in_scene("ht-quadtree");
  for (int frame = 0; frame < 100; ++frame) session.step();
  const Boxes boxes = boxes_of(session);
  for (const Listing& row : listings()) {
    if (row.algorithm != "quadtree") continue;
    const Aabb root = row.id == "demo" ? kUpperLeft : kField;
    const auto found =
        row.id == "v1.2" ? retrieved<Version12>(root, boxes) : retrieved<Version11>(root, boxes);
    EXPECT_THAT(run_listings(session, row.bits).broad,
                testing::HasSubstr("retrieves " + rounded(mean_of(found), 1) + " others"))
        << row.id;
  }
}

std::uint64_t tests_of(const char* scene, std::string_view broadphase, const char* key) {
  Session session = in_scene(scene, 128);
  EXPECT_FALSE(session.apply(command::SelectBroadphase{std::string(broadphase)}).failed());
  const Owner owner = *session.settings().broadphase;
  EXPECT_FALSE(session.apply(command::SetParam{owner, key, 1}).failed());
  session.detect();
  EventLog log;
  session.trace(log);
  return session.counters(log).box_tests;
}

TEST(Division, is_most_efficient_where_objects_are_spread_evenly) {
  EXPECT_LT(tests_of("even", "quadtree", "max-objects") * 5,
            tests_of("clusters", "quadtree", "max-objects"));
  EXPECT_EQ(tests_of("even", "rdc", "group-size"), 0u);
  EXPECT_GT(tests_of("clusters", "rdc", "group-size"), 100u);
}

}  // namespace sources_quadtree_test
}  // namespace phasebox::test
