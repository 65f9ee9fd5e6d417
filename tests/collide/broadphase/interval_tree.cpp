// SPDX-License-Identifier: MIT
// What the interval tree claims beyond the contract: it looks at real overlaps only, anywhere.
#include <algorithm>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "support/methods.hpp"

namespace phasebox::test {
namespace interval_tree_test {

/// `n` boxes that all share a stretch of x, one above the other; neighbors in threes overlap.
BoxWorld shared_stretch(int n) {
  Random random(static_cast<std::uint64_t>(n));
  std::vector<Aabb> boxes;
  for (int k = 0; k < n; ++k) {
    const auto y = static_cast<float>(k) * 10;
    boxes.push_back({{random.uniform(0, 400), y}, {random.uniform(500, 900), y + 25}});
  }
  std::vector<SpriteId> new_id;
  return shuffled(world_of("all share a stretch of x", std::move(boxes)), random, new_id);
}

TEST(IntervalTree, ComparesOnlyBoxesThatOverlap) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    for (BoxWorld world : make_worlds(seed)) {
      world.filters.clear(), world.is_static.clear();
      for (const double axis : {0.0, 1.0, 2.0}) {
        const Recorder log = traced("interval-tree", world, {{"axis", axis}});
        EXPECT_EQ(log.count(EventKind::test), log.count(EventKind::hit)) << world.label() << axis;
        EXPECT_EQ(log.count(EventKind::hit), exact_pairs(world.frame()).size())
            << world.label() << axis;
      }
    }
}

TEST(IntervalTree, ADenseProjectionCostsNothing) {
  const std::uint64_t n = 4000;
  const BoxWorld world = shared_stretch(n);
  const Recorder log = traced("interval-tree", world, {{"axis", 0}});
  EXPECT_EQ(log.count(EventKind::test), 2 * n - 3) << "sweep-and-compare makes n(n-1)/2";
  EXPECT_LE(log.count(EventKind::visit), n * 12) << "at most a path of nodes for each box";
  EXPECT_EQ(traced("interval-tree", world, {{"axis", 1}}).count(EventKind::test), 2 * n - 3)
      << "nor does it along the other axis";
}

TEST(IntervalTree, WorkGrowsWithTheBoxesNotWithTheirSquare) {
  const auto work = [](int n) {
    const Recorder log = traced("interval-tree", shared_stretch(n), {{"axis", 0}});
    return static_cast<double>(log.count(EventKind::test) + log.count(EventKind::visit));
  };
  EXPECT_LT(work(8000), 2.6 * work(4000));
}

TEST(IntervalTree, EachBoxStandsInAtMostOneNodeWhoseEdgeItCovers) {
  for (const BoxWorld& world : make_worlds(1)) {
    const Recorder log = traced("interval-tree", world, {{"axis", 0}});
    std::vector<int> owners(world.size());
    std::map<std::uint32_t, std::uint32_t> held, members;
    for (const Event& e : log.events()) {
      if (e.kind == EventKind::node) held[e.a] = e.b;
      if (e.kind != EventKind::member) continue;
      ++owners[e.a];
      ++members[e.b];
    }
    EXPECT_TRUE(std::ranges::all_of(owners, [](int n) { return n <= 1; })) << world.label();
    EXPECT_EQ(held, members) << world.label();
  }
}

TEST(IntervalTree, TheLastStepOfTheSweepLeavesNothingOpenButWhatEndsLast) {
  const BoxWorld world = world_of("two apart", {{{0, 0}, {5, 5}}, {{5, 0}, {9, 5}}});
  std::vector<std::uint32_t> open;
  const Recorder log = traced("interval-tree", world, {{"axis", 0}});
  for (const Event& e : log.events())
    if (e.kind == EventKind::order) open.push_back(e.b);
  EXPECT_EQ(open, (std::vector<std::uint32_t>{1, 0, 1}));
}

TEST(IntervalTree, AQueryLooksOnlyAtTheStretchOfItsOwnAxis) {
  const BoxWorld world = shared_stretch(2000);
  const auto tree = broadphase_with("interval-tree", {{"axis", 0}});
  pairs_of(*tree, world.frame());
  Recorder log;
  EXPECT_EQ(found_near(*tree, world.frame(), {{0, 5003}, {1000, 5004}}, &log),
            exact_near(world.frame(), {{0, 5003}, {1000, 5004}}));
  EXPECT_LE(log.count(EventKind::visit), 6u);
}

TEST(IntervalTree, SweepsTheAxisThatItIsTold) {
  const auto swept = [](double axis) {
    Axis found = Axis::x;
    const Recorder log = traced("interval-tree", shared_stretch(10), {{"axis", axis}});
    for (const Event& e : log.events())
      if (e.kind == EventKind::order) found = e.axis;
    return found;
  };
  EXPECT_EQ(swept(0), Axis::x);
  EXPECT_EQ(swept(1), Axis::y);
  EXPECT_EQ(swept(2), Axis::x) << "the centers are spread by 100 px along y, more along x";
}

}  // namespace interval_tree_test
}  // namespace phasebox::test
