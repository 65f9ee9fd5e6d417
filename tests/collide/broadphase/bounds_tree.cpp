// SPDX-License-Identifier: MIT
// The bounds tree keeps its shape through any sequence of changes, and finds what a scan finds.
#include "collide/broadphase/tree/bounds_tree.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "support/checks.hpp"

namespace phasebox::test {
namespace bounds_tree_test {

using Ref = BoundsTree::Ref;

/// The bounds of everything below; checks on the way that each box is what is below it.
Aabb check_below(const BoundsTree& tree, Ref ref, const std::vector<Aabb>& boxes) {
  if (BoundsTree::is_leaf(ref)) return boxes[BoundsTree::sprite(ref)];
  const auto& node = tree.node(ref);
  for (unsigned side = 0; side < 2; ++side)
    EXPECT_EQ(node.box[side], check_below(tree, node.child[side], boxes)) << "node " << ref;
  return united(node.box[0], node.box[1]);
}

void check_shape(const BoundsTree& tree, const std::vector<Aabb>& boxes,
                 const std::set<SpriteId>& present) {
  std::set<SpriteId> leaves;
  bool is_first = true;
  tree.walk([&](Ref ref, std::uint32_t) {
    if (std::exchange(is_first, false)) check_below(tree, ref, boxes);
    if (BoundsTree::is_leaf(ref)) leaves.insert(BoundsTree::sprite(ref));
  });
  EXPECT_EQ(leaves, present);
  EXPECT_EQ(tree.size(), present.size());
}

std::set<SpriteId> found_in(const BoundsTree& tree, const Aabb& box) {
  std::set<SpriteId> found;
  const auto meet = [&](SpriteId id) { EXPECT_TRUE(found.insert(id).second) << id; };
  tree.query(box, meet, [](Ref, std::uint32_t) {});
  return found;
}

void check_queries(const BoundsTree& tree, const std::vector<Aabb>& boxes,
                   const std::set<SpriteId>& present) {
  for (const Aabb& box : boxes) {
    std::set<SpriteId> expected;
    for (const SpriteId id : present)
      if (overlaps(boxes[id], box)) expected.insert(id);
    ASSERT_EQ(found_in(tree, box), expected) << describe(box);
  }
}

TEST(BoundsTree, ChangedOneByOneItKeepsItsShape) {
  for (std::uint64_t seed = 1; seed < 12; ++seed) {
    Random random(seed);
    std::vector<Aabb> boxes = random_boxes(random, 80, 300, 300, 40);
    BoundsTree tree;
    tree.reserve(boxes.size());
    tree.resize_ids(boxes.size());
    std::set<SpriteId> present;
    for (int step = 0; step < 400; ++step) {
      const SpriteId id = random.below(80);
      boxes[id] = translated(boxes[id], {random.uniform(-30, 30), random.uniform(-30, 30)});
      if (!tree.has(id))
        tree.insert(id, boxes[id]), present.insert(id);
      else if (random.below(3) == 0)
        tree.remove(id), present.erase(id);
      else
        tree.move(id, boxes[id]);
      check_shape(tree, boxes, present);
      if (step % 50 == 0) check_queries(tree, boxes, present);
      ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed << " step " << step;
    }
  }
}

TEST(BoundsTree, BuiltAtOnceItHoldsEveryBoxAndJoinsEveryPair) {
  for (BoxWorld world : make_worlds(1)) {
    world.filters.clear(), world.is_static.clear();
    BoundsTree tree;
    tree.build(world.boxes);
    std::set<SpriteId> present;
    for (SpriteId i = 0; i < world.size(); ++i) present.insert(i);
    check_shape(tree, world.boxes, present);
    check_queries(tree, world.boxes, present);
    const Frame frame = world.frame();
    PairSink found;
    Recorder log;
    {
      PairWriter writer(frame, found);
      tree.join(writer, log);
    }
    EXPECT_GE(log.count(EventKind::test), found.size()) << "every pair is compared";
    ASSERT_EQ(sorted({found.items().begin(), found.items().end()}), exact_pairs(world.frame()))
        << world.label();
  }
}

std::uint32_t depth_of(const BoundsTree& tree) {
  std::uint32_t deepest = 0;
  tree.walk([&](Ref, std::uint32_t depth) { deepest = std::max(deepest, depth); });
  return deepest;
}

TEST(BoundsTree, IsShallowHoweverItCameAbout) {
  Random random(1);
  const auto boxes = random_boxes(random, 4096, 4000, 4000, 20);
  BoundsTree tree;
  tree.build(boxes);
  EXPECT_LE(depth_of(tree), 24u);
  tree.clear();
  tree.resize_ids(boxes.size());
  for (SpriteId id = 0; id < boxes.size(); ++id) tree.insert(id, boxes[id]);
  EXPECT_LE(depth_of(tree), 36u);
}

TEST(BoundsTree, ACrowdFarFromAllOthersIsSplitAsWell) {
  Random random(1);
  auto boxes = random_boxes(random, 1000, 10, 10, 0.1f);
  boxes.push_back({{1e9f, 1e9f}, {1e9f, 1e9f}});
  BoundsTree tree;
  tree.build(boxes);
  EXPECT_LT(found_in(tree, {{5, 5}, {5.2f, 5.2f}}).size(), 20u);
  std::size_t visits = 0;
  tree.query(
      {{5, 5}, {5.2f, 5.2f}}, [](SpriteId) {}, [&](Ref, std::uint32_t) { ++visits; });
  EXPECT_LT(visits, 60u);
}

TEST(BoundsTree, SpritesMayBeRenamed) {
  Random random(1);
  auto boxes = random_boxes(random, 10, 100, 100, 20);
  BoundsTree tree;
  tree.build(boxes);
  tree.remove(2);
  tree.rename(9, 2);
  boxes[2] = boxes[9];
  EXPECT_FALSE(tree.has(9));
  check_shape(tree, boxes, {0, 1, 2, 3, 4, 5, 6, 7, 8});
}

}  // namespace bounds_tree_test
}  // namespace phasebox::test
