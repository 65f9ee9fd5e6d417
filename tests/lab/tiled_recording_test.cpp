// SPDX-License-Identifier: MIT
// A recording that is repeated side by side has as many boxes, pairs and moves, times the copies.
#include "lab/tiled_recording.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace phasebox {
namespace tiled_recording_test {

// 100 objects of 20 x 20 px that move right by 1 px a frame; in each frame 5 others are missing.
// All places are whole numbers, so that no overlap depends on how floats are rounded.
BoxRecording walkers() {
  BoxRecording trace;
  for (int f = 0; f < 20; ++f) {
    for (int i = 0; i < 100; ++i) {
      if (i % 20 == f) continue;
      const auto x = static_cast<float>(i * 37 % 900 + f), y = static_cast<float>(i * 53 % 200);
      trace.ids.push_back(i);
      trace.boxes.push_back({{x, y}, {x + 20, y + 20}});
    }
    trace.frames.push_back(f);
    trace.begins.push_back(trace.ids.size());
  }
  return trace;
}

TEST(TiledRecording, has_that_many_boxes_and_pairs_at_the_same_density) {
  const BoxRecording trace = walkers();
  const Recording one = record(trace, trace.size());
  for (const std::size_t times : {1u, 2u, 7u, 100u}) {
    const Recording many = record(tiled(one, 5, 12, times), 12);
    ASSERT_EQ(many.size(), 12u);
    for (std::size_t f = 0; f < many.size(); ++f) {
      EXPECT_EQ(many.boxes(f).size(), times * one.boxes(5 + f).size());
      EXPECT_EQ(true_pairs(many.frame(f)).count, times * true_pairs(one.frame(5 + f)).count)
          << times << " copies, frame " << f << ": no new overlaps, and none is lost";
    }
    const FrameFacts facts = facts_of(many);
    const auto columns = std::ceil(std::sqrt(static_cast<double>(times)));
    EXPECT_NEAR(facts.width / columns, facts_of(record(tiled(one, 5, 12, 1), 12)).width,
                0.1 * facts.width / columns);
  }
}

TEST(TiledRecording, keeps_each_object_from_frame_to_frame) {
  const BoxRecording trace = walkers();
  const Recording one = record(trace, trace.size());
  const FrameFacts before = facts_of(record(tiled(one, 5, 12, 1), 12));
  const FrameFacts after = facts_of(record(tiled(one, 5, 12, 4), 12));
  EXPECT_NEAR(after.move, before.move, 0.05 * before.move + 0.01);
  EXPECT_DOUBLE_EQ(after.arrivals, 4 * before.arrivals);
  EXPECT_DOUBLE_EQ(after.departures, 4 * before.departures);
}

TEST(TiledRecording, keeps_filters_and_statics) {
  Recording one;
  const std::vector<Aabb> boxes{{{0, 0}, {2, 2}}, {{1, 1}, {3, 3}}};
  const std::vector<Filter> filters{{.category = 2}, {.category = 4}};
  const std::vector<std::uint8_t> statics{1, 0};
  Frame frame;
  frame.boxes = boxes;
  frame.filters = filters;
  frame.is_static = statics;
  one.add(frame);
  const BoxRecording many = tiled(one, 0, 1, 3);
  ASSERT_EQ(many.ids.size(), 6u);
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_EQ(many.filters[k].category, k < 3 ? 2u : 4u);
    EXPECT_EQ(many.is_static[k], k < 3 ? 1 : 0);
  }
}

}  // namespace tiled_recording_test
}  // namespace phasebox
