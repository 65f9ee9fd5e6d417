// SPDX-License-Identifier: MIT
// The loops over all pairs agree with the one predicate, on every kind of vector that the machine
// has and for every number of boxes that ends a vector elsewhere.
#include "collide/broadphase/kernels/all_pairs.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "support/checks.hpp"
#include "support/vector_targets.hpp"

namespace phasebox::test {
namespace all_pairs_test {

std::vector<Pair> found_in(const Frame& frame, BoxColumns& memory) {
  PairSink out;
  find_all_pairs(frame, memory, out);
  return {out.items().begin(), out.items().end()};
}

/// The first few of a world.
BoxWorld first_of(const BoxWorld& world, std::size_t n) {
  BoxWorld few = world;
  few.boxes.resize(n);
  if (!few.filters.empty()) few.filters.resize(n);
  if (!few.is_static.empty()) few.is_static.resize(n);
  return few;
}

TEST(AllPairs, AreThoseOfTheDefinitionInTheirOrder) {
  for_all_targets([](const char* target) {
    BoxColumns memory;
    for (const BoxWorld& world : make_worlds(2))
      ASSERT_EQ(found_in(world.frame(), memory), exact_pairs(world.frame()))
          << target << ' ' << world.label();
  });
}

TEST(AllPairs, EveryNumberOfBoxesUpToTwoLargeFrames) {
  Random random(5);
  BoxWorld dense = world_of("dense", random_boxes(random, 150, 300, 300, 40));
  for (SpriteId i = 0; i < dense.size(); ++i)
    dense.is_static.push_back(i % 3 == 0), dense.filters.push_back({1, 0xFFFF});
  for_all_targets([&](const char* target) {
    BoxColumns memory;
    for (std::size_t n = 0; n <= dense.size(); ++n) {
      const BoxWorld world = first_of(dense, n);
      ASSERT_EQ(found_in(world.frame(), memory), exact_pairs(world.frame())) << target << ' ' << n;
      BoxWorld without_rules = world;
      without_rules.filters.clear(), without_rules.is_static.clear();
      ASSERT_EQ(found_in(without_rules.frame(), memory), exact_pairs(without_rules.frame()))
          << target << ' ' << n;
    }
  });
}

TEST(AllPairs, AllOfAFullFrameOverlap) {
  for_all_targets([](const char* target) {
    BoxColumns memory;
    for (const std::size_t n : {2u, 16u, 17u, 63u, 64u, 65u, 300u}) {
      const BoxWorld world = world_of("stack", std::vector<Aabb>(n, Aabb{{0, 0}, {1, 1}}));
      EXPECT_EQ(found_in(world.frame(), memory).size(), n * (n - 1) / 2) << target << ' ' << n;
    }
  });
}

}  // namespace all_pairs_test
}  // namespace phasebox::test
