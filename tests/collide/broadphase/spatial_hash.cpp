// SPDX-License-Identifier: MIT
// What spatial-hash claims beyond the contract: no bounds, and a table that its cells share.
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/methods.hpp"

namespace phasebox::test {
namespace spatial_hash_test {

std::unique_ptr<Broadphase> make_hash(const Settings& settings) {
  return broadphase_with("spatial-hash", settings);
}

std::uint64_t tests_on(const BoxWorld& world, const Settings& settings = {}) {
  return traced("spatial-hash", world, settings).count(EventKind::test);
}

BoxWorld three_towns(float apart) {
  BoxWorld world = world_of("three towns", {});
  Random random(1);
  for (int town = 0; town < 3; ++town)
    for (const Aabb& box : random_boxes(random, 200, 500, 500, 20))
      world.boxes.push_back(translated(box, {static_cast<float>(town) * apart, 0}));
  return world;
}

TEST(SpatialHash, HowFarApartBoxesLieDoesNotMatter) {
  EXPECT_LT(tests_on(three_towns(1e6f)), 2 * tests_on(three_towns(600)));
}

TEST(SpatialHash, AFullerTableComparesMoreButFindsTheSame) {
  const BoxWorld world = make_world("sparse");
  EXPECT_GT(tests_on(world, {{"table-load", 16}}), tests_on(world, {{"table-load", 1}}));
  for (const double load : {0.5, 1.0, 3.0, 16.0})
    EXPECT_EQ(sorted(pairs_of(*make_hash({{"table-load", load}}), world.frame())),
              exact_pairs(world.frame()));
}

/// Columns of boxes whose rows, one above the other, are all that the table has slots for.
TEST(SpatialHash, BoxesAcrossTheEndOfTheTableAreFound) {
  for (const float cell : {7.0f, 16.0f, 40.0f}) {
    std::vector<Aabb> boxes;
    for (int k = 0; k < 400; ++k) {
      const Vec2 at{static_cast<float>(k % 20) * 11 - 90, static_cast<float>(k / 20) * 11 - 90};
      boxes.push_back({at, at + Vec2{14, 14}});
    }
    const BoxWorld world = world_of("carpet", boxes);
    const auto found =
        sorted(pairs_of(*make_hash({{"cell-size", static_cast<double>(cell)}}), world.frame()));
    EXPECT_EQ(found, exact_pairs(world.frame())) << "cells of " << cell << " px";
  }
}

TEST(SpatialHash, SaysWhichCellsItUses) {
  const auto remarks = remarks_on("spatial-hash", three_towns(1e6f), {{"cell-size", 37.5}});
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_THAT(remarks[0].text, testing::HasSubstr("Cells of 37.5 px"));
}

TEST(SpatialHash, WarnsWhenMostSpritesAreLargerThanACell) {
  const auto remarks = remarks_on("spatial-hash", make_world("all in contact"), {{"cell-size", 5}});
  ASSERT_EQ(remarks.size(), 2u);
  EXPECT_TRUE(remarks[1].warning);
  EXPECT_THAT(remarks[1].text, testing::HasSubstr("too large for a cell"));
}

}  // namespace spatial_hash_test
}  // namespace phasebox::test
