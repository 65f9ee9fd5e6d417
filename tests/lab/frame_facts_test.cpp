// SPDX-License-Identifier: MIT
// Claims about what is said of recorded frames: nothing that is not so.
#include "lab/frame_facts.hpp"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace phasebox {
namespace {

using testing::HasSubstr;
using testing::Not;

// Squares in a row, `side` px each but the first `large`, which are `factor` times as large.
Recording frames_of(std::size_t n, float side, std::size_t large, float factor) {
  std::vector<Aabb> boxes;
  for (std::size_t i = 0; i < n; ++i) {
    const float size = i < large ? side * factor : side;
    const Vec2 at{static_cast<float>(i) * side * 2, 0};
    boxes.push_back({at, at + Vec2{size, size}});
  }
  Recording recording;
  for (int frame = 0; frame < 3; ++frame) recording.add(boxes);
  return recording;
}

TEST(FrameFacts, equal_boxes_are_of_one_size) {
  const FrameFacts facts = facts_of(frames_of(300, 10, 0, 1));
  EXPECT_DOUBLE_EQ(facts.side, 10);
  EXPECT_DOUBLE_EQ(facts.largest_side, 10);
  EXPECT_THAT(describe(facts), HasSubstr("nearly one size"));
}

TEST(FrameFacts, three_walls_among_hundreds_are_not_overlooked) {
  const FrameFacts facts = facts_of(frames_of(300, 10, 3, 20));
  EXPECT_DOUBLE_EQ(facts.side, 10);
  EXPECT_THAT(describe(facts), Not(HasSubstr("one size")));
  EXPECT_THAT(describe(facts), HasSubstr("the largest box is 20 times the usual one"));
}

TEST(FrameFacts, who_rests_is_said_to_rest) {
  EXPECT_THAT(describe(facts_of(frames_of(50, 10, 0, 1))), HasSubstr("100 % of all boxes rest"));
}

}  // namespace
}  // namespace phasebox
