// SPDX-License-Identifier: MIT
// Lists of pairs are kept, filtered and renumbered as the boxes ask.
#include "collide/broadphase/list/pair_list.hpp"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "collide/broadphase/list/skin.hpp"
#include "support/checks.hpp"
#include "support/vector_targets.hpp"

namespace phasebox::test {

// The loops over kept pairs and boxes, on every kind of vector, and skins without rounding errors.

namespace pair_list_test {

std::vector<Pair> every_pair(std::size_t n) {
  std::vector<Pair> all;
  for (SpriteId i = 0; i < n; ++i)
    for (SpriteId j = i + 1; j < n; ++j) all.push_back({i, j});
  return all;
}

TEST(PairList, EmitsThePairsThatOverlapInTheirOrder) {
  for_all_targets([](const char* target) {
    for (const BoxWorld& world : make_worlds(1)) {
      std::vector<Pair> list = every_pair(world.size());
      for (const PairOrder order : {PairOrder::ascending, PairOrder::as_met}) {
        PairSink kept;
        emit_overlapping(world.frame(), list, order, kept);
        const std::vector<Pair> pairs(kept.items().begin(), kept.items().end());
        EXPECT_EQ(pairs, exact_pairs(world.frame())) << target << ' ' << world.label();
        for (Pair& p : list) std::swap(p.a, p.b);
      }
    }
  });
}

TEST(PairList, FindWhatDoesNotLieWithin) {
  Random random(5);
  for (const std::size_t n : {0u, 1u, 63u, 64u, 65u, 130u, 500u})
    for (const std::uint32_t share : {1000u, 30u, 2u}) {
      std::vector<Aabb> boxes = random_boxes(random, n, 100, 100, 10), skins = boxes;
      std::vector<SpriteId> outside, found(n);
      for (SpriteId i = 0; i < n; ++i) {
        if (random.below(share) != 0) continue;
        float* const edges[] = {&boxes[i].min.x, &boxes[i].min.y, &boxes[i].max.x, &boxes[i].max.y};
        const std::uint32_t edge = random.below(4);
        *edges[edge] = std::nextafter(*edges[edge], edge < 2 ? -1000.0f : 1000.0f);
        outside.push_back(i);
      }
      found.resize(find_outside(boxes, skins, found.data(), n));
      EXPECT_EQ(found, outside) << n << " boxes";
      if (outside.empty()) continue;
      EXPECT_EQ(find_outside(boxes, skins, found.data(), outside.size() - 1), outside.size());
    }
}

TEST(PairList, ABoxLiesWithinItselfWhateverItsZeros) {
  for (const BoxWorld& world : make_worlds(1)) {
    std::vector<SpriteId> found(world.size());
    EXPECT_EQ(find_outside(world.boxes, world.boxes, found.data(), world.size()), 0u)
        << world.label();
  }
  const std::vector<Aabb> plus(64, Aabb{{0.0f, 0.0f}, {0.0f, 0.0f}});
  const std::vector<Aabb> minus(64, Aabb{{-0.0f, -0.0f}, {-0.0f, -0.0f}});
  std::vector<SpriteId> found(64);
  EXPECT_EQ(find_outside(plus, minus, found.data(), 64), 0u);
  EXPECT_EQ(find_outside(minus, plus, found.data(), 64), 0u);
}

TEST(Skins, AreValidAndHoldTheirBoxesUpToTheLargestFloats) {
  Random random(6);
  for (const BoxWorld& world : make_worlds(1))
    for (const double size : {0.0, 1e-30, 3.0, 1e30, 1e300})
      for_all_targets([&](const char* target) {
        BoxWorld before = world;
        jostle(before, random, 30);
        std::vector<Aabb> past = before.boxes, skins(world.size());
        std::vector<float> paces(world.size(), Pace::kNew);
        put_on_skins(world.boxes, {}, {.margin = size, .ahead = size, .jump = size}, past, paces,
                     skins);
        for (std::size_t i = 0; i < skins.size(); ++i) {
          EXPECT_TRUE(is_valid(skins[i])) << target << world.label() << describe(skins[i]);
          EXPECT_TRUE(contains(skins[i], world.boxes[i])) << target << world.label() << i;
        }
        EXPECT_EQ(past, world.boxes);
      });
}

TEST(Skins, ReachAheadOfEdgesThatMoveOutwards) {
  for_all_targets([](const char* target) {
    const std::vector<Aabb> then{{{0, 0}, {10, 10}}}, now{{{2, -1}, {13, 10}}};
    std::vector<Aabb> past = then, skins(1);
    std::vector<float> paces(1, Pace::kNew);
    put_on_skins(now, {}, {.margin = 1, .ahead = 4, .jump = 100}, past, paces, skins);
    EXPECT_EQ(skins[0], (Aabb{{1, -6}, {26, 11}})) << target;
    past = then;
    put_on_skins(now, {}, {.margin = 1, .ahead = 4, .jump = 5}, past, paces, skins);
    EXPECT_EQ(skins[0], (Aabb{{1, -6}, {14, 11}})) << target << ": 12 px ahead is a jump";
  });
}

TEST(Skins, OfStaticSpritesAreTheirBoxes) {
  for_all_targets([](const char* target) {
    const std::vector<Aabb> then{{{0, 0}, {10, 10}}, {{0, 0}, {10, 10}}};
    const std::vector<Aabb> now{{{2, -1}, {13, 10}}, {{2, -1}, {13, 10}}};
    std::vector<Aabb> past = then, skins(2);
    std::vector<float> paces(2, Pace::kNew);
    put_on_skins(now, std::vector<std::uint8_t>{1, 0}, {.margin = 1, .ahead = 4, .jump = 100}, past,
                 paces, skins);
    EXPECT_EQ(skins[0], now[0]) << target;
    EXPECT_EQ(skins[1], (Aabb{{1, -6}, {26, 11}})) << target;
    EXPECT_EQ(past, now) << target;
  });
}

TEST(Skins, OfSpritesFasterOrSlowerThanMostAreWiderOrNarrower) {
  for_all_targets([](const char* target) {
    const std::vector<Aabb> then(4, Aabb{{0, 0}, {10, 10}});
    std::vector<Aabb> now = then, past = then, skins(4);
    now[1] = {{0, -4}, {10, 6}}, now[2] = {{20, 0}, {30, 10}}, now[3] = {{900, 0}, {910, 10}};
    std::vector<float> paces{0.1f, Pace::kNew, Pace::kNew, Pace::kNew};
    const Skin skin{.margin = 1, .ahead = 0, .jump = 100, .way = 4};
    put_on_skins(now, {}, skin, past, paces, skins);
    EXPECT_EQ(skins[0].min.x, -Pace::kSlowest) << target << ": it does not move";
    EXPECT_EQ(skins[1], (Aabb{{-1, -5}, {11, 7}})) << target << ": as the others";
    EXPECT_EQ(skins[2], (Aabb{{15, -5}, {35, 15}})) << target << ": five times the mean way";
    EXPECT_EQ(skins[3], (Aabb{{899, -1}, {911, 11}})) << target << ": it has jumped";
    put_on_skins(now, {}, skin, past, paces, skins);
    EXPECT_EQ(skins[2].min.x, 20 - 5 * Pace::kKept) << target << ": it may go on";
  });
}

}  // namespace pair_list_test

// Which sprite has which id after edits.

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
      EXPECT_TRUE(names[id] == id || std::ranges::count(remap.changed(), id) == 1) << seed;
      if (names[id] == kNoSprite) continue;
      EXPECT_EQ(remap.now(names[id]), id) << "seed " << seed;
    }
  }
}

}  // namespace id_remap_test
}  // namespace phasebox::test
