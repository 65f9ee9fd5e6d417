// SPDX-License-Identifier: MIT
// What the one way to the pair sink claims: nothing is lost, nothing that may not collide gets in.
#include "collide/broadphase/kernels/pair_writer.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "support/checks.hpp"
#include "support/vector_targets.hpp"

namespace phasebox::test {
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

TEST(PairWriter, KeepsTheOrderOfTwoSpritesOnlyInAPlainSink) {
  const BoxWorld world = world_of("none", {});
  PairSink pairs;
  Sink<Pair> plain;
  const Frame frame = world.frame();
  EXPECT_TRUE(PairWriter(frame, pairs).sorts());
  EXPECT_FALSE(PairWriter(frame, plain).sorts());
}

TEST(PairWriter, ASearchThatIsStoppedLosesNothingTwice) {
  BoxWorld world = world_of("points", std::vector<Aabb>(50000));
  WorkLimit limit;
  limit.max_pairs = 3000;
  PairSink out;
  out.obey(&limit);
  EXPECT_THROW(PairWriter(world.frame(), out).append(chain(50000)), Stopped);
  EXPECT_TRUE(limit.is_stopped());
  const auto found = items(out);
  EXPECT_GT(found.size(), 3000u);
  const auto all = chain(50000);
  EXPECT_TRUE(std::equal(found.begin(), found.end(), all.begin())) << "each once, in order";
}

/// Scalar code, and vectors of every width.
TEST(Broadphases, FindTheSamePairsOnEveryKindOfVector) {
  if (!test::kIsOptimized) GTEST_SKIP() << "nothing is optimized";
  std::size_t turn = 0;
  for_all_targets([&](const char* target) {
    for (const BroadphaseEntry* entry : broadphases())
      for (const BoxWorld& world : make_worlds(1)) {
        if (++turn % kSparser != 0) continue;
        const auto found = check_pairs(subject_of(*entry), world, exact_pairs(world.frame()));
        ASSERT_TRUE(found.empty()) << target << ' ' << join(found);
      }
  });
}

}  // namespace pair_writer_test
}  // namespace phasebox::test
