// SPDX-License-Identifier: MIT
// What the quadtree and the kd-tree claim beyond the contract: size, one node a box, short queries.
#include <vector>

#include <gtest/gtest.h>

#include "support/methods.hpp"

namespace phasebox::test {
namespace level_trees_test {

constexpr double kMedian = 0, kCost = 1;

/// A tree with settings under which the claims of both hold.
struct Tree {
  std::string_view id;
  Settings settings;

  Recorder traced_in(const BoxWorld& world, const Setting& more) const {
    Settings all = settings;
    all.push_back(more);
    return traced(id, world, all);
  }
};
const std::vector<Tree> kTrees{{"quadtree", {{"looseness", 1}}},
                               {"quadtree", {{"looseness", 1.5}}},
                               {"quadtree", {{"looseness", 2}}},
                               {"kd-tree", {{"split", kMedian}}},
                               {"kd-tree", {{"split", kCost}}}};

std::string_view leaf_key(const Tree& tree) {
  return tree.id == "quadtree" ? "max-objects" : "leaf-size";
}

std::vector<Event> nodes_of(const Recorder& log) {
  std::vector<Event> nodes;
  for (const Event& e : log.events())
    if (e.kind == EventKind::node) nodes.push_back(e);
  return nodes;
}

TEST(LevelTrees, identical_boxes_are_not_divided) {
  const Tree tight{"quadtree", {{"max-levels", 12}}};
  for (const Tree& tree : {tight, kTrees[3], kTrees[4]})
    for (const char* name : {"all identical", "identical points", "all in contact"})
      EXPECT_EQ(traced(tree.id, make_world(name), tree.settings).count(EventKind::node), 1u)
          << tree.id << ' ' << name;
}

TEST(LevelTrees, few_boxes_stay_in_the_root_and_an_empty_world_has_none) {
  Random random(1);
  const BoxWorld ten = world_of("ten", random_boxes(random, 10, 100, 100, 5));
  for (const Tree& tree : kTrees) {
    const std::string key(leaf_key(tree));
    EXPECT_EQ(tree.traced_in(ten, {key, 10}).count(EventKind::node), 1u) << tree.id;
    EXPECT_GT(tree.traced_in(ten, {key, 9}).count(EventKind::node), 1u) << tree.id;
    EXPECT_EQ(tree.traced_in(make_world("empty"), {key, 9}).count(EventKind::node), 0u) << tree.id;
  }
}

TEST(LevelTrees, every_box_lies_in_one_node_whose_cell_contains_it) {
  for (const BoxWorld& world : make_worlds(1))
    for (const Tree& tree : kTrees) {
      const Recorder log = tree.traced_in(world, {std::string(leaf_key(tree)), 4});
      std::vector<Event> cells(static_cast<std::size_t>(log.count(EventKind::node)));
      std::vector<std::uint32_t> owners(world.size()), held(cells.size());
      for (const Event& e : nodes_of(log)) cells[e.a] = e;
      for (const Event& e : log.events()) {
        if (e.kind != EventKind::member) continue;
        ++owners[e.a], ++held[e.b];
        EXPECT_TRUE(contains(cells[e.b].box, world.boxes[e.a]))
            << tree.id << ' ' << world.label() << " sprite " << e.a;
      }
      EXPECT_EQ(owners, std::vector<std::uint32_t>(world.size(), 1)) << tree.id << world.label();
      for (const Event& e : cells) EXPECT_EQ(e.b, held[e.a]) << tree.id << ' ' << world.label();
    }
}

TEST(LevelTrees, spread_boxes_are_compared_with_few_others) {
  for (const Tree& tree : kTrees)
    EXPECT_LT(traced(tree.id, spread(1000), tree.settings).count(EventKind::test), 30u * 1000)
        << tree.id;
}

TEST(LevelTrees, say_how_many_comparisons_a_sprite_took) {
  const BoxWorld world = make_world("all identical");
  for (const Tree& tree : kTrees) {
    const auto made = broadphase_with(tree.id, tree.settings);
    pairs_of(*made, world.frame());
    const std::string text = remark_of(*made, world);
    EXPECT_TRUE(text.starts_with("74.5 comparisons per sprite, in 1 node")) << text;
  }
}

TEST(LevelTrees, a_query_visits_few_nodes) {
  const BoxWorld world = spread(2000);
  for (const std::string_view id : {"quadtree", "kd-tree", "aabb-tree"}) {
    const auto tree = broadphase_with(id);
    const Recorder build = traced(*tree, world);
    const Recorder query = traced_query(*tree, world, {{1000, 1000}, {1050, 1050}});
    EXPECT_GT(query.count(EventKind::visit), 0u) << id;
    EXPECT_LT(query.count(EventKind::visit) * 8, build.count(EventKind::node)) << id;
  }
}

TEST(Quadtree, IsNeverDeeperThanMaxLevels) {
  for (const BoxWorld& world : make_worlds(1))
    for (int levels = 1; levels <= 12; ++levels) {
      const Recorder log = traced(
          "quadtree", world, {{"max-levels", static_cast<double>(levels)}, {"max-objects", 1}});
      EXPECT_LE(log.max_depth(), levels) << world.label();
      EXPECT_LE(log.count(EventKind::node), 2 * world.size() + 64) << world.label();
    }
}

TEST(Quadtree, ACrowdInOneCornerIsOneNodeNotAChain) {
  const Recorder log =
      traced("quadtree", make_world("identical in a corner"), {{"max-levels", 12}});
  EXPECT_LE(log.count(EventKind::node), 3u) << "the field, the far box, the crowd";
}

/// The field is that of nearly all boxes.
TEST(Quadtree, ABoxThatHasEscapedDoesNotPutAllOthersIntoOneNode) {
  Random random(1);
  auto boxes = random_boxes(random, 2000, 4000, 4000, 10);
  boxes[7] = {{1e9f, -1e9f}, {1e9f + 64, -1e9f + 64}};
  for (const double looseness : {1.0, 1.5}) {
    const Recorder log = traced("quadtree", world_of("escaped", boxes), {{"looseness", looseness}});
    EXPECT_LT(log.count(EventKind::test), 40u * 2000) << looseness;
  }
}

// Four in each quarter, one on the middle: it is in the root, which all others reach.
TEST(Quadtree, CountsTheObjectsThatAQueryForEachOneRetrieves) {
  std::vector<Aabb> boxes{{{49, 49}, {51, 51}}, {{0, 0}, {1, 1}}, {{99, 99}, {100, 100}}};
  for (const Vec2 corner : {Vec2{10, 10}, Vec2{80, 10}, Vec2{10, 80}, Vec2{80, 80}})
    for (int k = 0; k < 4; ++k) {
      const Vec2 at = corner + Vec2{static_cast<float>(k) * 2, 0};
      boxes.push_back({at, at + Vec2{1, 1}});
    }
  const BoxWorld world = world_of("quarters", std::move(boxes));
  const auto split = broadphase_with("quadtree", {{"max-objects", 5}, {"max-levels", 1}});
  const Recorder log = traced(*split, world);
  ASSERT_EQ(log.count(EventKind::node), 5u);
  // 18 others for the middle one; for 2 of 5 and 2 of 4 neighbors in a quarter also the middle.
  EXPECT_EQ(log.measured(Measure::retrieved), 18u + 2 * (5 * 5) + 2 * (4 * 4));
  EXPECT_TRUE(
      remarks_of(*split, world).back().ends_with(", 4 to 18, from the nodes that it reaches."));
  const auto whole = broadphase_with("quadtree", {{"max-objects", 100}});
  EXPECT_EQ(traced(*whole, world).measured(Measure::retrieved), 19u * 18)
      << "all, as without a tree";
}

std::uint32_t held_by_root(const Recorder& log) {
  for (const Event& e : log.events())
    if (e.kind == EventKind::node) return e.b;
  return 0;
}

TEST(Quadtree, LoosenessLetsBoxesOnABorderSinkDeeper) {
  const BoxWorld world = make_world("sparse");
  const std::uint32_t tight = held_by_root(traced("quadtree", world, {{"looseness", 1}}));
  EXPECT_GT(tight, 0u);
  EXPECT_EQ(held_by_root(traced("quadtree", world, {{"looseness", 2}})), 0u);
}

TEST(Quadtree, BoxesThatTouchTheCenterLinesAreNotAcrossThem) {
  std::vector<Aabb> boxes;
  for (int k = 0; k < 256; ++k) {
    const auto x = static_cast<float>(k % 16), y = static_cast<float>(k / 16);
    boxes.push_back({{x, y}, {x + 1, y + 1}});
  }
  EXPECT_EQ(held_by_root(traced("quadtree", world_of("16 by 16", boxes), {{"max-objects", 1}})),
            0u);
}

TEST(KdTree, IsNeverDeeperThanMaxDepthNorLargerThanItsPool) {
  for (const BoxWorld& world : make_worlds(1))
    for (const double split : {kMedian, kCost})
      for (const int depth : {1, 3, 48}) {
        const Recorder log =
            traced("kd-tree", world,
                   {{"split", split}, {"max-depth", static_cast<double>(depth)}, {"leaf-size", 1}});
        EXPECT_LE(log.max_depth(), depth) << world.label();
        const std::size_t trees = world.is_static.empty() ? 1 : 2;
        EXPECT_LE(log.count(EventKind::node), world.size() + trees * 64) << world.label();
      }
}

TEST(KdTree, CellsOfOneDepthShareNoArea) {
  for (const char* name : {"sparse", "touching grid", "clusters", "lattice", "largest floats"}) {
    const auto nodes = nodes_of(traced("kd-tree", make_world(name), {{"leaf-size", 4}}));
    for (std::size_t i = 0; i < nodes.size(); ++i)
      for (std::size_t k = i + 1; k < nodes.size(); ++k)
        EXPECT_FALSE(nodes[i].depth == nodes[k].depth && overlaps(nodes[i].box, nodes[k].box))
            << name << ": " << i << ", " << k;
  }
}

TEST(KdTree, AMedianHalvesWhatItCuts) {
  const BoxWorld world = spread(4096);
  const Recorder log = traced("kd-tree", world, {{"split", kMedian}, {"leaf-size", 16}});
  EXPECT_LE(log.max_depth(), 11) << "eight halvings make cells of sixteen";
}

TEST(KdTree, OneFarBoxDoesNotSpoilTheCuts) {
  BoxWorld world = spread(1000);
  world.boxes.push_back({{1e9f, 1e9f}, {1e9f, 1e9f}});
  for (const double split : {kMedian, kCost})
    EXPECT_LT(traced("kd-tree", world, {{"split", split}}).count(EventKind::test), 60u * 1000)
        << split;
}

TEST(KdTree, CostComparesNoMoreThanTheMedianOnClusters) {
  const BoxWorld world = make_world("clusters");
  EXPECT_LE(traced("kd-tree", world, {{"split", kCost}}).count(EventKind::test),
            traced("kd-tree", world, {{"split", kMedian}}).count(EventKind::test));
}

}  // namespace level_trees_test
}  // namespace phasebox::test
