// SPDX-License-Identifier: MIT
// The weakest cut against all stripes and all subsets.
#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "collide/broadphase/rdc/rdc_clustering.hpp"

namespace phasebox {
namespace weakest_cut_test {

std::vector<SpriteId> everyone(std::size_t n) {
  std::vector<SpriteId> ids(n);
  std::iota(ids.begin(), ids.end(), SpriteId{0});
  return ids;
}

// Whether these boxes leave a stripe empty between two of them.
bool comes_apart(const std::vector<Aabb>& boxes, std::uint32_t kept, Axis axis) {
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (!(kept >> i & 1)) continue;
    const float at = high(boxes[i], axis);
    bool is_covered = false, has_more = false;
    for (std::size_t j = 0; j < boxes.size(); ++j) {
      if (!(kept >> j & 1)) continue;
      is_covered |= low(boxes[j], axis) <= at && at < high(boxes[j], axis);
      has_more |= low(boxes[j], axis) > at;
    }
    if (!is_covered && has_more) return true;
  }
  return false;
}

// The fewest to be taken away, by trying all subsets; more than there are where none helps.
int fewest(const std::vector<Aabb>& boxes) {
  const auto n = static_cast<unsigned>(boxes.size());
  int best = static_cast<int>(n) + 1;
  for (std::uint32_t kept = 0; kept < 1u << n; ++kept)
    for (const Axis axis : {Axis::x, Axis::y})
      if (comes_apart(boxes, kept, axis))
        best = std::min(best, static_cast<int>(n) - std::popcount(kept));
  return best;
}

TEST(WeakestCut, needs_as_few_as_the_best_of_all_subsets) {
  Random random(7);
  WeakestCutFinder finder;
  for (int round = 0; round < 200; ++round) {
    std::vector<Aabb> boxes;
    const int n = 2 + round % 7;
    for (int i = 0; i < n; ++i) {
      const float x = random.uniform(0, 60), y = random.uniform(0, 60);
      const float w = random.uniform(1, 40), h = random.uniform(1, 40);
      boxes.push_back({{x, y}, {x + w, y + h}});
    }
    Frame frame;
    frame.boxes = boxes;
    const auto cut = finder.find(frame, everyone(boxes.size()), 0);
    const int wanted = fewest(boxes);
    ASSERT_EQ(cut.has_value(), wanted <= n) << "round " << round;
    if (!cut) continue;
    EXPECT_EQ(static_cast<int>(cut->gone.size()), wanted) << "round " << round;
    EXPECT_LT(high(cut->before, cut->axis), low(cut->after, cut->axis));
    EXPECT_GT(cut->at, high(cut->before, cut->axis));
    EXPECT_LT(cut->at, low(cut->after, cut->axis));
  }
}

TEST(WeakestCut, sees_boundaries_where_the_threshold_puts_them) {
  const std::vector<Aabb> boxes{{{0, 0}, {10, 10}}, {{8, 0}, {18, 10}}};
  Frame frame;
  frame.boxes = boxes;
  WeakestCutFinder finder;
  EXPECT_FALSE(finder.find(frame, everyone(2), 0));
  const auto cut = finder.find(frame, everyone(2), 2);
  ASSERT_TRUE(cut);
  EXPECT_TRUE(cut->gone.empty());
  EXPECT_EQ(cut->at, 9);
}

}  // namespace weakest_cut_test
}  // namespace phasebox
