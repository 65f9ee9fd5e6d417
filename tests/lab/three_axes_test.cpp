// SPDX-License-Identifier: MIT
// RDC and sort and sweep along three axes: exact, and groups as RDC's rules give them.
#include "lab/three_axes.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "support/session_in_scene.hpp"

namespace phasebox::test {
namespace three_axes_test {

using Boxes = std::vector<Box3>;
using Partition = std::set<std::set<SpriteId>>;

// Whole numbers, so that many boxes touch; some have no extent on an axis.
Boxes random_boxes(std::size_t n, std::uint64_t seed, std::uint32_t field) {
  Random random(seed);
  Boxes boxes(n);
  for (Box3& box : boxes)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      box.min[axis] = static_cast<float>(random.below(field));
      box.max[axis] = box.min[axis] + static_cast<float>(random.below(9));
    }
  return boxes;
}

std::set<std::uint64_t> keys(const SpacePairs& found) {
  std::set<std::uint64_t> all;
  for (const Pair pair : found.pairs)
    EXPECT_TRUE(all.insert(key(pair)).second) << pair.a << " and " << pair.b << " twice";
  return all;
}

std::set<std::uint64_t> brute_force(const Boxes& boxes, std::size_t axes) {
  std::set<std::uint64_t> all;
  for (SpriteId i = 0; i < boxes.size(); ++i)
    for (SpriteId j = i + 1; j < boxes.size(); ++j) {
      bool overlap = true;
      for (std::size_t k = 0; k < axes; ++k)
        overlap = overlap && boxes[i].min[k] < boxes[j].max[k] && boxes[j].min[k] < boxes[i].max[k];
      if (overlap) all.insert(key({i, j}));
    }
  return all;
}

Partition partition(const std::vector<SpaceGroup>& groups) {
  Partition all;
  for (const SpaceGroup& group : groups) all.insert({group.members.begin(), group.members.end()});
  return all;
}

// The coarsest groups that no axis splits: cut at any plane with boxes on both sides and none
// across it, until there is no such plane. The order of the cuts does not matter.
Partition unsplittable(const Boxes& boxes, std::size_t axes) {
  std::vector<std::set<SpriteId>> waiting(1);
  for (SpriteId i = 0; i < boxes.size(); ++i) waiting[0].insert(i);
  Partition done;
  while (!waiting.empty()) {
    const std::set<SpriteId> group = waiting.back();
    waiting.pop_back();
    std::set<SpriteId> left;
    for (std::size_t axis = axes; axis-- > 0;)
      for (const SpriteId at : group) {
        if (!left.empty()) break;
        const float plane = boxes[at].max[axis];
        bool is_crossed = false;
        for (const SpriteId i : group)
          if (boxes[i].max[axis] <= plane) left.insert(i);
        for (const SpriteId i : group)
          if (!left.count(i)) is_crossed = is_crossed || boxes[i].min[axis] < plane;
        if (is_crossed || left.size() == group.size()) left.clear();
      }
    if (left.empty()) {
      done.insert(group);
      continue;
    }
    std::set<SpriteId> right;
    std::ranges::set_difference(group, left, std::inserter(right, right.end()));
    waiting.push_back(left);
    waiting.push_back(right);
  }
  return done;
}

TEST(ThreeAxes, rdc_and_sweep_find_the_pairs_of_brute_force) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Boxes boxes = random_boxes(90, seed, seed < 7 ? 24 : 60);
    ASSERT_FALSE(brute_force(boxes, 3).empty()) << seed;
    for (const std::size_t size : {1u, 8u, 90u})
      for (const std::size_t axes : {2u, 3u})
        EXPECT_EQ(keys(pairs_in_groups(boxes, rdc_groups(boxes, axes, size), axes)),
                  brute_force(boxes, axes))
            << seed << ", group size " << size << ", axes " << axes;
    for (std::size_t axis = 0; axis < 3; ++axis)
      EXPECT_EQ(keys(sweep_pairs(boxes, axis)), brute_force(boxes, 3)) << seed << ", " << axis;
  }
}

