// SPDX-License-Identifier: MIT
// Claims about what recorded frames are like.
#include <algorithm>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "bench/recording.hpp"
#include "support/recordings.hpp"

namespace phasebox::test {

// The size ratio of boxes.

namespace size_range_test {

TEST(SizeRange, is_the_largest_over_the_smallest_longer_side) {
  const Aabb boxes[] = {{{0, 0}, {4, 2}}, {{10, 10}, {13, 42}}, {{5, 5}, {12, 6}}};
  const SizeRange range = size_range(boxes);
  EXPECT_EQ(range.largest, 32);
  EXPECT_EQ(range.smallest, 4);
  EXPECT_EQ(range.ratio(), 8);
}

TEST(SizeRange, of_boxes_without_extent_or_of_none_is_1) {
  const Aabb points[] = {{{1, 1}, {1, 1}}, {{2, 2}, {2, 2}}};
  EXPECT_EQ(size_range(points).ratio(), 1);
  EXPECT_EQ(size_range({}).ratio(), 1);
  const Aabb one[] = {{{1, 1}, {1, 1}}, {{2, 2}, {5, 2}}};
  EXPECT_EQ(size_range(one).ratio(), 1) << "points do not count";
}

}  // namespace size_range_test
}  // namespace phasebox::test

namespace phasebox {

// What is said about recorded frames is true.

namespace frame_facts_test {

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
  EXPECT_DOUBLE_EQ(facts.size_ratio, 1);
  EXPECT_THAT(describe(facts), HasSubstr("nearly one size"));
}

TEST(FrameFacts, three_walls_among_hundreds_are_not_overlooked) {
  const FrameFacts facts = facts_of(frames_of(300, 10, 3, 20));
  EXPECT_DOUBLE_EQ(facts.side, 10);
  EXPECT_THAT(describe(facts), Not(HasSubstr("one size")));
  EXPECT_THAT(describe(facts), HasSubstr("the largest box is 20 times the typical one"));
}

TEST(FrameFacts, a_resting_sprite_is_said_to_rest) {
  EXPECT_THAT(describe(facts_of(frames_of(50, 10, 0, 1))), HasSubstr("100 % of all boxes rest"));
}

// ---- objects that come and go

TEST(FrameFacts, movement_is_known_where_objects_come_and_go_in_every_frame) {
  const BoxRecording trace = test::shooter();
  const FrameFacts facts = facts_of(record(trace, trace.size()));
  EXPECT_TRUE(facts.knows_movement);
  EXPECT_TRUE(facts.changes);
  // Most boxes are missiles, which fly 14 px per frame and a little up or down.
  EXPECT_NEAR(facts.move, 14, 0.1);
  EXPECT_LT(facts.still, 0.05);  // the walls
}

TEST(FrameFacts, arrivals_and_departures_are_counted_per_frame) {
  BoxRecording trace;
  const auto add = [&](std::initializer_list<std::int64_t> ids) {
    for (const std::int64_t id : ids) {
      const auto at = static_cast<float>(id * 10 + static_cast<std::int64_t>(trace.size()));
      trace.ids.push_back(id), trace.boxes.push_back({{at, 0}, {at + 5, 5}});
    }
    trace.frames.push_back(static_cast<std::int64_t>(trace.size()));
    trace.begins.push_back(trace.ids.size());
  };
  add({1, 2, 3}), add({2, 3, 4, 5}), add({5}), add({5, 6}), add({6});
  const FrameFacts facts = facts_of(record(trace, 5));
  EXPECT_DOUBLE_EQ(facts.arrivals, 3.0 / 4);    // 4, 5; none; 6; none
  EXPECT_DOUBLE_EQ(facts.departures, 5.0 / 4);  // 1; 2, 3, 4; none; 5
  EXPECT_TRUE(facts.changes);
  // Whatever numbers sprites have in between, each object moves by 1 px.
  EXPECT_DOUBLE_EQ(facts.move, 1);
  EXPECT_DOUBLE_EQ(facts.still, 0);
  EXPECT_THAT(describe(facts), HasSubstr("0.8 boxes added and 1.2 removed per frame"));
}

TEST(FrameFacts, what_is_there_at_the_beginning_has_not_arrived) {
  const BoxRecording trace = test::exploding_lattice(1, 60, 100);
  for (const std::size_t first : {0u, 30u}) {
    const FrameFacts facts = facts_of(record(trace, 30, first));
    EXPECT_FALSE(facts.changes) << first;
    EXPECT_DOUBLE_EQ(facts.arrivals + facts.departures, 0) << first;
    EXPECT_TRUE(facts.knows_movement) << first;
  }
  Recording by_hand;
  const std::vector<Aabb> boxes(2);
  const std::vector<Edit> edits{{Edit::Kind::add, 0, 0}, {Edit::Kind::add, 1, 1}};
  by_hand.add(boxes, edits), by_hand.add(boxes);
  EXPECT_FALSE(facts_of(by_hand).changes);
}

TEST(FrameFacts, each_object_is_followed_through_the_numbers_it_has_had) {
  // Objects at rest that come and go at random; one that is taken for another seems to move.
  Random random(4);
  BoxRecording trace;
  for (std::int64_t frame = 0; frame < 50; ++frame) {
    for (std::int64_t id = 0; id < 60; ++id) {
      if (random.below(4) == 0) continue;
      const auto at = static_cast<float>(id * 20);
      trace.ids.push_back(id), trace.boxes.push_back({{at, at}, {at + 8, at + 8}});
    }
    trace.frames.push_back(frame);
    trace.begins.push_back(trace.ids.size());
  }
  const FrameFacts facts = facts_of(record(trace, 50));
  EXPECT_DOUBLE_EQ(facts.still, 1);
  EXPECT_NEAR(facts.arrivals, 60 * 0.25 * 0.75, 2);
  EXPECT_NEAR(facts.departures, 60 * 0.25 * 0.75, 2);
}

// ---- one frame

TEST(FrameFacts, one_frame_says_nothing_about_movement) {
  const BoxRecording whole = test::quiet_then_fast(1, 10, 50);
  BoxRecording single;
  single.frames = {7}, single.begins = {0, whole.ids_of(0).size()};
  single.ids.assign(whole.ids_of(0).begin(), whole.ids_of(0).end());
  single.boxes.assign(whole.boxes_of(0).begin(), whole.boxes_of(0).end());
  // Also when it is repeated, to have enough to race over.
  for (const Recording& recording : {record(whole, 1), record(single, 1), record(single, 40)}) {
    const FrameFacts facts = facts_of(recording);
    EXPECT_FALSE(facts.knows_movement);
    EXPECT_FALSE(facts.changes);
    EXPECT_EQ(facts.frames, 1u);
    EXPECT_DOUBLE_EQ(facts.still, 0);
    EXPECT_THAT(describe(facts), HasSubstr("one frame says nothing about movement"));
    EXPECT_THAT(describe(facts), Not(HasSubstr("rest")));
  }
  EXPECT_EQ(why_no_movement(facts_of(record(whole, 2))), "");
}

TEST(FrameFacts, frames_without_a_common_object_say_nothing_about_movement_either) {
  BoxRecording trace;
  for (std::int64_t id = 0; id < 9; ++id) {
    trace.ids.push_back(id), trace.boxes.push_back({{0, 0}, {1, 1}});
    trace.frames.push_back(id), trace.begins.push_back(trace.ids.size());
  }
  const FrameFacts facts = facts_of(record(trace, 9));
  EXPECT_FALSE(facts.knows_movement);
  EXPECT_TRUE(facts.changes);
  EXPECT_THAT(describe(facts), HasSubstr("no box stays from one frame to the next"));
}

TEST(FrameFacts, without_boxes_are_few) {
  EXPECT_EQ(facts_of(Recording{}).frames, 0u);
  EXPECT_EQ(describe(facts_of(Recording{})), "");
  BoxRecording empty;
  empty.frames = {0, 1}, empty.begins = {0, 0, 0};
  EXPECT_DOUBLE_EQ(facts_of(record(empty, 2)).boxes, 0);
}

// ---- the whole recording

TEST(FrameFacts, are_those_of_the_whole_recording) {
  const BoxRecording trace = test::quiet_then_fast();  // 320 quiet frames of 1,000
  const FrameFacts facts = facts_of(record(trace, 1000));
  EXPECT_GT(facts.move, 8);
  EXPECT_GT(facts_of(record(trace, 1000, 320)).move, facts.move);
  EXPECT_LT(facts_of(record(trace, 320)).move, 0.1);
}

TEST(FrameFacts, sizes_are_not_those_of_the_largest_frame_alone) {
  // Large boxes in most frames, small ones in the largest frame, one huge one in a single frame.
  Recording recording;
  for (int frame = 0; frame < 500; ++frame) {
    std::vector<Aabb> boxes(frame == 250 ? 120 : 100, Aabb{{0, 0}, {40, 10}});
    if (frame == 250) std::ranges::fill(boxes, Aabb{{0, 0}, {2, 2}});
    if (frame == 77) boxes[3] = {{0, 0}, {5, 900}};
    recording.add(boxes);
  }
  const FrameFacts facts = facts_of(recording);
  EXPECT_DOUBLE_EQ(facts.side, 40);
  EXPECT_DOUBLE_EQ(facts.largest_side, 900);
  EXPECT_DOUBLE_EQ(facts.size_ratio, 450);
}

TEST(FrameFacts, what_happens_in_every_other_frame_is_seen_as_half) {
  // A game at 60 Hz whose physics run at 30 Hz; and more boxes than are looked at.
  Recording recording;
  std::vector<Aabb> boxes(1000);
  for (int frame = 0; frame < 600; ++frame) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Vec2 at{static_cast<float>(i * 10), static_cast<float>(frame / 2)};
      boxes[i] = {at, at + Vec2{4, 4}};
    }
    recording.add(boxes);
  }
  EXPECT_NEAR(facts_of(recording).still, 0.5, 0.15);
}

TEST(FrameFacts, have_the_unit_of_the_recording) {
  BoxRecording trace = test::exploding_lattice(1, 5, 9);
  EXPECT_EQ(facts_of(record(trace, 5)).unit, "px");
  trace.unit = "m";
  EXPECT_EQ(facts_of(record(trace, 5)).unit, "m");
}

}  // namespace frame_facts_test
}  // namespace phasebox
