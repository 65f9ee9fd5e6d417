// SPDX-License-Identifier: MIT
// Recursive dimensional clustering with these settings, and what it logs of a world.
#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "support/methods.hpp"
#include "support/rdc_reference.hpp"

namespace phasebox::test {

// What recursive dimensional clustering claims beyond its rules, by which the contract judges it.

namespace rdc_test {

Groups groups_of(const BoxWorld& world, const Settings& settings) {
  return logged_groups(traced("rdc", world, settings));
}

TEST(Rdc, TouchingBoxesAreTwoGroupsUnlessTheThresholdIsNegative) {
  const BoxWorld world = make_world("two touching");
  EXPECT_EQ(groups_of(world, {{"group-size", 1}}), (Groups{{0}, {1}}));
  EXPECT_EQ(groups_of(world, {{"group-size", 1}, {"contact-threshold", -1}}), (Groups{{0, 1}}));
}

TEST(Rdc, EverySpriteIsInExactlyOneFinalGroup) {
  for (const BoxWorld& world : make_worlds(1)) {
    const Recorder log = traced("rdc", world, {{"group-size", 3}});
    std::vector<int> groups(world.size());
    for (const Event& e : log.events())
      if (e.kind == EventKind::member) ++groups[e.a];
    EXPECT_TRUE(std::ranges::all_of(groups, [](int n) { return n == 1; })) << world.label();
  }
}

TEST(Rdc, AlternatingBarsGoAsDeepAsThereAreBarsWithoutRecursion) {
  constexpr int kBars = 2000;
  const BoxWorld world = world_of("bars", alternating_bars(kBars));
  ASSERT_TRUE(exact_pairs(world.frame()).empty());
  const Recorder log = traced("rdc", world, {{"group-size", 1}});
  EXPECT_EQ(log.count(EventKind::group), static_cast<std::uint64_t>(kBars));
  EXPECT_GE(log.max_depth(), kBars - 2);
}

TEST(Rdc, MaxDepthStopsTheDivision) {
  const BoxWorld world = make_world("alternating bars");
  const Recorder log = traced("rdc", world, {{"group-size", 1}, {"max-depth", 5}});
  EXPECT_EQ(log.max_depth(), 5);
  EXPECT_EQ(log.count(EventKind::group), 6u);
}

std::vector<Ending> endings(const BoxWorld& world, const Settings& settings) {
  std::vector<Ending> all;
  const Recorder log = traced("rdc", world, settings);
  for (const Event& e : log.events())
    if (e.kind == EventKind::group) all.push_back(e.ending);
  return all;
}

TEST(Rdc, TheReasonWhyAGroupIsFinalIsRecorded) {
  const BoxWorld bars = make_world("alternating bars");
  using testing::Each;
  EXPECT_THAT(endings(bars, {{"group-size", 1}}), Each(Ending::small));
  EXPECT_THAT(endings(make_world("walls"), {{"group-size", 1}, {"static-groups", 0}}),
              Each(Ending::no_gap));
  const auto deep = endings(bars, {{"group-size", 1}, {"max-depth", 5}});
  EXPECT_EQ(std::ranges::count(deep, Ending::small), 5) << "one bar is split off at each depth";
  EXPECT_EQ(std::ranges::count(deep, Ending::depth), 1) << "the rest is not analyzed";
}

std::string remarks_of(const BoxWorld& world, const Settings& settings) {
  const auto rdc = broadphase_with("rdc", settings);
  Recorder log(1000);
  EXPECT_EQ(sorted(pairs_of(*rdc, world.frame(), &log)), exact_pairs(world.frame()));
  std::vector<Remark> remarks;
  rdc->remark(world.frame(), remarks);
  std::string all;
  for (const Remark& remark : remarks) all += remark.text;
  return all;
}

/// Squares of 16 px in a row, each touching the next.
BoxWorld touching_row(int count) {
  BoxWorld world = world_of("row", {});
  for (int k = 1; k <= count; ++k) {
    const float x = 16 * static_cast<float>(k);
    world.boxes.push_back({{x, 0}, {x + 16, 16}});
  }
  return world;
}

TEST(Rdc, says_what_ties_alone_hold_together) {
  const BoxWorld world = touching_row(4);
  const Settings settings{{"group-size", 1}, {"tie-order", 1}, {"leaf-test", 0}};
  EXPECT_EQ(groups_of(world, settings).size(), 1u);
  EXPECT_EQ(remarks_of(world, settings), "1 group held by a tie: 6 extra tests.");
  EXPECT_EQ(remarks_of(world, {{"group-size", 1}}), "") << "closes come first";
}

TEST(Rdc, TwoWallsDefeatIt) {
  const BoxWorld world = make_world("walls");
  EXPECT_EQ(groups_of(world, {}).size(), 1u);
  const auto rdc = broadphase_with("rdc");
  pairs_of(*rdc, world.frame());
  std::vector<Remark> remarks;
  rdc->remark(world.frame(), remarks);
  EXPECT_TRUE(std::ranges::any_of(remarks, &Remark::warning));
}

/// Many boxes with few gaps, so that the first look at an axis has to be right about them.
TEST(Rdc, AGapBetweenManyBoxesIsNeverOverlooked) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    std::vector<Aabb> boxes;
    float x = random.uniform(-1e4f, 1e4f);
    const float gap = seed % 3 == 0 ? 0 : random.uniform(0, 0.5f);
    for (int k = 0; k < 300; ++k) {
      const float right = x + random.uniform(1, 40);
      boxes.push_back({{x, 0}, {right, 1}});
      x = random.below(100) == 0 ? right + gap : x + (right - x) * random.uniform(0, 0.9f);
    }
    const BoxWorld world = world_of("chains", boxes);
    EXPECT_EQ(groups_of(world, {{"group-size", 1}}), rdc_groups(world.frame(), {}))
        << "seed " << seed;
  }
}

