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

TEST(FirstContact, is_the_gap_over_the_closing_speed) {
  const Aabb right{{40, 3}, {50, 8}};
  EXPECT_DOUBLE_EQ(first_contact(kUnit, {1, 0}, right, {0, 0}).value(), 0.5);
  EXPECT_DOUBLE_EQ(first_contact(right, {-1, 0}, kUnit, {0.5f, 0}).value(), 20.0 / 60);
  EXPECT_FALSE(first_contact(kUnit, {-1, 0}, right, {0, 0})) << "they part";
  EXPECT_FALSE(first_contact(kUnit, {1, 0}, right, {1, 0})) << "they keep their distance";
}

TEST(FirstContact, is_now_where_boxes_overlap_and_never_where_they_pass_edge_to_edge) {
  EXPECT_EQ(first_contact(kUnit, {1, 0}, {{5, 5}, {20, 20}}, {}), 0.0);
  EXPECT_EQ(first_contact(kUnit, {1, 0}, {{10, 0}, {20, 10}}, {}), 0.0)
      << "they touch and approach";
  EXPECT_FALSE(first_contact(kUnit, {1, 0}, {{40, 10}, {50, 20}}, {})) << "edge to edge";
  EXPECT_FALSE(first_contact(kUnit, {1, 1}, {{30, 10}, {40, 20}}, {})) << "past each other";
}

// A little before they are apart, a little after they overlap.
TEST(FirstContact, agrees_with_boxes_that_are_moved_there) {
  Random random(5);
  int met = 0;
  for (int k = 0; k < 500; ++k) {
    const float x = random.uniform(-200, 200), y = random.uniform(-200, 200);
    const float vx = random.uniform(-4, 4), vy = random.uniform(-4, 4);
    const Aabb b = translated({{0, 0}, {60, 60}}, {x, y});
    const auto time = first_contact(kUnit, {}, b, {vx, vy});
    const auto at = [&](double steps) { return translated(b, Vec2{vx, vy} * float(steps)); };
    if (!time) {
      for (int step = 0; step < 300; ++step) EXPECT_FALSE(overlaps(kUnit, at(step))) << k;
      continue;
    }
    met += *time > 0;
    EXPECT_TRUE(overlaps(kUnit, at(*time * kStepsPerSecond + 0.01))) << k;
    EXPECT_EQ(overlaps(kUnit, at(*time * kStepsPerSecond - 0.01)), *time == 0) << k;
  }
  EXPECT_GT(met, 50);
}

}  // namespace flight_test
}  // namespace phasebox::test
