// SPDX-License-Identifier: MIT
// What incremental sweep and prune claims beyond the contract: repairs instead of rebuilds, swaps,
// insertions and removals without a sort, ties.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "collide/broadphase/sweep/endpoint.hpp"
#include "support/methods.hpp"

namespace phasebox::test {
namespace incremental_sap_test {

std::unique_ptr<Broadphase> make_sap(const Settings& settings = {}) {
  return broadphase_with("incremental-sap", settings);
}
/// Never sorts from scratch, whatever happens.
const Settings kOnlyRepairs{{"swap-budget", 100}};

struct Counted {
  std::uint64_t swaps = 0, tests = 0, rechecks = 0, boundaries = 0;
};
Counted counts_of(Broadphase& sap, const BoxWorld& world) {
  const Recorder log = traced(sap, world);
  return {log.count(EventKind::swap), log.count(EventKind::test), log.count(EventKind::recheck),
          log.count(EventKind::boundary)};
}
TEST(IncrementalSap, AFrameWithoutMotionTakesNoSwapAndComparesOnlyThePairsKept) {
  for (const BoxWorld& world : make_worlds(1)) {
    const auto sap = make_sap();
    pairs_of(*sap, world.frame());
    BoxWorld without_rules = world;
    without_rules.filters.clear(), without_rules.is_static.clear();
    const std::size_t kept = exact_pairs(without_rules.frame()).size();
    const Counted again = counts_of(*sap, world);
    EXPECT_EQ(again.swaps, 0u) << world.label();
    EXPECT_EQ(again.rechecks, kept) << world.label() << ": each kept pair once";
    EXPECT_EQ(again.tests, kept) << world.label() << ": rechecks are tests";
    EXPECT_EQ(again.boundaries, 4 * world.size()) << world.label();
  }
}

TEST(IncrementalSap, ABoxThatPassesAnotherTakesFourSwapsAndOneTest) {
  BoxWorld world = world_of("two", {{{0, 0}, {2, 2}}, {{3, 0}, {5, 2}}});
  const auto sap = make_sap(kOnlyRepairs);
  pairs_of(*sap, world.frame());
  world.boxes[0] = {{6, 0}, {8, 2}};
  const Counted passing = counts_of(*sap, world);
  EXPECT_EQ(passing.swaps, 4u);
  EXPECT_EQ(passing.tests, 1u);
  EXPECT_EQ(remark_of(*sap, world), "4 swaps kept 8 endpoints sorted.");
}

TEST(IncrementalSap, PairsOnOneAxisOnlyAreNeitherTestedNorKeptWhileNothingPasses) {
  BoxWorld world = world_of("column", {});
  for (int k = 0; k < 200; ++k) {
    const auto y = static_cast<float>(k) * 10;
    world.boxes.push_back({{0, y}, {5, y + 5}});
  }
  const auto sap = make_sap(kOnlyRepairs);
  pairs_of(*sap, world.frame());
  for (Aabb& box : world.boxes) box = translated(box, {1, 1});
  EXPECT_EQ(counts_of(*sap, world).tests, 0u);
}

TEST(IncrementalSap, MoreSwapsThanTheBudgetSortFromScratch) {
  Random random(3);
  BoxWorld world = world_of("mixed up", random_boxes(random, 500, 4000, 4000, 10));
  const auto sap = make_sap();
  pairs_of(*sap, world.frame());
  EXPECT_EQ(remark_of(*sap, world),
            "The sprites are new: 2,000 endpoints were sorted from scratch.");
  world.boxes = random_boxes(random, 500, 4000, 4000, 10);
  EXPECT_EQ(sorted(pairs_of(*sap, world.frame())), exact_pairs(world.frame()));
  EXPECT_EQ(remark_of(*sap, world),
            "Too many boxes changed places to repair the lists: 2,000 endpoints were sorted from "
            "scratch.");
  EXPECT_LT(counts_of(*sap, world).swaps, 1u);
}

/// Boxes on small whole numbers, often flat, often touching; some stay, some jump.
class TinyMotion {
 public:
  explicit TinyMotion(std::uint64_t seed) : random_(seed) {
    world = world_of("tiny motion", {});
    world.seed = seed;
    for (std::uint32_t left = random_.below(10); left > 0; --left) world.boxes.push_back(any_box());
  }
  void move() {
    for (Aabb& box : world.boxes)
      if (random_.below(3) == 0) box = any_box();
  }
  std::vector<Edit> edit() {
    std::vector<Edit> edits;
    for (std::uint32_t left = random_.below(4); left > 0; --left) {
      const auto n = static_cast<std::uint32_t>(world.size());
      const bool comes = n == 0 || random_.below(2) == 0;
      edits.push_back(comes ? add_box(world, any_box()) : remove_box(world, random_.below(n)));
    }
    return edits;
  }

  BoxWorld world;

 private:
  Aabb any_box() {
    const auto whole = [&](std::uint32_t n) { return static_cast<float>(random_.below(n)); };
    const Vec2 min{whole(6) - 3, whole(6) - 3};
    return {min, min + Vec2{whole(4), whole(4)}};
  }
  Random random_;
};

TEST(IncrementalSap, RepairsAreExactWhereEveryEdgeMeetsEveryOther) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    TinyMotion motion(seed);
    const auto sap = make_sap(kOnlyRepairs);
    for (int frame = 0; frame < 12; ++frame, motion.move()) {
      ASSERT_NO_FATAL_FAILURE(expect_exact(*sap, motion.world, "frame " + std::to_string(frame)))
          << motion.world.label();
    }
  }
}