TEST(Rdc, IsExactUpToAThresholdOfZero) {
  EXPECT_TRUE(broadphase_with("rdc", {{"contact-threshold", 0}})->is_exact());
  EXPECT_TRUE(broadphase_with("rdc", {{"contact-threshold", -5}})->is_exact());
}

// What recursive dimensional clustering keeps of static sprites, and what a query looks at.

/// Static bricks in two heaps, and some moving sprites.
BoxWorld heaps() {
  Random random(5);
  BoxWorld world = world_of("heaps", random_boxes(random, 40, 100, 100, 30));
  for (const Aabb& b : random_boxes(random, 40, 100, 100, 30))
    world.boxes.push_back(translated(b, {500, 0}));
  world.is_static.assign(80, 1);
  for (const Aabb& b : random_boxes(random, 30, 700, 100, 30)) world.boxes.push_back(b);
  world.is_static.resize(110, 0);
  return world;
}

/// Boundaries that a traced frame sorted of static sprites.
std::uint64_t static_boundaries(Broadphase& rdc, const BoxWorld& world) {
  Recorder log(1'000'000);
  EXPECT_EQ(sorted(pairs_of(rdc, world.frame(), &log)), exact_pairs(world.frame()));
  std::uint64_t count = 0;
  for (const Event& e : log.events())
    count += e.kind == EventKind::boundary && !world.is_static.empty() && world.is_static[e.a];
  return count;
}

