// SPDX-License-Identifier: MIT
// What uniform-grid claims beyond the contract: its cell size, and what it says about it.
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/methods.hpp"

namespace phasebox::test {
namespace uniform_grid_test {

using testing::HasSubstr;
using testing::Not;

std::unique_ptr<Broadphase> make_grid(const Settings& settings = {}) {
  return broadphase_with("uniform-grid", settings);
}

std::vector<Remark> remarks_on(const BoxWorld& world, const Settings& settings = {}) {
  return test::remarks_on("uniform-grid", world, settings);
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

/// The table in bytes, from "...; the table takes 48 kB."
double table_of(const Remark& remark) {
  const std::string lead = "the table takes ";
  const auto at = remark.text.english().find(lead);
  if (at == std::string::npos) return -1;
  std::istringstream words(remark.text.english().substr(at + lead.size()));
  double number = 0;
  std::string unit;
  words >> number >> unit;
  return number * (unit == "MB." ? 1e6 : 1e3);
}

TEST(UniformGrid, CellsMuchSmallerThanTheSpritesAreUsedAsAskedFor) {
  Random random(6);
  const BoxWorld world = world_of("field", random_boxes(random, 300, 1000, 700, 40));
  double before = 0;
  for (const int cell : {40, 10, 4, 1}) {
    const auto remarks = remarks_on(world, {{"cell-size", static_cast<double>(cell)}});
    ASSERT_EQ(remarks.size(), 1u) << remarks.back().text.english();
    EXPECT_THAT(remarks[0].text, HasSubstr("Cells of " + std::to_string(cell) + " px"));
    EXPECT_THAT(remarks[0].text, Not(HasSubstr("too large"))) << "all are in the grid";
    EXPECT_GT(table_of(remarks[0]), 3 * before) << "the notes' warning: memory grows";
    before = table_of(remarks[0]);
  }
  EXPECT_NEAR(before, 4.0 * 1040 * 740, 2e5) << "four bytes per cell, and per cell of the margin";
}

TEST(UniformGrid, SaysWhenMemoryBoundsTheCellsAskedFor) {
  BoxWorld world = world_of("two", {{{0, 0}, {9, 9}}, {{4, 4}, {20000, 20000}}});
  const auto grid = make_grid({{"cell-size", 0.5}});
  EXPECT_EQ(pairs_of(*grid, world.frame()), (std::vector<Pair>{{0, 1}}));
  std::vector<Remark> remarks;
  grid->remark(world.frame(), remarks);
  ASSERT_EQ(remarks.size(), 2u);
  EXPECT_TRUE(remarks[1].warning);
  EXPECT_THAT(remarks[1].text, HasSubstr("a table of more than 256 MB"));
  EXPECT_GT(table_of(remarks[0]), 200e6);
  EXPECT_LE(table_of(remarks[0]), 256e6);
}

TEST(UniformGrid, AutomaticCellsTakeTheMemoryOfTheSpritesAlone) {
  Random random(6);
  const auto boxes = random_boxes(random, 1000, 30000, 30000, 20);
  const auto remarks = remarks_on(world_of("far apart", boxes));
  EXPECT_LE(table_of(remarks[0]), 5000) << "a cell per sprite, four bytes each";
}

TEST(UniformGrid, AFewFarOrGiantSpritesDoNotMakeItsCellsLarge) {
  Random random(4);
  const BoxWorld near = world_of("near", random_boxes(random, 2000, 3000, 3000, 40));
  BoxWorld far = near;
  far.boxes[3] = {{1e7f, -1e7f}, {1e7f + 8, -1e7f + 8}};
  far.boxes[1500] = {{-1e30f, -1e30f}, {1e30f, 1e30f}};
  for (const BoxWorld& world : {near, far}) {
    const auto remarks = remarks_on(world);
    ASSERT_EQ(remarks.size(), 1u) << remarks.back().text.english();
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
