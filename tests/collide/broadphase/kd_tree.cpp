// SPDX-License-Identifier: MIT
// What the kd-tree claims beyond the contract: bounded size, every box in one cell, cells apart.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "collide/registry.hpp"
#include "support/checks.hpp"

namespace phasebox::test {
namespace kd_tree_test {

constexpr double kMedian = 0, kCost = 1;

std::unique_ptr<Broadphase> make_tree(const Settings& settings = {}) {
  auto tree = find_entry(broadphases(), "kd-tree")->make();
  set_params(tree->params(), settings);
  return tree;
}

Recorder traced(const BoxWorld& world, const Settings& settings = {}) {
  Recorder log(200000);
  pairs_of(*make_tree(settings), world.frame(), &log);
  return log;
}

std::vector<Event> nodes_of(const Recorder& log) {
  std::vector<Event> nodes;
  for (const Event& e : log.events())
    if (e.kind == EventKind::node) nodes.push_back(e);
  return nodes;
}

BoxWorld spread(std::size_t n) {
  Random random(1);
  return world_of("spread", random_boxes(random, n, 4000, 4000, 10));
}

TEST(KdTree, IsNeverDeeperThanMaxDepthNorLargerThanItsPool) {
  for (const BoxWorld& world : make_worlds(1))
    for (const double split : {kMedian, kCost})
      for (const int depth : {1, 3, 48}) {
        const Recorder log = traced(
            world, {{"split", split}, {"max-depth", static_cast<double>(depth)}, {"leaf-size", 1}});
        EXPECT_LE(log.max_depth(), depth) << world.label();
        const std::size_t trees = world.is_static.empty() ? 1 : 2;
        EXPECT_LE(log.count(EventKind::node), world.size() + trees * 64) << world.label();
      }
}

TEST(KdTree, IdenticalBoxesAreNotCut) {
  for (const char* name : {"all identical", "identical points", "all in contact"})
    for (const double split : {kMedian, kCost})
      EXPECT_EQ(traced(make_world(name), {{"split", split}}).count(EventKind::node), 1u) << name;
}

TEST(KdTree, FewBoxesStayInOneCell) {
  Random random(1);
  const BoxWorld ten = world_of("ten", random_boxes(random, 10, 100, 100, 5));
  EXPECT_EQ(traced(ten, {{"leaf-size", 10}}).count(EventKind::node), 1u);
  EXPECT_GT(traced(ten, {{"leaf-size", 9}}).count(EventKind::node), 1u);
}

TEST(KdTree, AnEmptyWorldHasNoNode) {
  EXPECT_EQ(traced(make_world("empty")).count(EventKind::node), 0u);
}

TEST(KdTree, EveryBoxLiesInOneNodeWhoseCellContainsIt) {
  for (const BoxWorld& world : make_worlds(1))
    for (const double split : {kMedian, kCost}) {
      const Recorder log = traced(world, {{"split", split}, {"leaf-size", 4}});
      std::vector<Aabb> cells(log.count(EventKind::node));
      std::vector<int> owners(world.size());
      for (const Event& e : nodes_of(log)) cells[e.a] = e.box;
      for (const Event& e : log.events()) {
        if (e.kind != EventKind::member) continue;
        ++owners[e.a];
        EXPECT_TRUE(contains(cells[e.b], world.boxes[e.a])) << world.label() << " sprite " << e.a;
      }
      EXPECT_TRUE(std::ranges::all_of(owners, [](int n) { return n == 1; })) << world.label();
    }
}

TEST(KdTree, CellsOfOneDepthShareNoArea) {
  for (const char* name : {"sparse", "touching grid", "clusters", "lattice", "largest floats"}) {
    const auto nodes = nodes_of(traced(make_world(name), {{"leaf-size", 4}}));
    for (std::size_t i = 0; i < nodes.size(); ++i)
      for (std::size_t k = i + 1; k < nodes.size(); ++k)
        EXPECT_FALSE(nodes[i].depth == nodes[k].depth && overlaps(nodes[i].box, nodes[k].box))
            << name << ": " << i << ", " << k;
  }
}

TEST(KdTree, AMedianHalvesWhatItCuts) {
  const BoxWorld world = spread(4096);
  const Recorder log = traced(world, {{"split", kMedian}, {"leaf-size", 16}});
  EXPECT_LE(log.max_depth(), 11) << "eight halvings make cells of sixteen";
}

TEST(KdTree, OneFarBoxDoesNotSpoilTheCuts) {
  BoxWorld world = spread(1000);
  world.boxes.push_back({{1e9f, 1e9f}, {1e9f, 1e9f}});
  for (const double split : {kMedian, kCost})
    EXPECT_LT(traced(world, {{"split", split}}).count(EventKind::test), 60u * 1000) << split;
}

TEST(KdTree, SpreadBoxesAreComparedWithFewOthers) {
  for (const double split : {kMedian, kCost})
    EXPECT_LT(traced(spread(1000), {{"split", split}}).count(EventKind::test), 30u * 1000) << split;
}

TEST(KdTree, CostComparesNoMoreThanTheMedianOnClusters) {
  const BoxWorld world = make_world("clusters");
  EXPECT_LE(traced(world, {{"split", kCost}}).count(EventKind::test),
            traced(world, {{"split", kMedian}}).count(EventKind::test));
}

TEST(KdTree, SaysHowManyComparisonsASpriteTook) {
  const BoxWorld world = make_world("all identical");
  const auto tree = make_tree();
  pairs_of(*tree, world.frame());
  std::vector<Remark> remarks;
  tree->remark(world.frame(), remarks);
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_EQ(remarks[0].text,
            "74.5 comparisons per sprite instead of 74.5, in 1 node, at most 0 cuts deep.");
}

TEST(KdTree, AQueryVisitsFewNodes) {
  const BoxWorld world = spread(2000);
  const auto tree = make_tree();
  Recorder build, query;
  pairs_of(*tree, world.frame(), &build);
  Sink<SpriteId> out;
  tree->query(world.frame(), {{1000, 1000}, {1050, 1050}}, out, &query);
  EXPECT_GT(query.count(EventKind::visit), 0u);
  EXPECT_LT(query.count(EventKind::visit) * 8, build.count(EventKind::node));
}

}  // namespace kd_tree_test
}  // namespace phasebox::test
