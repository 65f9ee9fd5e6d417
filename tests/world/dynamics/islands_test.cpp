// SPDX-License-Identifier: MIT
// Claims about islands: who belongs together, and that what is apart does not matter.
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "table.hpp"
#include "world/dynamics/sleep.hpp"

namespace phasebox {
namespace dynamics_test {

using testing::ElementsAre;

TEST(Islands, are_joined_through_others_and_known_by_their_least_body) {
  Islands islands;
  islands.begin(7);
  islands.join(5, 2), islands.join(6, 5), islands.join(3, 4);
  std::vector<std::uint32_t> of;
  for (std::uint32_t i = 0; i < 7; ++i) of.push_back(islands.of(i));
  EXPECT_THAT(of, ElementsAre(0, 1, 2, 3, 3, 2, 2));
  islands.join(6, 4);
  EXPECT_EQ(islands.of(3), 2u);
  islands.begin(7);
  EXPECT_EQ(islands.of(6), 6u) << "each by itself again";
}

TEST(Islands, come_in_the_order_of_their_first_things) {
  Islands islands;
  islands.begin(6);
  islands.join(0, 4), islands.join(1, 2);
  IslandOrder order;
  order.sort(islands, 6, std::vector<std::uint32_t>{5, 2, 4, 1, 0, 2});
  EXPECT_THAT(order.things(), ElementsAre(0, 1, 3, 5, 2, 4));
  EXPECT_THAT(order.begins(), ElementsAre(0, 1, 4, 6));
  order.sort(islands, 6, {});
  EXPECT_THAT(order.things(), ElementsAre());
  EXPECT_THAT(order.begins(), ElementsAre(0));
}

/// Where four boxes of a leaning stack are after each step.
std::vector<Vec2> stack(bool stands_beside_a_heap) {
  Table t;
  t.options.gravity_y = 360;
  t.floor(800);
  for (int k = 0; k < 4; ++k)
    t.box({300 + 3 * static_cast<float>(k), 780 - 41 * static_cast<float>(k)}, {40, 40});
  for (int k = 0; stands_beside_a_heap && k < 60; ++k)
    t.box({1200 + 21 * static_cast<float>(k % 6), 780 - 22 * static_cast<float>(k / 6)}, {20, 20},
          {k % 2 == 0 ? 10.0f : -10.0f, 0});
  std::vector<Vec2> seen;
  for (int step = 0; step < 120; ++step) {
    t.run(1);
    for (SpriteId i = 1; i <= 4; ++i) seen.push_back(t.at(i));
  }
  return seen;
}

TEST(Islands, go_their_way_whatever_others_do) { EXPECT_EQ(stack(true), stack(false)); }

}  // namespace dynamics_test
}  // namespace phasebox
