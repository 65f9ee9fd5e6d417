// SPDX-License-Identifier: MIT
// The size ratio of boxes.
#include <gtest/gtest.h>

#include "lab/tune/frame_facts.hpp"

namespace phasebox::test {
namespace size_range_test {

TEST(SizeRange, is_the_largest_over_the_smallest_longer_side) {
  const Aabb boxes[] = {{{0, 0}, {4, 2}}, {{10, 10}, {13, 42}}, {{5, 5}, {12, 6}}};
  const SizeRange range = size_range(boxes);
  EXPECT_EQ(range.largest, 32);
  EXPECT_EQ(range.smallest, 4);
  EXPECT_EQ(range.ratio(), 8);
  EXPECT_EQ(range.levels(), 3);
}

TEST(SizeRange, of_boxes_without_extent_or_of_none_is_1) {
  const Aabb points[] = {{{1, 1}, {1, 1}}, {{2, 2}, {2, 2}}};
  EXPECT_EQ(size_range(points).ratio(), 1);
  EXPECT_EQ(size_range({}).levels(), 0);
  const Aabb one[] = {{{1, 1}, {1, 1}}, {{2, 2}, {5, 2}}};
  EXPECT_EQ(size_range(one).ratio(), 1) << "points do not count";
}

}  // namespace size_range_test
}  // namespace phasebox::test
