// SPDX-License-Identifier: MIT
// Claims about islands: who belongs together, and that what is apart does not matter.
#include "world/dynamics/sleep.hpp"

#include <array>
#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "table.hpp"

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

// ---- Claims about sprites that sleep: when they fall asleep, and what wakes them.

bool sleeps(const Table& t, SpriteId i) {
  const auto quiet = t.world.quiet_steps();
  return i < quiet.size() && quiet[i] >= World::kStepsToSleep;
}

/// Boxes of 20 px on each other, from the floor up; the floor is sprite 0.
struct Stack : Table {
  explicit Stack(int boxes) {
    options.gravity_y = 360, options.restitution = 0, options.friction = 0.5f;
    floor(800);
    for (int k = 0; k < boxes; ++k) box({600, 789.98f - 20.02f * static_cast<float>(k)}, {20, 20});
  }
};

TEST(Sleep, a_stack_at_rest_falls_asleep_and_stays_where_it_is) {
  Stack t(4);
  t.run(120);
  for (SpriteId i = 1; i <= 4; ++i) EXPECT_TRUE(sleeps(t, i)) << i;
  EXPECT_FALSE(sleeps(t, 0)) << "static";
  const std::uint64_t before = t.world.hash();
  t.run(60);
  EXPECT_EQ(t.world.hash(), before);
  EXPECT_EQ(t.dynamics.log().counts.encounters, 0u) << "nothing is looked at";
}

TEST(Sleep, a_high_heap_comes_to_rest_and_sleeps) {
  Table t;
  t.options.gravity_y = 360, t.options.restitution = 0.3f, t.options.friction = 0.4f;
  t.floor(800);
  t.box({390, 500}, {20, 800}, {}, true), t.box({610, 500}, {20, 800}, {}, true);
  Random random(5);
  for (int k = 0; k < 200; ++k) {
    const float x = 415 + 24 * static_cast<float>(k % 8), size = random.uniform(14, 22);
    const SpriteId i = t.box({x, 780 - 24 * static_cast<float>(k / 8)}, {size, size});
    t.turn(i, random.uniform(-0.02f, 0.02f));
  }
  t.run(1500);  // when exactly the last one comes to rest is chance
  for (SpriteId i = 3; i < t.world.size(); ++i) ASSERT_TRUE(sleeps(t, i)) << i;
  t.run(1);
  EXPECT_EQ(t.dynamics.log().counts.encounters, 0u);
}

TEST(Sleep, nothing_sleeps_where_it_is_switched_off) {
  Stack t(2);
  t.options.sleeping = false;
  t.run(120);
  EXPECT_TRUE(t.world.quiet_steps().empty());
  EXPECT_GT(t.dynamics.log().counts.encounters, 0u);
}

TEST(Sleep, a_hit_wakes_the_whole_island_and_no_other) {
  Stack t(3);
  t.box({900, 789.98f}, {20, 20});
  const SpriteId far = 4;
  t.run(120);
  ASSERT_TRUE(sleeps(t, 1) && sleeps(t, 3) && sleeps(t, far));
  const std::vector<std::uint8_t> quiet(t.world.quiet_steps().begin(), t.world.quiet_steps().end());
  const SpriteId ball = t.ball({560, 745}, 6, {8, 0});  // adding it wakes all
  std::vector<std::uint8_t> still = quiet;
  still.push_back(0);
  t.world.set_quiet_steps(still);
  ASSERT_TRUE(sleeps(t, 1) && sleeps(t, 3) && sleeps(t, far) && !sleeps(t, ball));
  t.run(8);
  EXPECT_FALSE(sleeps(t, 1)) << "at the bottom of what was hit";
  EXPECT_FALSE(sleeps(t, 3));
  EXPECT_TRUE(sleeps(t, far));
  EXPECT_GT(t.at(3).x, 600.05f) << "it was pushed";
}

TEST(Sleep, a_sprite_that_is_hit_asleep_gets_the_impulse_of_one_awake) {
  std::array<Vec2, 2> after;
  for (const bool asleep : {false, true}) {
    Table t;
    t.options.restitution = 0.5f, t.options.friction = 0;
    const SpriteId still = t.ball({500, 500}, 10), other = t.ball({300, 500}, 10, {4, 0});
    std::vector<std::uint8_t> quiet(2, 0);
    quiet[still] = asleep ? World::kStepsToSleep : 0;
    t.world.set_quiet_steps(quiet);
    t.run(60);
    EXPECT_NEAR(t.speed(still).x + t.speed(other).x, 4, 1e-4f);
    after[asleep] = t.speed(still);
  }
  EXPECT_NEAR(after[0].x, 3, 1e-3f);
  EXPECT_EQ(after[0], after[1]);
}

TEST(Sleep, the_pointer_wakes_what_it_holds_and_what_lies_on_it) {
  Stack t(2);
  t.run(120);
  ASSERT_TRUE(sleeps(t, 1) && sleeps(t, 2));
  t.dynamics.step(t.world, t.images, t.field, t.options, *t.finder, false, 1,
                  Pull{.id = 1, .grip = {}, .target = {700, 700}});
  EXPECT_FALSE(sleeps(t, 1));
  EXPECT_FALSE(sleeps(t, 2));
  EXPECT_GT(t.speed(1).x, 0);
}

TEST(Sleep, every_change_of_a_sprite_wakes_all) {
  Stack t(2);
  t.run(120);
  const World asleep = t.world;
  ASSERT_TRUE(sleeps(t, 1) && sleeps(t, 2));
  t.world.set(0, t.world.get(0));
  EXPECT_FALSE(sleeps(t, 1));
  t.world = asleep;
  t.world.remove(2);
  EXPECT_FALSE(sleeps(t, 1));
  t.world = asleep;
  t.box({100, 100}, {5, 5});
  EXPECT_FALSE(sleeps(t, 1));
  t.world = asleep;
  EXPECT_TRUE(sleeps(t, 1)) << "a copy carries it";
  EXPECT_EQ(t.world.hash(), asleep.hash());
  t.world.wake();
  EXPECT_NE(t.world.hash(), asleep.hash()) << "the future differs";
}

TEST(Sleep, what_drifts_without_a_hold_does_not_stop) {
  Table t;
  const SpriteId one = t.box({300, 300}, {20, 20}, {2e-3f, 0});
  const SpriteId other = t.box({320.02f, 300}, {20, 20}, {2e-3f, 0});
  t.run(100);
  EXPECT_NEAR(t.speed(one).x, 2e-3f, 1e-5f);
  EXPECT_NEAR(t.speed(other).x, 2e-3f, 1e-5f);
}

TEST(Sleep, a_heap_that_wakes_goes_on_from_the_impulses_that_carried_it) {
  Stack t(6);
  t.run(200);
  ASSERT_TRUE(sleeps(t, 6));
  const float top = t.at(6).y;
  EXPECT_FALSE(t.world.cached_impulses().empty());
  t.world.wake();
  t.run(1);
  EXPECT_LT(length(t.speed(6)), 1e-3f);
  t.run(60);
  EXPECT_NEAR(t.at(6).y, top, 1e-2f);
}

}  // namespace dynamics_test
}  // namespace phasebox
