// SPDX-License-Identifier: MIT
// Thousands of tiny worlds on small whole numbers, where every edge meets every other edge.
#include <gtest/gtest.h>

#include "support/checks.hpp"
#include "support/oracle.hpp"

namespace phasebox::test {
namespace tiny_worlds_test {

BoxWorld tiny_world(std::uint64_t seed) {
  Random random(seed);
  const auto whole = [&](std::uint32_t n) { return static_cast<float>(random.below(n)); };
  BoxWorld world = world_of("tiny", {});
  world.seed = seed;
  for (std::uint32_t left = random.below(14); left > 0; --left) {
    const Vec2 min{whole(6) - 3, whole(6) - 3};
    world.boxes.push_back({min, min + Vec2{whole(4), whole(4)}});
  }
  return world;
}

Violations check_tiny(Broadphase& broadphase, const std::string& label, const BoxWorld& world) {
  const Frame f = world.frame();
  broadphase.reset(f);
  Violations out = compare(pairs_of(broadphase, f), exact_pairs(f), broadphase.is_exact(), f,
                           label + " on " + world.label());
  for (int x = -4; x < 7; ++x)
    for (int size = 0; size < 3; ++size) {
      const Vec2 min{static_cast<float>(x), static_cast<float>(x % 4)};
      const Aabb box{min, min + Vec2{static_cast<float>(size), static_cast<float>(size)}};
      Sink<SpriteId> found;
      broadphase.query(f, box, found, nullptr);
      std::vector<SpriteId> ids(found.items().begin(), found.items().end());
      std::sort(ids.begin(), ids.end());
      if (ids != exact_near(f, box))
        out.push_back(label + " on " + world.label() + ": query " + describe(box) + " is wrong");
    }
  return out;
}

TEST(TinyWorlds, EveryBroadphaseIsExactOnAllOfThem) {
  constexpr std::uint64_t kWorlds = 1500;
  for (const BroadphaseEntry* entry : broadphases()) {
    const auto rows = entry->make()->params().rows;
    for (const Settings& settings : settings_to_try(rows, 2, 4)) {
      const Subject subject = subject_of(*entry, settings);
      const auto broadphase = subject.make();
      for (std::uint64_t seed = 0; seed < kWorlds; ++seed) {
        const Violations found = check_tiny(*broadphase, subject.label, tiny_world(seed));
        ASSERT_TRUE(found.empty()) << join(found);
      }
    }
  }
}

}  // namespace tiny_worlds_test
}  // namespace phasebox::test
