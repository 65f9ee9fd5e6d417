// SPDX-License-Identifier: MIT
// What the dynamic AABB tree claims beyond the contract: only what left its fat AABB is looked at
// again, whatever happens in between.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/methods.hpp"

namespace phasebox::test {
namespace aabb_tree_test {

std::unique_ptr<Broadphase> make_tree(const Settings& settings = {}) {
  return broadphase_with("aabb-tree", settings);
}

bool says(const Broadphase& tree, const BoxWorld& world, const std::string& part) {
  return remark_of(tree, world).find(part) != std::string::npos;
}

std::vector<Aabb> fat_boxes(Broadphase& tree, const BoxWorld& world) {
  const Recorder log = traced(tree, world);
  std::vector<Aabb> fat(world.size());
  EXPECT_EQ(log.count(EventKind::fat), world.size()) << world.label();
  for (const Event& e : log.events())
    if (e.kind == EventKind::fat) fat[e.a] = e.box;
  return fat;
}

TEST(AabbTree, InAStillWorldNothingIsLookedAtAgain) {
  const BoxWorld world = spread(500);
  const auto tree = make_tree();
  pairs_of(*tree, world.frame());
  EXPECT_TRUE(says(*tree, world, "500 sprites left the fat AABB, so the tree was rebuilt."));
  const Recorder log = traced(*tree, world);
  EXPECT_TRUE(says(*tree, world, "; 0 sprites left the fat AABB.")) << remark_of(*tree, world);
  EXPECT_EQ(log.count(EventKind::visit), 0u);
  EXPECT_EQ(log.count(EventKind::test), log.count(EventKind::recheck))
      << "kept pairs, and nothing else";
}

TEST(AabbTree, ComparisonsOfFatBoxesAreTestsAndKeptPairsAreRechecked) {
  BoxWorld world = make_world("clusters");
  world.filters.clear(), world.is_static.clear();
  const auto tree = make_tree();
  const Recorder built = traced(*tree, world);
  const std::uint64_t kept = built.count(EventKind::recheck);
  EXPECT_GE(kept, exact_pairs(world.frame()).size());
  EXPECT_GE(built.count(EventKind::test), 2 * kept)
      << "each was found by a comparison of fat AABBs";
  world.boxes[7] = translated(world.boxes[7], extent(world.boxes[7]) * 3);
  const Recorder moved = traced(*tree, world);
  ASSERT_TRUE(says(*tree, world, "; 1 sprite left the fat AABB.")) << remark_of(*tree, world);
  EXPECT_GT(moved.count(EventKind::test), moved.count(EventKind::recheck));
  for (const Event& e : moved.events())
    if (e.kind == EventKind::test) {
      EXPECT_EQ(e.a, 7u);
    }
}

TEST(AabbTree, OnlyTheSpriteThatLeftIsLookedAtAgain) {
  BoxWorld world = spread(500);
  const auto tree = make_tree({{"margin", 4}});
  pairs_of(*tree, world.frame());
  world.boxes[7] = translated(world.boxes[7], {3, -3});
  world.boxes[8] = translated(world.boxes[8], {300, 5});
  const Recorder log = traced(*tree, world);
  EXPECT_TRUE(says(*tree, world, "; 1 sprite left the fat AABB.")) << remark_of(*tree, world);
  EXPECT_GT(log.count(EventKind::visit), 0u);
  EXPECT_LT(log.count(EventKind::visit), 100u);
}

TEST(AabbTree, FatBoxesContainTheirSprites) {
  for (BoxWorld world : make_worlds(1)) {
    const auto tree = make_tree();
    Random random(3);
    for (int frame = 0; frame < 4; ++frame) {
      const auto fat = fat_boxes(*tree, world);
      for (SpriteId i = 0; i < world.size(); ++i)
        EXPECT_TRUE(contains(fat[i], world.boxes[i])) << world.label() << " sprite " << i;
      jostle(world, random, 5);
    }
  }
}

TEST(AabbTree, FatBoxesReachOutByTheMargin) {
  const BoxWorld world = world_of("one", {{{0, 0}, {10, 10}}});
  const auto tree = make_tree({{"margin", 3}});
  EXPECT_EQ(fat_boxes(*tree, world)[0], (Aabb{{-3, -3}, {13, 13}}));
}

TEST(AabbTree, FatBoxesReachWhereTheSpriteIsGoing) {
  BoxWorld world = world_of("one", {{{0, 0}, {100, 100}}});
  const auto tree = make_tree({{"margin", 3}, {"lookahead", 10}});
  fat_boxes(*tree, world);
  world.boxes[0] = translated(world.boxes[0], {4, 0});
  const Aabb fat = fat_boxes(*tree, world)[0];
  EXPECT_GT(fat.max.x, 104 + 3 + 10);
  EXPECT_EQ(fat.min, (Vec2{1, -3}));
  EXPECT_EQ(fat.max.y, 103);
}

TEST(AabbTree, AJumpDoesNotMakeAHugeFatBox) {
  BoxWorld world = world_of("one", {{{0, 0}, {10, 10}}});
  const auto tree = make_tree({{"margin", 3}});
  fat_boxes(*tree, world);
  world.boxes[0] = translated(world.boxes[0], {5000, 5000});
  EXPECT_LT(fat_boxes(*tree, world)[0].max.x, 5010 + 50);
}

TEST(AabbTree, WhatIsStaticHasNoMargin) {
  BoxWorld world = spread(50);
  world.is_static.assign(50, 1);
  world.is_static[20] = 0;
  const auto fat = fat_boxes(*make_tree({{"margin", 3}}), world);
  EXPECT_EQ(fat[19], world.boxes[19]);
  EXPECT_NE(fat[20], world.boxes[20]);
}

TEST(AabbTree, WhenAllJumpTheTreeIsRebuilt) {
  const auto tree = make_tree();
  for (std::uint64_t seed = 1; seed < 6; ++seed) {
    const BoxWorld world = spread(800, seed);
    expect_exact(*tree, world, world.label());
    EXPECT_TRUE(says(*tree, world, "rebuilt.")) << remark_of(*tree, world);
  }
}

TEST(AabbTree, SpritesThatComeAndGoLeaveTheOthersAlone) {
  BoxWorld world = spread(500);
  const auto tree = make_tree();
  pairs_of(*tree, world.frame());
  const std::vector<Edit> edits{{Edit::Kind::add, 500, 500},
                                {Edit::Kind::remove, 3, 500},
                                {Edit::Kind::remove, 499, 499},
                                {Edit::Kind::add, 499, 499}};
  world.boxes.push_back({{10, 10}, {900, 900}});
  world.boxes[3] = world.boxes.back();
  world.boxes.pop_back();
  world.boxes.back() = {{5, 5}, {400, 400}};
  tree->edit(world.frame(), edits);
  expect_exact(*tree, world, "after four edits");
  EXPECT_TRUE(says(*tree, world, "; 2 sprites left the fat AABB.")) << remark_of(*tree, world);
}

/// A world whose sprites drift, jump, come and go, and whose rules change.
class Bustle {
 public:
  explicit Bustle(std::uint64_t seed) : random_(seed), world_(spread(random_.below(60), seed)) {
    world_.filters.assign(world_.size(), {});
    world_.is_static.assign(world_.size(), 0);
  }
  const BoxWorld& world() const { return world_; }
  std::span<const Edit> step() {
    edits_.clear();
    for (std::uint32_t k = random_.below(4); k > 0; --k) {
      const auto n = static_cast<std::uint32_t>(world_.size());
      const bool comes = n == 0 || random_.below(2) == 0;
      edits_.push_back(comes ? add_box(world_, any_box()) : remove_box(world_, random_.below(n)));
    }
    for (std::size_t i = 0; i < world_.size(); ++i) {
      if (random_.below(40) == 0) world_.boxes[i] = any_box();
      if (random_.below(40) == 0) world_.is_static[i] ^= 1;
      if (random_.below(40) == 0)
        world_.filters[i].mask = static_cast<std::uint16_t>(random_.below(2));
      const Vec2 by{random_.uniform(-3, 4), random_.uniform(-4, 3)};
      if (random_.below(3) > 0) world_.boxes[i] = translated(world_.boxes[i], by);
    }
    return edits_;
  }

