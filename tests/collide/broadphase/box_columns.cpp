// SPDX-License-Identifier: MIT
// Pairs are written in blocks; static boxes are told from the others.
#include "collide/broadphase/kernels/box_columns.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "collide/broadphase/kernels/static_split.hpp"
#include "support/methods.hpp"
#include "support/vector_targets.hpp"

namespace phasebox::test {

// What the one way to the pair sink claims: nothing is lost, nothing that may not collide gets in.

namespace pair_writer_test {

std::vector<Pair> chain(std::size_t n) {
  std::vector<Pair> pairs;
  for (SpriteId i = 0; i + 1 < n; ++i) pairs.push_back({i, i + 1});
  return pairs;
}

std::vector<Pair> items(const Sink<Pair>& sink) {
  return {sink.items().begin(), sink.items().end()};
}

TEST(PairWriter, KeepsAllWhereNoRulesApply) {
  const BoxWorld world = world_of("points", std::vector<Aabb>(5000));
  for (const std::size_t n : {1u, 2u, 513u, 1025u, 5000u}) {
    PairSink out;
    PairWriter(world.frame(), out).append(chain(n));
    EXPECT_EQ(items(out), chain(n)) << n;
  }
}

TEST(PairWriter, LeavesOutWhatMayNotCollideAndAppendsTheRest) {
  BoxWorld world = world_of("points", std::vector<Aabb>(5000));
  world.is_static.assign(world.size(), 0);
  for (std::size_t i = 1000; i < world.size(); ++i) world.is_static[i] = 1;
  PairSink out;
  out.emit(7, 9);
  PairWriter(world.frame(), out).append(chain(5000));
  EXPECT_EQ(out.size(), 1001u);
  EXPECT_EQ(out.items().front(), (Pair{7, 9}));
  EXPECT_EQ(out.items().back(), (Pair{999, 1000}));
}

TEST(PairWriter, ComparesBoxesWhereItIsTold) {
  const BoxWorld world =
      world_of("two and one", {{{0, 0}, {2, 2}}, {{1, 1}, {3, 3}}, {{9, 9}, {10, 10}}});
  PairSink out;
  PairWriter(world.frame(), out, PairWriter::Check::rules_and_boxes).append(chain(3));
  EXPECT_EQ(items(out), (std::vector<Pair>{{0, 1}}));
}

TEST(PairWriter, ASearchThatIsStoppedKeepsToItsMemory) {
  BoxWorld world = world_of("points", std::vector<Aabb>(50000));
  WorkLimit limit;
  limit.max_pairs = 3000;
  PairSink out;
  out.set_limit(&limit);
  PairWriter(world.frame(), out).append(chain(50000));
  EXPECT_TRUE(limit.is_stopped());
  EXPECT_GT(out.size(), 3000u);
  EXPECT_LT(out.size(), 3000u + 2 * PairWriter::kBlock);
  const auto all = chain(3000);
  EXPECT_TRUE(std::equal(all.begin(), all.end(), items(out).begin())) << "each once, in order";
}

/// Scalar code, and vectors of every width.
TEST(Broadphases, FindTheSamePairsOnEveryKindOfVector) {
  if (!test::kIsOptimized) GTEST_SKIP() << "nothing is optimized";
  std::size_t turn = 0;
  for_all_targets([&](const char* target) {
    for (const BroadphaseEntry* entry : broadphases())
      for (const BoxWorld& world : make_worlds(1)) {
        if (++turn % kSparser != 0) continue;
        const auto found = check_pairs(subject_of(*entry), world);
        ASSERT_TRUE(found.empty()) << target << ' ' << join(found);
      }
  });
}

}  // namespace pair_writer_test

// What is kept of static sprites: noticed when stale, never compared, and the pairs are exact.

namespace static_split_test {

constexpr const char* kSplitting[] = {"sort-and-sweep", "quadtree", "kd-tree"};

/// Bricks that lie over each other, a long wall, and some moving sprites.
BoxWorld bricks(std::size_t moving = 40) {
  Random random(5);
  BoxWorld world = world_of("bricks", random_boxes(random, 160, 400, 400, 60));
  world.boxes.push_back({{-1000, 190}, {1000, 210}});
  world.is_static.assign(world.size(), 1);
  for (const Aabb& b : random_boxes(random, moving, 500, 500, 30)) world.boxes.push_back(b);
  world.is_static.resize(world.size(), 0);
  return world;
}

TEST(StaticSplit, NoticesEveryChangeOfStaticSpritesAndNoOther) {
  BoxWorld world = bricks();
  StaticSplit split;
  EXPECT_TRUE(split.update(world.frame()));
  EXPECT_FALSE(split.update(world.frame()));
  EXPECT_EQ(split.statics().size(), 161u);
  EXPECT_EQ(split.moving().size(), 40u);
  world.boxes[170] = translated(world.boxes[170], {7, 7});
  EXPECT_FALSE(split.update(world.frame())) << "a moving sprite moved";
  EXPECT_EQ(split.moving_boxes()[170 - 161], world.boxes[170]);
  world.boxes[160].max.x += 1;
  EXPECT_TRUE(split.update(world.frame())) << "the last static box changed";
  EXPECT_EQ(split.static_boxes()[160], world.boxes[160]);
  world.is_static[4] = 0;
  EXPECT_TRUE(split.update(world.frame())) << "a flag changed";
  EXPECT_EQ(split.statics().size(), 160u);
  split.forget();
  EXPECT_TRUE(split.update(world.frame())) << "nothing is known";
  Frame bare = world.frame();
  bare.is_static = {};
  EXPECT_TRUE(split.update(bare)) << "nothing is static any more";
  EXPECT_FALSE(split.is_split());
  EXPECT_FALSE(split.update(bare));
}

TEST(StaticSplit, AFewStaticSpritesStayAmongTheOthers) {
  BoxWorld world = bricks(600);
  std::fill_n(world.is_static.begin(), 100, std::uint8_t{0});
  StaticSplit split;
  split.update(world.frame());
  EXPECT_FALSE(split.is_split());
}

TEST(StaticSplit, StaticSpritesAreNeverCompared) {
  const BoxWorld world = bricks();
  for (const char* id : kSplitting) {
    const auto broadphase = find_entry(broadphases(), id)->make();
    Recorder log(1'000'000);
    EXPECT_EQ(sorted(pairs_of(*broadphase, world.frame(), &log)), exact_pairs(world.frame())) << id;
    EXPECT_EQ(log.count(EventKind::skip), 0u) << id;
    const auto is_wasted = [&](const Event& e) {
      return e.kind == EventKind::test && world.is_static[e.a] && world.is_static[e.b];
    };
    EXPECT_TRUE(std::ranges::none_of(log.events(), is_wasted)) << id;
  }
}

/// Moves some, and in some frames whatever else may change without a reset.
void change(BoxWorld& world, Random& random, std::uint32_t frame) {
  const auto any = [&] { return random.below(static_cast<std::uint32_t>(world.size())); };
  for (std::size_t i = 0; i < world.size(); ++i)
    if (!world.is_static[i]) world.boxes[i] = translated(world.boxes[i], {3, -2});
  if (frame % 3 == 1) {
    const std::uint32_t moved = any();
    world.boxes[moved] = translated(world.boxes[moved], {-20, 35});
  }
  if (frame % 5 == 2) world.is_static[any()] ^= 1;
  if (frame % 7 == 3) std::fill_n(world.is_static.begin(), any(), std::uint8_t{frame % 2 == 0});
}

// Few moving sprites and many, so that either tree is let into the other, and either row is used.
TEST(StaticSplit, PairsAndQueriesAreExactWhateverChanges) {
  for (const char* id : kSplitting)
    for (const std::size_t moving : {12u, 40u, 300u}) {
      BoxWorld world = bricks(moving);
      Random random(moving);
      const auto broadphase = find_entry(broadphases(), id)->make();
      broadphase->reset(world.frame());
      for (std::uint32_t frame = 0; frame < 60; ++frame) {
        change(world, random, frame);
        ASSERT_EQ(sorted(pairs_of(*broadphase, world.frame(), nullptr)), exact_pairs(world.frame()))
            << id << ", " << moving << " moving, frame " << frame;
        if (frame % 4 != 0) continue;
        EXPECT_EQ(found_near(*broadphase, world.frame(), world.boxes[160]),
                  exact_near(world.frame(), world.boxes[160]))
            << id << ", frame " << frame;
      }
    }
}

}  // namespace static_split_test
}  // namespace phasebox::test
