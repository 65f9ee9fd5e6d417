// SPDX-License-Identifier: MIT
// The loops of trees give what loops over all boxes give.
#include "collide/broadphase/tree/tree_kernels.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "support/checks.hpp"
#include "support/vector_targets.hpp"

namespace phasebox::test {

// The loops of the trees agree with the one predicate, on every kind of vector of the machine.

namespace tree_joins_test {

BoxColumns columns_of(const std::vector<Aabb>& boxes) {
  BoxColumns columns;
  columns.resize(boxes.size());
  for (SpriteId i = 0; i < boxes.size(); ++i) columns.set(i, boxes[i], i);
  return columns;
}

Run run_of(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

TEST(TreeJoins, KeepsWhatOverlapsInItsOrder) {
  for_all_targets([](const char* target) {
    for (const BoxWorld& world : make_worlds(1)) {
      const BoxColumns rows = columns_of(world.boxes);
      BoxColumns kept;
      kept.resize(world.size());
      for (std::size_t k = 0; k < world.size(); k += 7) {
        const auto run = run_of(std::min<std::size_t>(k, 5), world.size() - k / 2);
        const std::size_t size = keep_overlapping(rows, run, world.boxes[k], kept, 0);
        std::vector<SpriteId> expected, found;
        for (std::size_t i = run.begin; i < run.end; ++i)
          if (overlaps(world.boxes[i], world.boxes[k]))
            expected.push_back(static_cast<SpriteId>(i));
        for (std::size_t i = 0; i < size; ++i) {
          found.push_back(kept.id[i]);
          EXPECT_EQ(kept.box(i), world.boxes[kept.id[i]]) << target << world.label();
        }
        ASSERT_EQ(found, expected) << target << ' ' << world.label() << " box " << k;
      }
    }
  });
}

TEST(TreeJoins, KeepingStopsWhereThereIsNoRoom) {
  const std::vector<Aabb> stack(1000, Aabb{{0, 0}, {1, 1}});
  const BoxColumns boxes = columns_of(stack);
  BoxColumns kept;
  kept.resize(600);
  auto list = run_of(0, 0);
  const auto rest = keep_in_room(boxes, {0, 1000}, stack[0], kept, list);
  EXPECT_EQ(list.size() + rest.size(), 1000u);
  EXPECT_EQ(rest.end, 1000u);
  EXPECT_LE(list.size(), 600u);
  EXPECT_GE(list.size(), 300u) << "most of the room is used";
}

/// All pairs, by joins within both parts of the boxes and between them.
std::vector<Pair> joined(const BoxWorld& world, std::size_t middle) {
  const BoxColumns boxes = columns_of(world.boxes);
  const Run first = run_of(0, middle), second = run_of(middle, world.size());
  const Frame frame = world.frame();
  PairSink found;
  {
    PairWriter writer(frame, found);
    join_within(boxes, first, writer);
    join_within(boxes, second, writer);
    join_across(boxes, first, boxes, second, writer);
  }
  return sorted({found.items().begin(), found.items().end()});
}

TEST(TreeJoins, FindEveryEligiblePairOnce) {
  for_all_targets([](const char* target) {
    for (const BoxWorld& world : make_worlds(1))
      ASSERT_EQ(joined(world, world.size() / 3), exact_pairs(world.frame()))
          << target << ' ' << world.label();
  });
}

TEST(TreeJoins, FindMorePairsThanABlockHolds) {
  const BoxWorld stack = world_of("stack", std::vector<Aabb>(1200, Aabb{{0, 0}, {1, 1}}));
  EXPECT_EQ(joined(stack, 1).size(), 1200u * 1199 / 2);
}

}  // namespace tree_joins_test

// Codes made several at once are those made one by one, on every kind of vector of the machine.

namespace quad_cells_test {

/// The field around the first `n` boxes, and their codes both ways.
void expect_same_codes(const BoxWorld& world, std::size_t n, unsigned levels, const char* target) {
  Aabb field = world.boxes[0];
  for (std::size_t k = 0; k < n; ++k) field = united(field, world.boxes[k]);
  const QuadCells cells(field, levels);
  std::vector<Coded> codes(n);
  const auto end = static_cast<std::uint32_t>(n), middle = end / 3;
  for (const Run part : {Run{0, middle}, Run{middle, end}})
    code_tightly(world.boxes, part, cells, codes.data());
  for (SpriteId i = 0; i < n; ++i) {
    ASSERT_EQ(codes[i].id, i) << target << ", " << n << " boxes";
    ASSERT_EQ(codes[i].code, cells.tight_code(world.boxes[i]))
        << target << ", box " << i << " of " << n << ", levels " << levels;
  }
}

TEST(QuadCells, CodesManyAsItCodesOne) {
  for_all_targets([](const char* target) {
    for (const BoxWorld& world : make_worlds(1))
      for (const unsigned levels : {1u, 8u, 12u})
        for (const std::size_t n : {std::size_t{1}, std::size_t{3}, world.size()})
          if (n > 0 && n <= world.size()) expect_same_codes(world, n, levels, target);
  });
}

TEST(QuadCells, ABoxThatEndsOnALineLiesBeforeIt) {
  const QuadCells cells({{0, 0}, {256, 256}}, 8);
  const auto level = [&](const Aabb& box) { return cells.tight_code(box) & QuadCells::kLevelMask; };
  EXPECT_EQ(level({{126, 126}, {128, 128}}), 7u);
  EXPECT_EQ(level({{126, 126}, {128.5f, 128}}), 0u);
  EXPECT_EQ(level({{128, 128}, {129, 129}}), 8u);
}

}  // namespace quad_cells_test
}  // namespace phasebox::test
