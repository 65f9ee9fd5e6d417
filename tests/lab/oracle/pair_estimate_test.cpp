// SPDX-License-Identifier: MIT
// Claims about the estimate of candidate pairs.
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "lab/oracle.hpp"

namespace phasebox {
namespace pair_estimate_test {

std::vector<Aabb> random_boxes(std::size_t n, float field, float side) {
  Random random(7);
  std::vector<Aabb> boxes;
  for (std::size_t i = 0; i < n; ++i) {
    const float x = random.uniform(0, field);
    const float y = random.uniform(0, field);
    boxes.push_back({{x, y}, {x + side, y + side}});
  }
  return boxes;
}

std::uint64_t count_pairs(const Frame& frame) {
  std::uint64_t count = 0;
  for (SpriteId i = 0; i < frame.size(); ++i)
    for (SpriteId k = i + 1; k < frame.size(); ++k)
      count += overlaps(frame.boxes[i], frame.boxes[k]) && eligible(frame, i, k) ? 1u : 0u;
  return count;
}

Frame frame_of(const std::vector<Aabb>& boxes) {
  Frame frame{};
  frame.boxes = boxes;
  return frame;
}

TEST(PairEstimate, is_exact_for_small_frames) {
  for (const std::size_t n : {0u, 1u, 2u, 60u, 1000u}) {
    const auto boxes = random_boxes(n, 1000, 60);
    EXPECT_EQ(estimate_pairs(frame_of(boxes)), count_pairs(frame_of(boxes))) << n << " sprites";
  }
}

TEST(PairEstimate, is_close_for_large_frames) {
  const auto boxes = random_boxes(8000, 1000, 40);
  const auto exact = static_cast<double>(count_pairs(frame_of(boxes)));
  EXPECT_NEAR(static_cast<double>(estimate_pairs(frame_of(boxes))), exact, 0.1 * exact);
}

TEST(PairEstimate, does_not_overflow_where_all_boxes_are_one) {
  const std::vector<Aabb> boxes(200'000, Aabb{{0, 0}, {1, 1}});
  EXPECT_EQ(estimate_pairs(frame_of(boxes)), 200'000ull * 199'999 / 2);
}

TEST(PairEstimate, leaves_out_pairs_that_are_not_eligible) {
  const std::vector<Aabb> boxes(10, Aabb{{0, 0}, {1, 1}});
  std::vector<std::uint8_t> is_static(10, 1);
  is_static[3] = 0;
  Frame frame = frame_of(boxes);
  frame.is_static = is_static;
  EXPECT_EQ(estimate_pairs(frame), 9u);
}

}  // namespace pair_estimate_test
}  // namespace phasebox
