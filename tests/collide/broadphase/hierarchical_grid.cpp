// SPDX-License-Identifier: MIT
// What hierarchical-grid claims beyond the contract: a level for each class of sizes.
#include <algorithm>
#include <regex>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/methods.hpp"

namespace phasebox::test {
namespace hierarchical_grid_test {

std::unique_ptr<Broadphase> make_levels(const Settings& settings = {}) {
  return broadphase_with("hierarchical-grid", settings);
}

std::string sentence_on(const BoxWorld& world, const Settings& settings) {
  return remarks_on("hierarchical-grid", world, settings).at(0).text;
}

/// 2 % of the boxes are 50 times larger.
BoxWorld mixed() {
  Random random(2);
  BoxWorld world = world_of("mixed", random_boxes(random, 2000, 6000, 6000, 20));
  for (std::size_t k = 0; k < world.size(); k += 50)
    world.boxes[k].max = world.boxes[k].min + Vec2{900, 700};
  return world;
}

TEST(HierarchicalGrid, EachBoxIsInALevelWithCellsAsLargeAsItself) {
  const BoxWorld world = make_world("mixed scales");
  Recorder log(100000);
  pairs_of(*make_levels({{"finest-cell", 0.01}}), world.frame(), &log);
  Aabb cell;
  for (const Event& e : log.events()) {
    if (e.kind == EventKind::cell) cell = e.box;
    if (e.kind != EventKind::member) continue;
    const Vec2 size = extent(world.boxes[e.a]);
    EXPECT_LE(std::max(size.x, size.y), extent(cell).x * 1.001f) << describe(world.boxes[e.a]);
  }
  EXPECT_GE(log.max_depth(), 3u);
}

TEST(HierarchicalGrid, LevelsAreRatioTimesLargerAndEmptyOnesAreLeftOut) {
  EXPECT_THAT(sentence_on(mixed(), {{"finest-cell", 20}, {"ratio", 50}}),
              testing::HasSubstr("2 levels, cells of 20 and 1000 px"));
  EXPECT_THAT(sentence_on(mixed(), {{"finest-cell", 20}, {"ratio", 8}}),
              testing::HasSubstr("2 levels, cells of 20 and 1280 px"));
}

/// Wide ones and high ones never meet each other in cells as large as they are long.
TEST(HierarchicalGrid, ManyLongThinBoxesGetLongThinCells) {
  Random random(4);
  BoxWorld world = world_of("walls", random_boxes(random, 3000, 3000, 3000, 20));
  for (std::size_t k = 0; k < 1000; ++k)
    world.boxes[k].max = world.boxes[k].min + (k % 2 == 0 ? Vec2{900, 8} : Vec2{8, 900});
  const std::string sentence = sentence_on(world, {});
  const std::regex wide("1[0-9]{3} by 1[0-9][.]"), high("1[0-9][.][0-9]+ by 1[0-9]{3}");
  EXPECT_TRUE(std::regex_search(sentence, wide)) << sentence;
  EXPECT_TRUE(std::regex_search(sentence, high)) << sentence;
  constexpr std::uint64_t kWalls = 1000, kPairsOfWalls = kWalls * (kWalls - 1) / 2;
  Recorder log;
  pairs_of(*make_levels(), world.frame(), &log);
  EXPECT_LT(log.count(EventKind::test), kPairsOfWalls * 2 / 3) << sentence;
}

TEST(HierarchicalGrid, ACrowdOfSmallBoxesGetsCellsOfItsOwn) {
  Random random(5);
  BoxWorld world = world_of("swarm", random_boxes(random, 4000, 500, 500, 10));
  for (std::size_t k = 0; k < 2000; ++k) {
    const Vec2 at{random.uniform(0, 40'000), random.uniform(0, 40'000)};
    world.boxes[k] = {at, at + Vec2{1000, 1000}};
  }
  Recorder log;
  const auto pairs = pairs_of(*make_levels(), world.frame(), &log);
  EXPECT_LT(log.count(EventKind::test), 4 * pairs.size() + 20 * world.size());
}

TEST(HierarchicalGrid, BoxesOfOneSizeNeedOneLevel) {
  EXPECT_THAT(sentence_on(make_world("touching grid"), {}), testing::StartsWith("Cells of "));
}

TEST(HierarchicalGrid, LargeBoxesDoNotMakeSmallOnesMeetEachOther) {
  const BoxWorld world = mixed();
  Recorder log;
  const auto pairs = pairs_of(*make_levels(), world.frame(), &log);
  EXPECT_LT(log.count(EventKind::test), 4 * pairs.size() + 10 * world.size());
}

/// One box far away, so that a level has no slot for each cell within the bounds of all.
TEST(HierarchicalGrid, BoxesThatAllMoveAwayDoNotCrowdInTheCellsThatTheyLeave) {
  Random random(6);
  BoxWorld world = world_of("clump", random_boxes(random, 1000, 300, 300, 8));
  world.boxes[0] = {{1e7f, 1e7f}, {1e7f + 5, 1e7f + 5}};
  const auto levels = make_levels();
  std::vector<std::uint64_t> tests;
  for (int frame = 0; frame < 5; ++frame) {
    Recorder log;
    pairs_of(*levels, world.frame(), &log);
    tests.push_back(log.count(EventKind::test));
    for (Aabb& box : world.boxes) box = {box.min + Vec2{250, 0}, box.max + Vec2{250, 0}};
  }
  EXPECT_LT(*std::ranges::max_element(tests), 2 * tests.front());
}

/// A query makes the next frame one of grids, which answer at once.
TEST(HierarchicalGrid, ARowOfCrowdedBoxesIsSweptUntilItIsAsked) {
  Random random(7);
  const BoxWorld world = world_of("row", random_boxes(random, 400, 300, 20, 60));
  const auto levels = make_levels(), all = broadphase_with("brute-force");
  std::string frames;
  for (int frame = 0; frame < 5; ++frame) {
    expect_exact(*levels, world, frames);
    frames += remark_of(*levels, world).starts_with("The boxes are swept") ? " swept" : " grids";
    if (frame != 2) continue;
    EXPECT_EQ(found_near(*levels, world.frame(), world.boxes[7]),
              found_near(*all, world.frame(), world.boxes[7]));
  }
  EXPECT_EQ(frames, " grids swept swept grids swept");
}

}  // namespace hierarchical_grid_test
}  // namespace phasebox::test