 private:
  Aabb any_box() {
    const Vec2 at{random_.uniform(0, 300), random_.uniform(0, 300)};
    return {at, at + Vec2{random_.uniform(0, 50), random_.uniform(0, 50)}};
  }
  Random random_;
  BoxWorld world_;
  std::vector<Edit> edits_;
};

TEST(AabbTree, StaysExactWhateverHappens) {
  for (std::uint64_t seed = 1; seed < 30; ++seed) {
    Bustle bustle(seed);
    const auto tree = make_tree();
    tree->reset(bustle.world().frame());
    for (int frame = 0; frame < 120; ++frame) {
      ASSERT_NO_FATAL_FAILURE(expect_exact(*tree, bustle.world(), "frame " + std::to_string(frame)))
          << "seed " << seed;
      const auto edits = bustle.step();
      if (!edits.empty()) tree->edit(bustle.world().frame(), edits);
    }
  }
}

/// Each half as large as the one before, at the origin or beside it: no such tree stays shallow.
TEST(AabbTree, ADeepTreeAnswersToo) {
  BoxWorld world = world_of("ever smaller", {});
  const auto tree = make_tree();
  tree->reset(world.frame());
  for (SpriteId i = 0; i < 240; ++i) {
    const float side = std::ldexp(1.0f, 120 - static_cast<int>(i));
    const Edit come = add_box(world, {{side * 0.5f, side * 0.5f}, {side, side}});
    tree->edit(world.frame(), {&come, 1});
    expect_exact(*tree, world, std::to_string(i));
  }
  EXPECT_EQ(found_near(*tree, world.frame(), {{0, 0}, {1, 1}}),
            exact_near(world.frame(), {{0, 0}, {1, 1}}));
}

TEST(AabbTree, TheFrameCounterMayComeRound) {
  BoxWorld world = world_of("two that meet", {{{0, 0}, {10, 10}}, {{20, 0}, {30, 10}}});
  for (float y = 20; y < 340; y += 20) world.boxes.push_back({{0, y}, {10, y + 10}});
  const auto tree = make_tree();
  for (int frame = 0; frame < 70000; ++frame) {
    const float x = static_cast<float>(frame % 40);
    world.boxes[0] = {{x, 0}, {x + 10, 10}};
    const bool meet = x > 10 && x < 30;
    ASSERT_EQ(pairs_of(*tree, world.frame()).size(), meet ? 1u : 0u) << "frame " << frame;
  }
}

TEST(AabbTree, SoFewThatTheyAreALeafNeedNoTree) {
  BoxWorld world = spread(64);
  const auto tree = make_tree();
  expect_exact(*tree, world, "64");
  const Edit come = add_box(world, {{0, 0}, {50, 50}});
  tree->edit(world.frame(), {&come, 1});
  expect_exact(*tree, world, "65");
  EXPECT_TRUE(says(*tree, world, "65 sprites left the fat AABB, so the tree was rebuilt."));
}

TEST(AabbTree, ATracedQueryOfFewShowsTheTree) {
  const BoxWorld world = spread(10);
  const auto tree = make_tree();
  pairs_of(*tree, world.frame());
  Recorder log;
  EXPECT_EQ(found_near(*tree, world.frame(), world.boxes[3], &log),
            exact_near(world.frame(), world.boxes[3]));
  EXPECT_GT(log.count(EventKind::visit), 0u);
}

}  // namespace aabb_tree_test
}  // namespace phasebox::test
