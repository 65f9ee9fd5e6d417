// SPDX-License-Identifier: MIT
// Codes made several at once are those made one by one, on every kind of vector that the machine
// has.
#include "collide/broadphase/tree/quad_cells.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "support/checks.hpp"
#include "support/vector_targets.hpp"

namespace phasebox::test {
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
