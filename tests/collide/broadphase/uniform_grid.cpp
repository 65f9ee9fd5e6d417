// SPDX-License-Identifier: MIT
// What uniform-grid claims beyond the contract: its cell size, and what it says about it.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collide/registry.hpp"
#include "support/checks.hpp"

namespace phasebox::test {
namespace uniform_grid_test {

using testing::HasSubstr;

std::unique_ptr<Broadphase> make_grid(const Settings& settings = {}) {
  auto grid = find_entry(broadphases(), "uniform-grid")->make();
  set_params(grid->params(), settings);
  return grid;
}

std::vector<Remark> remarks_on(const BoxWorld& world, const Settings& settings = {}) {
  const auto grid = make_grid(settings);
  pairs_of(*grid, world.frame());
  std::vector<Remark> remarks;
  grid->remark(world.frame(), remarks);
  return remarks;
}

TEST(UniformGrid, UsesTheCellSizeItIsGiven) {
  const auto remarks = remarks_on(make_world("sparse"), {{"cell-size", 150}});
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_THAT(remarks[0].text, HasSubstr("Cells of 150 px"));
  EXPECT_FALSE(remarks[0].warning);
}

TEST(UniformGrid, SaysHowManySpritesAreTooLargeForACell) {
  const auto remarks = remarks_on(make_world("giant and many small"));
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_THAT(remarks[0].text, HasSubstr("1 sprite too large for a cell"));
}

TEST(UniformGrid, WarnsWhenAFarSpritePutsAllOthersIntoOneCell) {
  const auto remarks = remarks_on(make_world("ten million wide"));
  ASSERT_EQ(remarks.size(), 2u);
  EXPECT_TRUE(remarks[1].warning);
  EXPECT_THAT(remarks[1].text, HasSubstr("share one cell"));
}

TEST(UniformGrid, WarnsWhenMostSpritesAreLargerThanACell) {
  const auto remarks = remarks_on(make_world("all in contact"), {{"cell-size", 5}});
  ASSERT_EQ(remarks.size(), 2u);
  EXPECT_TRUE(remarks[1].warning);
  EXPECT_THAT(remarks[1].text, HasSubstr("too large for a cell"));
}

TEST(UniformGrid, AFewFarOrGiantSpritesDoNotMakeItsCellsLarge) {
  Random random(4);
  const BoxWorld near = world_of("near", random_boxes(random, 2000, 3000, 3000, 40));
  BoxWorld far = near;
  far.boxes[3] = {{1e7f, -1e7f}, {1e7f + 8, -1e7f + 8}};
  far.boxes[1500] = {{-1e30f, -1e30f}, {1e30f, 1e30f}};
  for (const BoxWorld& world : {near, far}) {
    const auto remarks = remarks_on(world);
    ASSERT_EQ(remarks.size(), 1u) << remarks.back().text;
    Recorder log;
    pairs_of(*make_grid(), world.frame(), &log);
    EXPECT_LT(log.count(EventKind::test), 10 * world.size());
  }
}

TEST(UniformGrid, HasNothingToSayOfOneSprite) {
  EXPECT_TRUE(remarks_on(make_world("one")).empty());
  EXPECT_TRUE(remarks_on(make_world("empty")).empty());
}

TEST(UniformGrid, SmallerCellsCostFewerComparisonsOfBoxes) {
  const BoxWorld world = make_world("dense");
  std::uint64_t before = ~0ull;
  for (const double size : {400.0, 120.0, 60.0, 30.0}) {
    Recorder log;
    pairs_of(*make_grid({{"cell-size", size}}), world.frame(), &log);
    EXPECT_LT(log.count(EventKind::test), before) << size;
    before = log.count(EventKind::test);
  }
}

}  // namespace uniform_grid_test
}  // namespace phasebox::test
