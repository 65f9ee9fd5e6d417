// SPDX-License-Identifier: MIT
// What the quadtree claims beyond the contract: bounded size, every box in one node, short queries.
#include <algorithm>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "collide/registry.hpp"
#include "support/checks.hpp"

namespace phasebox::test {
namespace quadtree_test {

constexpr int kMaxLevels = 12;

std::unique_ptr<Broadphase> make_tree(const Settings& settings = {}) {
  auto tree = find_entry(broadphases(), "quadtree")->make();
  set_params(tree->params(), settings);
  return tree;
}

Recorder traced(const BoxWorld& world, const Settings& settings = {}) {
  Recorder log(100000);
  pairs_of(*make_tree(settings), world.frame(), &log);
  return log;
}

TEST(Quadtree, IsNeverDeeperThanMaxLevels) {
  for (const BoxWorld& world : make_worlds(1))
    for (int levels = 1; levels <= kMaxLevels; ++levels) {
      const Recorder log =
          traced(world, {{"max-levels", static_cast<double>(levels)}, {"max-objects", 1}});
      EXPECT_LE(log.max_depth(), levels) << world.label();
      EXPECT_LE(log.count(EventKind::node), 2 * world.size() + 64) << world.label();
    }
}

TEST(Quadtree, IdenticalBoxesAreNotDivided) {
  for (const char* name : {"all identical", "identical points", "all in contact"})
    EXPECT_EQ(traced(make_world(name), {{"max-levels", kMaxLevels}}).count(EventKind::node), 1u)
        << name;
}

TEST(Quadtree, ACrowdInOneCornerIsOneNodeNotAChain) {
  const Recorder log = traced(make_world("identical in a corner"), {{"max-levels", kMaxLevels}});
  EXPECT_EQ(log.count(EventKind::node), 3u) << "the field, the far box, the crowd";
}

TEST(Quadtree, FewBoxesStayInTheRoot) {
  Random random(1);
  const BoxWorld ten = world_of("ten", random_boxes(random, 10, 100, 100, 5));
  EXPECT_EQ(traced(ten).count(EventKind::node), 1u);
  EXPECT_GT(traced(ten, {{"max-objects", 9}}).count(EventKind::node), 1u);
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
  const Recorder log = traced(world, {{"max-objects", 5}, {"max-levels", 1}});
  ASSERT_EQ(log.count(EventKind::node), 5u);
  // 18 others for the middle one; for 2 of 5 and 2 of 4 neighbors in a quarter these and the
  // middle.
  EXPECT_EQ(log.measured(Measure::retrieved), 18u + 2 * (5 * 5) + 2 * (4 * 4));
  const auto split = make_tree({{"max-objects", 5}, {"max-levels", 1}});
  Recorder again;
  pairs_of(*split, world.frame(), &again);
  std::vector<Remark> split_remarks;
  split->remark(world.frame(), split_remarks);
  EXPECT_NE(split_remarks.back().text.find(", 4 to 18 (quadtree-js"), std::string::npos)
      << split_remarks.back().text;
  const auto tree = make_tree({{"max-objects", 100}});
  Recorder whole;
  pairs_of(*tree, world.frame(), &whole);
  EXPECT_EQ(whole.measured(Measure::retrieved), 19u * 18) << "all, as without a tree";
  std::vector<Remark> remarks;
  tree->remark(world.frame(), remarks);
  ASSERT_EQ(remarks.size(), 2u);
  EXPECT_NE(remarks[1].text.find("retrieves 18.0 objects on average"), std::string::npos);
}

TEST(Quadtree, AnEmptyWorldHasNoNode) {
  EXPECT_EQ(traced(make_world("empty")).count(EventKind::node), 0u);
}

TEST(Quadtree, EveryBoxLiesInOneNodeWhoseCellContainsIt) {
  for (const BoxWorld& world : make_worlds(1))
    for (const double looseness : {1.0, 1.5, 2.0}) {
      const Recorder log = traced(world, {{"looseness", looseness}});
      std::vector<Aabb> cells;
      std::vector<int> owners(world.size());
      for (const Event& e : log.events()) {
        if (e.kind == EventKind::node) cells.resize(std::max<std::size_t>(cells.size(), e.a + 1));
        if (e.kind == EventKind::node) cells[e.a] = e.box;
        if (e.kind != EventKind::member) continue;
        ++owners[e.a];
        EXPECT_TRUE(contains(cells[e.b], world.boxes[e.a])) << world.label() << " sprite " << e.a;
      }
      EXPECT_TRUE(std::ranges::all_of(owners, [](int n) { return n == 1; })) << world.label();
    }
}

TEST(Quadtree, NodesReportHowManyBoxesTheyHold) {
  const BoxWorld world = make_world("sparse");
  const Recorder log = traced(world);
  std::size_t held = 0;
  for (const Event& e : log.events())
    if (e.kind == EventKind::node) held += e.b;
  EXPECT_EQ(held, world.size());
}

std::uint32_t held_by_root(const Recorder& log) {
  for (const Event& e : log.events())
    if (e.kind == EventKind::node) return e.b;
  return 0;
}

TEST(Quadtree, LoosenessLetsBoxesOnABorderSinkDeeper) {
  const BoxWorld world = make_world("sparse");
  const std::uint32_t tight = held_by_root(traced(world, {{"looseness", 1}}));
  EXPECT_GT(tight, 0u);
  EXPECT_EQ(held_by_root(traced(world, {{"looseness", 2}})), 0u);
}

TEST(Quadtree, SpreadBoxesAreComparedWithFewOthers) {
  Random random(1);
  const BoxWorld world = world_of("spread", random_boxes(random, 1000, 4000, 4000, 10));
  for (const double looseness : {1.0, 1.5})
    EXPECT_LT(traced(world, {{"looseness", looseness}}).count(EventKind::test), 30u * 1000)
        << looseness;
}

TEST(Quadtree, BoxesThatTouchTheCenterLinesAreNotAcrossThem) {
  std::vector<Aabb> boxes;
  for (int k = 0; k < 256; ++k) {
    const auto x = static_cast<float>(k % 16), y = static_cast<float>(k / 16);
    boxes.push_back({{x, y}, {x + 1, y + 1}});
  }
  EXPECT_EQ(held_by_root(traced(world_of("16 by 16", boxes), {{"max-objects", 1}})), 0u);
}

TEST(Quadtree, SaysHowManyComparisonsASpriteTook) {
  const BoxWorld world = make_world("all identical");
  const auto tree = make_tree();
  Recorder log;
  pairs_of(*tree, world.frame(), &log);
  std::vector<Remark> remarks;
  tree->remark(world.frame(), remarks);
  ASSERT_EQ(remarks.size(), 2u);
  EXPECT_EQ(remarks[0].text, "74.5 comparisons per sprite instead of 74.5, in 1 node.");
}

TEST(Quadtree, AQueryVisitsFewNodes) {
  Random random(2);
  const BoxWorld world = world_of("spread", random_boxes(random, 2000, 4000, 4000, 10));
  const auto tree = make_tree();
  Recorder build, query;
  pairs_of(*tree, world.frame(), &build);
  Sink<SpriteId> out;
  tree->query(world.frame(), {{1000, 1000}, {1050, 1050}}, out, &query);
  EXPECT_GT(query.count(EventKind::visit), 0u);
  EXPECT_LT(query.count(EventKind::visit) * 10, build.count(EventKind::node));
}

}  // namespace quadtree_test
}  // namespace phasebox::test
