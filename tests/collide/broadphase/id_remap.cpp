// SPDX-License-Identifier: MIT
// Which sprite has which id after edits.
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "collide/broadphase/list/pair_list.hpp"

namespace phasebox::test {
namespace id_remap_test {

constexpr Edit add(SpriteId id) { return {Edit::Kind::add, id, id}; }
constexpr Edit remove(SpriteId id, SpriteId last) { return {Edit::Kind::remove, id, last}; }

TEST(IdRemap, TheLastSpriteTakesTheFreedId) {
  IdRemap remap;
  ASSERT_TRUE(remap.follow(4, std::vector{remove(1, 3)}, 3));
  EXPECT_EQ(remap.now(0), 0u);
  EXPECT_EQ(remap.now(1), kNoSprite);
  EXPECT_EQ(remap.now(3), 1u);
  EXPECT_EQ(remap.before(1), 3u);
}

TEST(IdRemap, ASpriteAddedAndRemovedWasNeverThere) {
  IdRemap remap;
  ASSERT_TRUE(remap.follow(2, std::vector{add(2), remove(2, 2)}, 2));
  EXPECT_EQ(remap.before(0), 0u);
  EXPECT_EQ(remap.before(1), 1u);
}

TEST(IdRemap, ANewSpriteMayTakeTheIdOfAnOldOne) {
  IdRemap remap;
  ASSERT_TRUE(remap.follow(2, std::vector{add(2), remove(0, 2)}, 2));
  EXPECT_EQ(remap.before(0), kNoSprite);
  EXPECT_EQ(remap.now(0), kNoSprite);
  EXPECT_EQ(remap.now(1), 1u);
}

TEST(IdRemap, EditsThatDoNotFitAreRefused) {
  IdRemap remap;
  EXPECT_FALSE(remap.follow(2, std::vector{add(3)}, 3));
  EXPECT_FALSE(remap.follow(2, std::vector{remove(2, 1)}, 1));
  EXPECT_FALSE(remap.follow(2, std::vector{remove(0, 0)}, 1));
  EXPECT_FALSE(remap.follow(2, {}, 3));
}

TEST(IdRemap, FollowsWhatAColumnOfNamesDoes) {
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
        names.push_back(kNoSprite);
      } else {
        const SpriteId id = random.below(n);
        edits.push_back(remove(id, n - 1));
        names[id] = names.back();
        names.pop_back();
      }
    }
    IdRemap remap;
    ASSERT_TRUE(remap.follow(before, edits, names.size())) << "seed " << seed;
    for (SpriteId id = 0; id < names.size(); ++id) {
      EXPECT_EQ(remap.before(id), names[id]) << "seed " << seed;
      if (names[id] == kNoSprite) continue;
      EXPECT_EQ(remap.now(names[id]), id) << "seed " << seed;
    }
  }
}

}  // namespace id_remap_test
}  // namespace phasebox::test
