// SPDX-License-Identifier: MIT
// Boxes in straight flight: what they sweep, and when two of them first meet.
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "world/flight.hpp"

namespace phasebox::test {
namespace flight_test {

constexpr Aabb kUnit{{0, 0}, {10, 10}};

World one_flying(Vec2 velocity, bool is_static = false) {
  World world;
  Sprite sprite;
  sprite.velocity = velocity, sprite.is_static = is_static;
  world.add(sprite);
  return world;
}

TEST(SweptBoxes, reach_from_the_box_now_to_that_at_the_horizon) {
  const World world = one_flying({2, -1});
  EXPECT_EQ(box_of_flight(world, 0, kUnit, {0.5}), (Aabb{{0, -30}, {70, 10}}));
  EXPECT_EQ(box_of_flight(world, 0, kUnit, {0}), kUnit);
}

TEST(SweptBoxes, swell_by_half_the_acceleration_times_the_square_of_the_time) {
  const World world = one_flying({2, -1});
  EXPECT_EQ(box_of_flight(world, 0, kUnit, {0.5, 80}), (Aabb{{-10, -40}, {80, 20}}));
  EXPECT_EQ(box_of_flight(world, 0, kUnit, {0, 80}), kUnit);
}

TEST(SweptBoxes, of_static_sprites_are_their_boxes) {
  EXPECT_EQ(box_of_flight(one_flying({2, -1}, true), 0, kUnit, {0.5, 80}), kUnit);
}

}  // namespace flight_test
}  // namespace phasebox::test
