// SPDX-License-Identifier: MIT
// Who is who after edits.
#include "core/broadphase/renaming.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "core/random.hpp"

namespace phasebox::test {
namespace renaming_test {

constexpr Edit add(SpriteId id) { return {Edit::Kind::add, id, id}; }
constexpr Edit remove(SpriteId id, SpriteId last) { return {Edit::Kind::remove, id, last}; }

TEST(Renaming, TheLastSpriteTakesTheFreedId) {
  Renaming renaming;
  ASSERT_TRUE(renaming.follow(4, std::vector{remove(1, 3)}, 3));
  EXPECT_EQ(renaming.now(0), 0u);
  EXPECT_EQ(renaming.now(1), kNobody);
  EXPECT_EQ(renaming.now(3), 1u);
  EXPECT_EQ(renaming.before(1), 3u);
}

TEST(Renaming, ASpriteAddedAndRemovedWasNeverThere) {
  Renaming renaming;
  ASSERT_TRUE(renaming.follow(2, std::vector{add(2), remove(2, 2)}, 2));
  EXPECT_EQ(renaming.before(0), 0u);
  EXPECT_EQ(renaming.before(1), 1u);
}

TEST(Renaming, ANewSpriteMayTakeTheIdOfAnOldOne) {
  Renaming renaming;
  ASSERT_TRUE(renaming.follow(2, std::vector{add(2), remove(0, 2)}, 2));
  EXPECT_EQ(renaming.before(0), kNobody);
  EXPECT_EQ(renaming.now(0), kNobody);
  EXPECT_EQ(renaming.now(1), 1u);
}

TEST(Renaming, EditsThatDoNotFitAreRefused) {
  Renaming renaming;
  EXPECT_FALSE(renaming.follow(2, std::vector{add(3)}, 3));
  EXPECT_FALSE(renaming.follow(2, std::vector{remove(2, 1)}, 1));
  EXPECT_FALSE(renaming.follow(2, std::vector{remove(0, 0)}, 1));
  EXPECT_FALSE(renaming.follow(2, {}, 3));
}

TEST(Renaming, FollowsWhatAColumnOfNamesDoes) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const std::uint32_t before = random.below(8);
    std::vector<SpriteId> names;
    for (SpriteId id = 0; id < before; ++id) names.push_back(id);
    std::vector<Edit> edits;
    for (std::uint32_t left = random.below(8); left > 0; --left) {
      const auto n = static_cast<SpriteId>(names.size());
      if (n == 0 || random.below(2) == 0) {
        edits.push_back(add(n));
        names.push_back(kNobody);
      } else {
        const SpriteId id = random.below(n);
        edits.push_back(remove(id, n - 1));
        names[id] = names.back();
        names.pop_back();
      }
    }
    Renaming renaming;
    ASSERT_TRUE(renaming.follow(before, edits, names.size())) << "seed " << seed;
    for (SpriteId id = 0; id < names.size(); ++id) {
      EXPECT_EQ(renaming.before(id), names[id]) << "seed " << seed;
      if (names[id] == kNobody) continue;
      EXPECT_EQ(renaming.now(names[id]), id) << "seed " << seed;
    }
  }
}

}  // namespace renaming_test
}  // namespace phasebox::test
