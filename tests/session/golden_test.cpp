// SPDX-License-Identifier: MIT
// One state per scene, whatever the broadphase, the compiler and the number of threads.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "collide/registry.hpp"
#include "session/session.hpp"
#include "support/images.hpp"
#include "support/vector_targets.hpp"

namespace phasebox::test {
namespace golden_test {

constexpr std::uint32_t kMaxSprites = 400;
constexpr std::uint32_t kMaxDynamics = 60;
constexpr int kSteps = 30;
constexpr int kDynamicsSteps = 120;  // until what falls has landed

/// State of each scene after 30 steps with at most 400 sprites. A scene that was changed on purpose
/// gets the row that its failure prints.
struct Golden {
  std::string_view scene;
  std::uint64_t hash;
};
constexpr Golden kGolden[] = {
    {"sprites", 0x798c0507e3e37050},   {"flash-demo", 0x7ee4f091d72d72e9},
    {"lesson", 0x72b9257f7ccd018f},    {"ht-quadtree", 0xbbda67123cce9f21},
    {"even", 0x2f126b5a2eb51083},      {"touching", 0xa05db7648190da96},
    {"clusters", 0x20fb3ce4c50e2408},  {"mixed-sizes", 0xc9c446be82f0072b},
    {"teams", 0xc2f1822ec408efe5},     {"platformer", 0x1287c943dba6e6ab},
    {"pile", 0x55b7899d3ab6a35a},      {"walls", 0x8433d6be16f643dc},
    {"bullets", 0xd57310944102e561},   {"uniform", 0x47a39a1475b41c26},
    {"billiards", 0x789e026aeb93311e}, {"newtons-cradle", 0xefa3d2e75fb4c562},
    {"stack", 0x9a63bbad15459d6f},     {"pour", 0xc3fdc20ca9e88472},
    {"breakout", 0x46c82340ab015a27},  {"sparse", 0x6d411c2dd10041a4},
    {"line", 0xc3a244c34d66159a},      {"mixed", 0x8fe8f0b352b41b22},
    {"shooter", 0x31dcf134efc55be8},   {"thin", 0x25d18b9fe67473cc},
    {"ratio", 0xd6cd00f72c7580fc},
};

std::uint64_t state_of(std::string_view scene, std::string_view broadphase, unsigned threads) {
  Session session(test_images());
  session.set_threads(threads);
  EXPECT_FALSE(session.apply(command::LoadScene{std::string(scene)}));
  const auto count = static_cast<std::uint32_t>(session.world().size());
  const bool pushes = session.response().is_on();
  EXPECT_FALSE(
      session.apply(command::SetCount{std::min(count, pushes ? kMaxDynamics : kMaxSprites)}));
  EXPECT_FALSE(session.apply(command::SelectBroadphase{std::string(broadphase)}));
  const int steps = pushes ? kDynamicsSteps : kSteps;
  for (int step = 0; step < steps; ++step) session.step();
  return session.hash();
}

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
    EXPECT_FALSE(session.apply(command::SelectNarrowphase{"none"}));
    EXPECT_FALSE(session.apply(command::LoadScene{"uniform"}));
    EXPECT_FALSE(session.apply(command::SelectBroadphase{std::string(entry.id)}));
    EXPECT_FALSE(session.apply(command::SetParam{owner_named("scene"), "count", 40'000}));
    EXPECT_FALSE(session.apply(command::Restart{}));
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
