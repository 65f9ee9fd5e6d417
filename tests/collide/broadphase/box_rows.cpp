// SPDX-License-Identifier: MIT
// The loops over columns of boxes agree with the one predicate, on every kind of vector at hand.
#include "collide/broadphase/kernels/box_rows.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "support/checks.hpp"
#include "support/oracle.hpp"

namespace phasebox::test {
namespace box_rows_test {

/// Runs `body(name of the target)` once for each kind of vector that this machine has.
template <class Body>
void for_all_targets(Body body) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    body(hwy::TargetName(target));
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

BoxRows rows_of(const BoxWorld& world) {
  BoxRows rows;
  rows.resize(world.size());
  for (SpriteId i = 0; i < world.size(); ++i) rows.set(i, world.boxes[i], i);
  return rows;
}

struct Collector {
  std::vector<Pair> pairs;
  void operator()(const Hits& hits) {
    for (std::size_t k = 0; k < hits.size; ++k)
      pairs.push_back({std::min(hits.a[k], hits.b[k]), std::max(hits.a[k], hits.b[k])});
  }
};

BoxWorld without_rules(BoxWorld world) {
  world.filters.clear(), world.is_static.clear();
  return world;
}

TEST(BoxRows, KeepsWhatOverlapsInItsOrder) {
  for_all_targets([](const char* target) {
    for (const BoxWorld& world : make_worlds(1)) {
      const BoxRows rows = rows_of(world);
      BoxRows kept;
      kept.resize(world.size());
      for (std::size_t k = 0; k < world.size(); k += 7) {
        const RowRun run{std::min<std::size_t>(k, 5), world.size() - k / 2};
        const std::size_t size = keep_overlapping(rows, run, world.boxes[k], kept, 0);
        std::vector<SpriteId> expected, found;
        for (std::size_t i = run.from; i < run.to; ++i)
          if (overlaps(world.boxes[i], world.boxes[k]))
            expected.push_back(static_cast<SpriteId>(i));
        for (std::size_t i = 0; i < size; ++i) {
          found.push_back(kept.id(i));
          EXPECT_EQ(kept.box(i), world.boxes[kept.id(i)]) << target << world.label();
        }
        ASSERT_EQ(found, expected) << target << ' ' << world.label() << " box " << k;
      }
    }
  });
}

TEST(BoxRows, KeepingStopsWhereThereIsNoRoom) {
  const BoxWorld world = make_world("all identical");
  BoxWorld many = world;
  while (many.size() < 1000) many.boxes.push_back(world.boxes[0]);
  const BoxRows rows = rows_of(many);
  BoxRows kept;
  kept.resize(600);
  RowRun list{0, 0};
  const RowRun rest = keep_in_room(rows, {0, 1000}, world.boxes[0], kept, 600, list);
  EXPECT_EQ(list.size() + rest.size(), 1000u);
  EXPECT_EQ(rest.to, 1000u);
  EXPECT_LE(list.size(), 600u);
  EXPECT_GE(list.size(), 300u) << "most of the room is used";
}

TEST(BoxRows, JoinsFindEveryPairOnce) {
  for_all_targets([](const char* target) {
    for (const BoxWorld& world : make_worlds(1)) {
      const BoxWorld plain = without_rules(world);
      const BoxRows rows = rows_of(plain);
      const std::size_t middle = plain.size() / 3;
      Collector found;
      Hits hits;
      join_within(rows, {0, middle}, hits, std::ref(found));
      join_within(rows, {middle, plain.size()}, hits, std::ref(found));
      join_across(rows, {0, middle}, rows, {middle, plain.size()}, hits, std::ref(found));
      found(hits);
      ASSERT_EQ(sorted(found.pairs), exact_pairs(plain.frame())) << target << ' ' << world.label();
    }
  });
}

TEST(BoxRows, MoreHitsThanRoomArePassedOnInParts) {
  const BoxWorld world = world_of("stack", std::vector<Aabb>(3000, Aabb{{0, 0}, {1, 1}}));
  const BoxRows rows = rows_of(world);
  std::size_t found = 0;
  Hits hits;
  const auto count = [&](const Hits& h) { found += h.size; };
  join_within(rows, {0, 3000}, hits, count);
  count(hits);
  EXPECT_EQ(found, 3000u * 2999 / 2);
}

}  // namespace box_rows_test
}  // namespace phasebox::test
