// SPDX-License-Identifier: MIT
// Brute force tests every pair, once.
#include <utility>

#include <gtest/gtest.h>

#include "collide/registry.hpp"
#include "support/checks.hpp"

namespace phasebox::test {
namespace brute_force_test {

TEST(BruteForce, TestsEveryPairOnce) {
  const std::pair<std::size_t, std::uint64_t> expected[] = {{0, 0}, {1, 0}, {2, 1},
                                                            {3, 3}, {4, 6}, {20, 190}};
  const auto brute_force = find_entry(broadphases(), "brute-force")->make();
  for (const auto& [sprites, tests] : expected) {
    const BoxWorld world = world_of("row", std::vector<Aabb>(sprites, Aabb{{0, 0}, {1, 1}}));
    Recorder log;
    pairs_of(*brute_force, world.frame(), &log);
    EXPECT_EQ(log.count(EventKind::test), tests) << sprites << " sprites";
  }
}

TEST(BruteForce, DoesNotTestPairsThatMayNotCollide) {
  BoxWorld world = world_of("three", std::vector<Aabb>(3, Aabb{{0, 0}, {1, 1}}));
  world.is_static = {1, 1, 0};
  Recorder log;
  pairs_of(*find_entry(broadphases(), "brute-force")->make(), world.frame(), &log);
  EXPECT_EQ(log.count(EventKind::test), 2u);
  EXPECT_EQ(log.count(EventKind::skip), 1u);
}

}  // namespace brute_force_test
}  // namespace phasebox::test
