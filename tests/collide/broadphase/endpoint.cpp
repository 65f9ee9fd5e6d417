// SPDX-License-Identifier: MIT
// The order of endpoints says what overlaps on an axis, ties and boxes without extent included.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "collide/broadphase/sweep/sweep_row.hpp"
#include "support/checks.hpp"

namespace phasebox::test {
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

TEST(Endpoint, KnowsWhatItIsMadeOf) {
  const Aabb box{{-3, 4}, {5, 4}};
  const Endpoint begin = Endpoint::begin(box, Axis::x, 7), end = Endpoint::end(box, Axis::y, 9);
  EXPECT_TRUE(begin.is_begin());
  EXPECT_TRUE(end.is_end());
  EXPECT_EQ(begin.id(), 7u);
  EXPECT_EQ(end.id(), 9u);
  EXPECT_EQ(begin.position(), -3);
  EXPECT_EQ(end.position(), 4);
  EXPECT_EQ(begin.remapped(2).id(), 2u);
  EXPECT_EQ(begin.remapped(2).position(), -3);
  EXPECT_TRUE(begin.remapped(2).is_begin());
}

TEST(Endpoint, ByPlaceTheOrderOfIdsIsKept) {
  const Aabb box{{1, 1}, {2, 2}};
  EXPECT_EQ(Endpoint::end(box, Axis::x, 3).place(), Endpoint::end(box, Axis::x, 4).place());
  EXPECT_LT(Endpoint::end(box, Axis::x, 3), Endpoint::end(box, Axis::x, 4));
}

}  // namespace endpoint_test
}  // namespace phasebox::test
