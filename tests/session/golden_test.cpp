// SPDX-License-Identifier: MIT
// One state per scene, whatever the broadphase, the compiler and the number of threads.
#include "golden.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "collide/registry.hpp"
#include "session/session.hpp"
#include "support/vector_targets.hpp"

namespace phasebox::test {
namespace golden_test {

std::string row_of(std::string_view scene, std::uint64_t hash) {
  std::array<char, 80> text{};
  std::snprintf(text.data(), text.size(), "{\"%.*s\", 0x%016llx},", static_cast<int>(scene.size()),
                scene.data(), static_cast<unsigned long long>(hash));
  return text.data();
}

// Checked by every build: gcc and clang, with and without optimization, asserts, sanitizers.
TEST(Golden, EverySceneEndsInOneStateWithEveryBroadphase) {
  for (const SceneEntry* scene : scenes()) {
    const auto row = std::ranges::find(kGolden, scene->id, &Golden::scene);
    const std::uint64_t expected = row == std::end(kGolden) ? 0 : row->hash;
    for (const BroadphaseEntry* entry : broadphases()) {
      const std::uint64_t hash = state_of(scene->id, entry->id, 1);
      EXPECT_EQ(hash, expected) << scene->id << " with " << entry->id << ": "
                                << row_of(scene->id, hash);
    }
  }
}

TEST(Golden, ThreadsChangeNothing) {
  for (const SceneEntry* scene : scenes())
    for (const std::string_view broadphase : {"hierarchical-grid", "uniform-grid"})
      for (const unsigned threads : {2u, 4u})
        EXPECT_EQ(state_of(scene->id, broadphase, 1), state_of(scene->id, broadphase, threads))
            << scene->id << " with " << broadphase << " on " << threads << " threads";
}

TEST(Golden, no_kind_of_vector_changes_anything) {
  if (!test::kIsOptimized) GTEST_SKIP() << "nothing is optimized";
  for (const SceneEntry* scene : scenes()) {
    const auto row = std::ranges::find(kGolden, scene->id, &Golden::scene);
    ASSERT_NE(row, std::end(kGolden)) << scene->id;
    for_all_targets([&](const char* target) {
      for (const std::string_view broadphase : {"hierarchical-grid", "sort-and-sweep", "quadtree"})
        EXPECT_EQ(state_of(scene->id, broadphase, 1), row->hash)
            << scene->id << " with " << broadphase << " by " << target;
    });
  }
}

/// Algorithms stay on one thread where there is little to do; this is enough for all of them.
TEST(Golden, ThreadsChangeNothingForFortyThousandSpritesEither) {
  if (!test::kIsOptimized) GTEST_SKIP() << "nothing is optimized";
  const auto state = [](const BroadphaseEntry& entry, unsigned threads) {
    Session session(test_images());
    session.set_threads(threads);
    EXPECT_FALSE(session.apply(command::SelectNarrowphase{"none"}).failed());
    EXPECT_FALSE(session.apply(command::LoadScene{"uniform"}).failed());
    EXPECT_FALSE(session.apply(command::SelectBroadphase{std::string(entry.id)}).failed());
    EXPECT_FALSE(session.apply(command::SetParam{owner_named("scene"), "count", 40'000}).failed());
    EXPECT_FALSE(session.apply(command::Restart{}).failed());
    for (int step = 0; step < 3; ++step) session.step();
    return session.hash();
  };
  std::uint64_t expected = 0;
  for (const BroadphaseEntry* entry : broadphases()) {
    if (entry->id == "brute-force") continue;  // most of a minute
    for (const unsigned threads : {1u, 3u, 8u}) {
      const std::uint64_t hash = state(*entry, threads);
      if (expected == 0) expected = hash;
      EXPECT_EQ(hash, expected) << entry->id << " on " << threads << " threads";
    }
  }
}

}  // namespace golden_test
}  // namespace phasebox::test
