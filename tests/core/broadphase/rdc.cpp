// SPDX-License-Identifier: MIT
// What recursive dimensional clustering claims beyond the contract: which groups, how deep, and
// what a threshold may cost.
#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "core/registry.hpp"
#include "support/checks.hpp"
#include "support/oracle.hpp"

namespace phasebox::test {
namespace {

using Group = std::set<SpriteId>;
using Groups = std::set<Group>;

std::unique_ptr<Broadphase> make_rdc(const Settings& settings) {
  auto rdc = find_entry(broadphases(), "rdc")->make();
  set_params(rdc->params(), settings);
  return rdc;
}

Recorder traced(const BoxWorld& world, const Settings& settings) {
  Recorder log(1'000'000);
  const auto rdc = make_rdc(settings);
  rdc->reset(world.frame());
  pairs_of(*rdc, world.frame(), &log);
  return log;
}

/// The final groups.
Groups groups_of(const BoxWorld& world, const Settings& settings) {
  std::map<std::uint32_t, Group> by_number;
  const Recorder log = traced(world, settings);
  for (const Event& e : log.events())
    if (e.mark == Mark::member) by_number[e.b].insert(e.a);
  Groups groups;
  for (const auto& [number, group] : by_number) groups.insert(group);
  return groups;
}

TEST(Rdc, TouchingBoxesAreTwoGroupsUnlessTheThresholdIsNegative) {
  const BoxWorld world = make_world("two touching");
  EXPECT_EQ(groups_of(world, {{"group-size", 1}}), (Groups{{0}, {1}}));
  EXPECT_EQ(groups_of(world, {{"group-size", 1}, {"contact-threshold", -1}}), (Groups{{0, 1}}));
}

TEST(Rdc, APositiveThresholdSeparatesBoxesThatOverlapByLess) {
  const BoxWorld world = world_of("overlap by 2", {{{0, 0}, {10, 10}}, {{8, 0}, {18, 10}}});
  EXPECT_EQ(groups_of(world, {{"group-size", 1}, {"contact-threshold", 0.5}}), (Groups{{0, 1}}));
  EXPECT_EQ(groups_of(world, {{"group-size", 1}, {"contact-threshold", 1}}), (Groups{{0}, {1}}));
}

TEST(Rdc, AThresholdAboveHalfABoxDoesNotTurnItInsideOut) {
  const BoxWorld world =
      world_of("three", {{{0, 0}, {4, 4}}, {{3, 3}, {9, 9}}, {{8, 8}, {80, 80}}});
  EXPECT_EQ(groups_of(world, {{"group-size", 1}, {"contact-threshold", 100}}),
            (Groups{{0}, {1}, {2}}));
}

TEST(Rdc, AGroupOfTheGroupSizeOrFewerIsFinal) {
  const BoxWorld world = make_world("two touching");
  EXPECT_EQ(groups_of(world, {{"group-size", 2}}), (Groups{{0, 1}}));
}

TEST(Rdc, GroupSizeOneLeavesOnlySinglesWhereNothingOverlaps) {
  for (const char* name : {"touching grid", "alternating bars"}) {
    const BoxWorld world = make_world(name);
    const Groups groups = groups_of(world, {{"group-size", 1}});
    EXPECT_EQ(groups.size(), world.size()) << name;
  }
}

TEST(Rdc, EverySpriteIsInExactlyOneFinalGroup) {
  for (const BoxWorld& world : make_worlds(1)) {
    const Recorder log = traced(world, {{"group-size", 3}});
    std::vector<int> groups(world.size());
    for (const Event& e : log.events())
      if (e.mark == Mark::member) ++groups[e.a];
    EXPECT_TRUE(std::ranges::all_of(groups, [](int n) { return n == 1; })) << world.label();
  }
}

TEST(Rdc, OverlappingSpritesShareAGroup) {
  for (const BoxWorld& world : make_worlds(1)) {
    std::vector<std::uint32_t> group(world.size());
    const Recorder log = traced(world, {{"group-size", 1}});
    for (const Event& e : log.events())
      if (e.mark == Mark::member) group[e.a] = e.b;
    for (const Pair p : exact_pairs(world.frame()))
      ASSERT_EQ(group[p.a], group[p.b]) << world.label() << " (" << p.a << ", " << p.b << ")";
  }
}

TEST(Rdc, AlternatingBarsGoAsDeepAsThereAreBarsWithoutRecursion) {
  constexpr int kBars = 2000;
  const BoxWorld world = world_of("bars", alternating_bars(kBars));
  ASSERT_TRUE(exact_pairs(world.frame()).empty());
  const Recorder log = traced(world, {{"group-size", 1}});
  EXPECT_EQ(log.count(Mark::group), static_cast<std::uint64_t>(kBars));
  EXPECT_GE(log.max_depth(), kBars - 2);
}

TEST(Rdc, MaxDepthStopsTheDivision) {
  const BoxWorld world = make_world("alternating bars");
  const Recorder log = traced(world, {{"group-size", 1}, {"max-depth", 5}});
  EXPECT_EQ(log.max_depth(), 5);
  EXPECT_EQ(log.count(Mark::group), 6u);
}

TEST(Rdc, TwoWallsDefeatIt) {
  const BoxWorld world = make_world("walls");
  EXPECT_EQ(groups_of(world, {}).size(), 1u);
  const auto rdc = make_rdc({});
  pairs_of(*rdc, world.frame());
  std::vector<Remark> remarks;
  rdc->remark(world.frame(), remarks);
  EXPECT_TRUE(std::ranges::any_of(remarks, &Remark::warning));
}

TEST(Rdc, GroupsDoNotDependOnTheOrderOfTheSprites) {
  for (const BoxWorld& world : make_worlds(2)) {
    Random random(world.size());
    std::vector<SpriteId> new_id;
    const BoxWorld other = shuffled(world, random, new_id);
    for (const double threshold : {-2.0, 0.0, 2.0}) {
      const Settings settings{{"group-size", 2}, {"contact-threshold", threshold}};
      Groups renamed;
      for (const Group& group : groups_of(world, settings)) {
        Group names;
        for (const SpriteId id : group) names.insert(new_id[id]);
        renamed.insert(names);
      }
      EXPECT_EQ(renamed, groups_of(other, settings)) << world.label() << " t " << threshold;
    }
  }
}

/// Every box drawn in by `t` on all sides, at most to its centre.
BoxWorld inset(BoxWorld world, float t) {
  for (Aabb& b : world.boxes) {
    const Vec2 middle = center(b);
    b = {{std::min(b.min.x + t, middle.x), std::min(b.min.y + t, middle.y)},
         {std::max(b.max.x - t, middle.x), std::max(b.max.y - t, middle.y)}};
  }
  return world;
}

bool includes(const std::vector<Pair>& all, const std::vector<Pair>& some) {
  return std::ranges::includes(all, some, {}, key, key);
}

TEST(Rdc, APositiveThresholdKeepsThePairsOfTheInsetBoxes) {
  for (const BoxWorld& world : make_worlds(1))
    for (const float t : {0.01f, 0.5f, 3.0f, 20.0f, 100.0f})
      for (const double leaf : {0.0, 1.0}) {
        const auto rdc = make_rdc({{"contact-threshold", static_cast<double>(t)},
                                   {"group-size", 1},
                                   {"leaf-test", leaf}});
        EXPECT_FALSE(rdc->is_exact());
        const auto found = sorted(pairs_of(*rdc, world.frame()));
        EXPECT_TRUE(includes(found, exact_pairs(inset(world, t).frame()))) << world.label() << t;
        EXPECT_TRUE(includes(exact_pairs(world.frame()), found)) << world.label() << t;
      }
}

TEST(Rdc, IsExactUpToAThresholdOfZero) {
  EXPECT_TRUE(make_rdc({{"contact-threshold", 0}})->is_exact());
  EXPECT_TRUE(make_rdc({{"contact-threshold", -5}})->is_exact());
}

}  // namespace
}  // namespace phasebox::test