TEST(IncrementalSap, InsertionsAndRemovalsAreExactWithoutAFullSort) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    TinyMotion motion(seed);
    const auto sap = make_sap(kOnlyRepairs);
    pairs_of(*sap, motion.world.frame());
    for (int frame = 0; frame < 12; ++frame) {
      for (int edits = frame % 3; edits > 0; --edits) {
        const auto list = motion.edit();
        sap->edit(motion.world.frame(), list);
      }
      motion.move();
      ASSERT_NO_FATAL_FAILURE(expect_exact(*sap, motion.world, "frame " + std::to_string(frame)))
          << motion.world.label();
      EXPECT_EQ(remark_of(*sap, motion.world).find("from scratch"), std::string::npos);
    }
  }
}

TEST(IncrementalSap, AnInsertionTakesNoSwaps) {
  Random random(4);
  BoxWorld world = world_of("one more", random_boxes(random, 300, 1000, 1000, 40));
  const auto sap = make_sap();
  pairs_of(*sap, world.frame());
  const Edit born = add_box(world, {{400, 400}, {600, 600}});
  sap->edit(world.frame(), {&born, 1});
  EXPECT_EQ(counts_of(*sap, world).swaps, 0u);
  EXPECT_EQ(sorted(pairs_of(*sap, world.frame())), exact_pairs(world.frame()));
}

TEST(IncrementalSap, WhoIsEligibleMayChangeWhileNothingMoves) {
  BoxWorld world = world_of("two", {{{0, 0}, {2, 2}}, {{1, 1}, {3, 3}}});
  const auto sap = make_sap();
  const auto found = [&] { return pairs_of(*sap, world.frame()).size(); };
  world.filters = {{1, 0}, {1, 0}};
  EXPECT_EQ(found(), 0u);
  world.filters.clear();
  EXPECT_EQ(found(), 1u);
  world.is_static = {1, 1};
  EXPECT_EQ(found(), 0u);
  world.is_static = {1, 0};
  EXPECT_EQ(found(), 1u);
}

TEST(IncrementalSap, AQueryLooksOnlyAtTheBoxesBesideIt) {
  Random random(6);
  const BoxWorld world = world_of("spread", random_boxes(random, 400, 1000, 1000, 20));
  const auto sap = make_sap();
  pairs_of(*sap, world.frame());
  const auto looks = [&](const Aabb& box) {
    return traced_query(*sap, world, box).count(EventKind::visit);
  };
  for (const Aabb& at : {Aabb{{0, 400}, {50, 450}}, Aabb{{950, 400}, {1000, 450}},
                         Aabb{{400, 0}, {450, 50}}, Aabb{{490, 490}, {510, 510}}})
    EXPECT_LT(looks(at), 60u);
  EXPECT_EQ(looks({{-90, -90}, {-80, -80}}), 0u);
}

}  // namespace incremental_sap_test

// The order of endpoints says what overlaps on an axis, ties and boxes without extent included.

namespace endpoint_test {

bool overlap_on(const Aabb& a, const Aabb& b, Axis axis) {
  return low(a, axis) < high(b, axis) && low(b, axis) < high(a, axis);
}

TEST(Endpoint, BoxesOverlapExactlyWhenEachBeginsBeforeTheOtherEnds) {
  for (const BoxWorld& world : make_worlds(1))
    for (const Axis axis : {Axis::x, Axis::y})
      for (SpriteId i = 0; i < world.size(); ++i)
        for (SpriteId j = i + 1; j < std::min<std::size_t>(i + 40, world.size()); ++j) {
          const Aabb &a = world.boxes[i], &b = world.boxes[j];
          const bool begin_first = Endpoint::begin(a, axis, i) < Endpoint::end(b, axis, j) &&
                                   Endpoint::begin(b, axis, j) < Endpoint::end(a, axis, i);
          ASSERT_EQ(begin_first, overlap_on(a, b, axis))
              << world.label() << " " << describe(a) << " " << describe(b);
        }
}

TEST(Endpoint, ABoxBeginsBeforeItEnds) {
  for (const BoxWorld& world : make_worlds(1))
    for (SpriteId i = 0; i < world.size(); ++i)
      ASSERT_LT(Endpoint::begin(world.boxes[i], Axis::x, i),
                Endpoint::end(world.boxes[i], Axis::x, i))
          << world.label() << " " << describe(world.boxes[i]);
}

TEST(Endpoint, ByPlaceTheOrderOfIdsIsKept) {
  const Aabb box{{1, 1}, {2, 2}};
  EXPECT_EQ(Endpoint::end(box, Axis::x, 3).place(), Endpoint::end(box, Axis::x, 4).place());
  EXPECT_LT(Endpoint::end(box, Axis::x, 3), Endpoint::end(box, Axis::x, 4));
}

}  // namespace endpoint_test
}  // namespace phasebox::test