TEST(ThreeAxes, a_group_is_final_when_no_axis_splits_it) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Boxes boxes = random_boxes(40, seed, 30);
    for (Box3& box : boxes)  // with extent: a point on a side is in no plane's way
      for (std::size_t k = 0; k < 3; ++k) ++box.max[k];
    for (const std::size_t axes : {2u, 3u})
      EXPECT_EQ(partition(rdc_groups(boxes, axes, 1)), unsplittable(boxes, axes)) << seed;
  }
}

TEST(ThreeAxes, a_group_is_final_at_the_group_size_and_not_above_it) {
  const Boxes row{{{0, 0, 0}, {1, 1, 1}}, {{2, 0, 0}, {3, 1, 1}}, {{4, 0, 0}, {5, 1, 1}}};
  EXPECT_EQ(partition(rdc_groups(row, 3, 3)), (Partition{{0, 1, 2}}));
  EXPECT_EQ(partition(rdc_groups(row, 3, 2)), (Partition{{0}, {1}, {2}}));
}

// A spiral of cuts: x, then y, then z, then x again, each possible only after the one before.
TEST(ThreeAxes, a_part_is_split_on_the_first_axis_again_after_the_third) {
  const Boxes boxes{{{0, 0, 0}, {2, 4, 4}},  // apart from all others on x
                    {{3, 0, 0}, {9, 1, 4}},  // the others' x, apart on y
                    {{3, 2, 0}, {9, 4, 1}},  // theirs, apart on z
                    {{3, 2, 2}, {5, 4, 4}},  // these two are apart on x alone
                    {{6, 2, 2}, {9, 4, 4}}};
  EXPECT_EQ(rdc_groups(boxes, 3, 1).size(), 5u);
  EXPECT_EQ(rdc_groups(boxes, 2, 1).size(), 3u) << "z parts the last three";
}

TEST(ThreeAxes, a_group_knows_the_box_around_its_members) {
  const Boxes boxes = random_boxes(30, 3, 20);
  for (const SpaceGroup& group : rdc_groups(boxes, 3, 4))
    for (std::size_t k = 0; k < 3; ++k) {
      float low = 1e9f, high = -1e9f;
      for (const SpriteId i : group.members) {
        low = std::min(low, boxes[i].min[k]);
        high = std::max(high, boxes[i].max[k]);
      }
      EXPECT_EQ(group.box.min[k], low);
      EXPECT_EQ(group.box.max[k], high);
    }
}

TEST(ThreeAxes, the_numbers_are_those_of_brute_force) {
  const Boxes boxes = random_boxes(120, 5, 50);
  const Session session = in_scene("lesson");
  const ThreeAxes counts = three_axes(boxes, session).value();
  EXPECT_EQ(counts.pairs, brute_force(boxes, 3).size());
  EXPECT_EQ(counts.flat_pairs, brute_force(boxes, 2).size());
  EXPECT_GT(counts.flat_pairs, counts.pairs);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::uint64_t interfering = 0;
    for (std::size_t i = 0; i < boxes.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) interfering += overlaps_on(boxes[i], boxes[j], axis);
    EXPECT_EQ(counts.interfering[axis], interfering);
    EXPECT_LE(counts.interfering[counts.best()], interfering);
  }
  std::uint64_t tests = 0, members = 0;
  for (const SpaceGroup& group : counts.groups) {
    tests += group.members.size() * (group.members.size() - 1) / 2;
    members += group.members.size();
  }
  EXPECT_EQ(counts.tests, tests);
  EXPECT_EQ(members, boxes.size()) << "each box is in one group";
}

TEST(ThreeAxes, too_many_boxes_are_not_counted_and_none_make_no_group) {
  const Session session = in_scene("lesson");
  EXPECT_FALSE(three_axes(Boxes(kMaxThreeAxes + 1), session));
  EXPECT_TRUE(three_axes(Boxes{}, session).value().groups.empty());
}

}  // namespace three_axes_test
}  // namespace phasebox::test