TEST(Rdc, StaticSpritesAreClusteredOnceUntilOneOfThemChanges) {
  BoxWorld world = heaps();
  const auto rdc = broadphase_with("rdc");
  rdc->reset(world.frame());
  EXPECT_GT(static_boundaries(*rdc, world), 0u);
  EXPECT_EQ(static_boundaries(*rdc, world), 0u);
  world.boxes[100] = translated(world.boxes[100], {7, 7});
  EXPECT_EQ(static_boundaries(*rdc, world), 0u) << "a moving sprite moved";
  world.boxes[3].max.x += 1;
  EXPECT_GT(static_boundaries(*rdc, world), 0u) << "a box changed";
  world.is_static[4] = 0;
  EXPECT_GT(static_boundaries(*rdc, world), 0u) << "a flag changed";
  set_params(rdc->params(), {{"group-size", 1}});
  EXPECT_GT(static_boundaries(*rdc, world), 0u) << "a parameter changed";
  world.boxes.pop_back(), world.is_static.pop_back();
  const Edit edit{Edit::Kind::remove, 109, 109};
  rdc->edit(world.frame(), {&edit, 1});
  EXPECT_EQ(static_boundaries(*rdc, world), 0u) << "a moving sprite was removed";
  world.boxes[0] = world.boxes.back(), world.is_static[0] = world.is_static.back();
  world.boxes.pop_back(), world.is_static.pop_back();
  const Edit swap{Edit::Kind::remove, 0, 108};
  rdc->edit(world.frame(), {&swap, 1});
  EXPECT_GT(static_boundaries(*rdc, world), 0u) << "a static sprite was removed";
}

TEST(Rdc, MovingSpritesMeetTheBoundsOfStaticGroupsBeforeTheirMembers) {
  const BoxWorld world = heaps();
  const Recorder log = traced("rdc", world, {{"group-size", 8}});
  std::map<std::uint32_t, std::set<SpriteId>> members;
  std::set<SpriteId> inside;
  for (const Event& e : log.events()) {
    if (e.kind == EventKind::member) members[e.b].insert(e.a);
    if (e.kind == EventKind::visit)
      for (const SpriteId id : members[e.a]) {
        EXPECT_TRUE(world.is_static[id]);
        inside.insert(id);
      }
    const SpriteId first = std::min(e.a, e.b);  // static sprites come first here
    const bool meets_static = e.kind == EventKind::test && world.is_static[first];
    EXPECT_TRUE(!meets_static || inside.contains(first));
  }
  EXPECT_GT(log.count(EventKind::visit), 0u);
  EXPECT_LT(log.count(EventKind::test), 30u * 80 / 4);
}

TEST(Rdc, AFarSpriteLooksAtNoStaticMember) {
  BoxWorld world = heaps();
  world.boxes.resize(80), world.is_static.resize(80);
  world.boxes.push_back({{250, 10}, {260, 20}}), world.is_static.push_back(0);
  EXPECT_EQ(traced("rdc", world).count(EventKind::test), 0u);
}

/// Sprites that a query with the box looks at, after one frame.
std::set<SpriteId> visited(const BoxWorld& world, const Aabb& box, std::uint64_t* groups) {
  const auto rdc = broadphase_with("rdc", {{"group-size", 4}});
  pairs_of(*rdc, world.frame());
  const Recorder log = traced_query(*rdc, world, box);
  std::set<SpriteId> sprites;
  for (const Event& e : log.events()) {
    if (e.a < world.size() && e.box == world.boxes[e.a])
      sprites.insert(e.a);
    else
      ++*groups;
  }
  return sprites;
}

TEST(Rdc, AQueryLooksOnlyIntoTheGroupsThatItReaches) {
  const BoxWorld world = heaps();  // static ones at 0 and 500, moving ones all over
  std::uint64_t groups = 0;
  const auto left = visited(world, {{0, 0}, {50, 50}}, &groups);
  EXPECT_GT(groups, 0u);
  EXPECT_FALSE(left.empty());
  for (SpriteId id = 40; id < 80; ++id) EXPECT_FALSE(left.contains(id)) << "the heap at 500";
  std::uint64_t none = 0;
  EXPECT_TRUE(visited(world, {{5000, 0}, {5050, 50}}, &none).empty());
  EXPECT_EQ(none, 0u);
}

TEST(Rdc, the_librarys_own_has_no_switches_that_only_teach) {
  const auto own = find_entry(own_broadphases(), "rdc")->make();
  const auto rows = own->params().rows;
  EXPECT_FALSE(find_param(rows, "swap-x"));
  EXPECT_FALSE(find_param(rows, "swap-y"));
  EXPECT_TRUE(parse_value(*find_param(rows, "tie-order"), "as-sorted").failed());
}

}  // namespace rdc_test
}  // namespace phasebox::test
