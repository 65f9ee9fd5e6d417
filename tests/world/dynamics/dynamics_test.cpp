// SPDX-License-Identifier: MIT
// Claims about worlds of sprites that push each other.
#include "world/dynamics/dynamics.hpp"

#include <cstdint>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "collide/broadphase.hpp"
#include "collide/registry.hpp"
#include "table.hpp"
#include "world/dynamics/sleep.hpp"

namespace phasebox {
namespace dynamics_test {

TEST(Dynamics, bounces_reach_e_squared_of_the_height) {
  for (const float e : {0.5f, 0.8f, 1.0f}) {
    Table t;
    t.options.restitution = e, t.options.gravity_y = 360;  // 0.1 px per step²
    t.floor(800);
    const SpriteId ball = t.ball({500, 400}, 10);
    double drop = 800 - 10 - 400;
    for (int bounce = 1; bounce <= 5; ++bounce) {
      while (t.speed(ball).y >= 0) t.run(1);  // down, and off the floor
      float top = 1e9f;
      while (t.speed(ball).y < 0) t.run(1), top = std::min(top, t.at(ball).y);
      drop *= static_cast<double>(e * e);
      EXPECT_NEAR(790 - static_cast<double>(top), drop, 0.02 * drop + 0.1) << e << ' ' << bounce;
    }
  }
}

TEST(Dynamics, a_bullet_does_not_pass_a_thin_wall) {
  for (const float spin : {0.0f, 0.3f}) {
    Table t;
    t.options.restitution = 0.5f;
    t.box({1000, 500}, {2, 400}, {}, true);
    const SpriteId bullet = t.box({100, 500}, {4, 4}, {4000.0f / 60, 0});
    t.turn(bullet, spin);
    for (int i = 0; i < 60; ++i) {
      t.run(1);
      ASSERT_LT(t.at(bullet).x, 1000) << i;
    }
    EXPECT_LT(t.speed(bullet).x, 0);
  }
}

TEST(Dynamics, what_shows_an_empty_frame_falls_through) {
  Table t;
  t.options.gravity_y = 360, t.options.restitution = 0;
  t.images.add(
      *make_image("empty", 20, 20, std::vector<std::uint8_t>(1600), {.may_be_empty = true}));
  t.floor(800);
  const SpriteId solid = t.box({500, 700}, {20, 20}), empty = t.box({900, 700}, {20, 20});
  Sprite shown = t.world.get(empty);
  shown.image = 1;
  t.world.set(empty, shown);
  t.run(60);
  EXPECT_NEAR(t.at(solid).y, 790, 1);
  EXPECT_GT(t.at(empty).y, 820);
}

TEST(Dynamics, a_slope_holds_what_is_flatter_than_its_friction) {
  for (const float degrees : {15.0f, 25.0f, 35.0f})
    for (const float friction : {0.2f, 0.4f, 0.6f}) {
      Table t;
      t.options = {.response = Response::impulse, .restitution = 0, .friction = friction};
      const float angle = degrees * kPi / 180;
      // The slope as a turned gravity: the floor stays level.
      t.options.gravity_x = 360 * std::sin(angle), t.options.gravity_y = 360 * std::cos(angle);
      t.floor(800);
      const SpriteId box = t.box({600, 789.98f}, {60, 20});
      t.run(30);
      const float from = t.at(box).x;
      t.run(120);
      const float way = t.at(box).x - from;
      if (std::tan(angle) < friction)
        EXPECT_NEAR(way, 0, 0.5) << degrees << ' ' << friction;
      else
        EXPECT_GT(way, 20) << degrees << ' ' << friction;
    }
}

TEST(Dynamics, a_stack_of_ten_rests_for_a_minute) {
  Table t;
  t.options.gravity_y = 360, t.options.restitution = 0.2f, t.options.friction = 0.5f;
  t.floor(800);
  std::vector<SpriteId> boxes;
  for (int k = 0; k < 10; ++k)
    boxes.push_back(t.box({600, 790 - 20.0f * static_cast<float>(k)}, {20, 20}));
  t.run(60);
  std::vector<Vec2> before;
  for (const SpriteId i : boxes) before.push_back(t.at(i));
  const Mechanics rest = t.sums();
  t.run(3600);
  for (std::size_t k = 0; k < boxes.size(); ++k) {
    EXPECT_NEAR(t.at(boxes[k]).y, before[k].y, 1) << k;
    EXPECT_NEAR(t.at(boxes[k]).x, before[k].x, 1) << k;
    EXPECT_NEAR(t.world.angles()[boxes[k]], 0, 0.01) << k;
  }
  EXPECT_LE(t.sums().kinetic, rest.kinetic + 1);
  EXPECT_EQ(t.deferred, 0u);
}

struct Rested {
  float low = 1e9f, high = -1e9f;  // px between the box and the ground
  std::uint64_t impacts = 0, micro = 0, encounters = 0;
};

// A box of 20 px on the ground, looked at for `steps` after a second.
Rested rested(RestingContacts resting, int steps) {
  Table t;
  t.options.restitution = 0.3f, t.options.gravity_y = 360, t.options.resting = resting;
  t.floor(800);
  const SpriteId box = t.box({600, 785}, {20, 20});
  t.run(60);
  Rested r;
  for (int k = 0; k < steps; ++k) {
    t.run(1);
    const float gap = 790 - t.at(box).y;
    r.low = std::min(r.low, gap), r.high = std::max(r.high, gap);
    r.impacts += t.dynamics.log().counts.impacts, r.micro += t.dynamics.log().counts.micro;
    EXPECT_NEAR(t.world.angles()[box], 0, 0.01f) << k;
  }
  EXPECT_EQ(t.deferred, 0u);
  return r;
}

TEST(MicroCollisions, keep_a_box_within_the_contact_distance_of_the_ground) {
  const Rested solved = rested(RestingContacts::solved, 600),
               micro = rested(RestingContacts::micro_collisions, 600);
  EXPECT_GT(micro.low, -kTouch);
  EXPECT_LT(micro.high, 2 * kTouch);
  EXPECT_EQ(solved.impacts, 0u) << "the solver carries it";
  EXPECT_GT(micro.impacts, 600u) << "a train of impacts";
  EXPECT_LT(micro.impacts, 600u * 60);
  EXPECT_EQ(micro.micro, micro.impacts);
  EXPECT_EQ(solved.micro, 0u);
}

TEST(MicroCollisions, leave_no_cached_impulses) {
  Table t;
  t.options.gravity_y = 360, t.options.resting = RestingContacts::micro_collisions;
  t.floor(800);
  t.box({600, 789.98f}, {20, 20});
  t.run(30);
  EXPECT_TRUE(t.world.cached_impulses().empty());
  EXPECT_EQ(t.dynamics.log().counts.rests, 0u);
}

TEST(MicroCollisions, keep_momentum) {
  Table t;
  t.options.restitution = 0.5f, t.options.resting = RestingContacts::micro_collisions;
  Random random(4);
  for (int k = 0; k < 30; ++k)
    t.box({random.uniform(800, 1000), random.uniform(400, 600)}, {10, 14},
          {random.uniform(-0.5f, 0.5f), random.uniform(-0.5f, 0.5f)});
  const Mechanics before = t.sums();
  t.run(200);
  const Mechanics after = t.sums();
  EXPECT_GT(t.impacts, 20u);
  EXPECT_NEAR(after.momentum.x, before.momentum.x, 1e-2);
  EXPECT_NEAR(after.momentum.y, before.momentum.y, 1e-2);
}

TEST(MicroCollisions, stop_at_the_bound_and_say_so) {
  Table t;
  t.options.gravity_y = 360, t.options.resting = RestingContacts::micro_collisions;
  t.options.most_impacts = 100;
  t.floor(800);
  for (int k = 0; k < 80; ++k) t.box({20.0f + 22 * static_cast<float>(k), 789.98f}, {20, 20});
  for (int step = 0; step < 60; ++step) {
    t.run(1);
    ASSERT_LE(t.dynamics.log().counts.impacts, 100u + 8) << "a pair may take some tries";
  }
  EXPECT_GT(t.deferred, 0u);
}

TEST(MicroCollisions, carry_a_small_stack_without_blowing_it_up) {
  Table t;
  t.options.gravity_y = 360, t.options.restitution = 0.2f, t.options.friction = 0.5f;
  t.options.resting = RestingContacts::micro_collisions;
  t.floor(800);
  const SpriteId low = t.box({600, 789.9f}, {20, 20}), high = t.box({600, 769.8f}, {20, 20});
  t.run(300);
  EXPECT_NEAR(t.at(low).y, 790, 0.5f);
  EXPECT_NEAR(t.at(high).y, 770, 1);
}

TEST(MicroCollisions, let_a_heap_in_a_trough_come_to_rest) {
  Table t;
  t.options.gravity_y = 360, t.options.restitution = 0.3f, t.options.friction = 0.5f;
  t.options.resting = RestingContacts::micro_collisions;
  t.floor(800);
  t.box({500, 700}, {20, 400}, {}, true), t.box({581, 700}, {20, 400}, {}, true);
  std::vector<SpriteId> balls;
  for (int k = 0; k < 12; ++k)
    balls.push_back(
        t.ball({520.0f + 20 * static_cast<float>(k % 3), 780 - 24.0f * static_cast<float>(k)}, 10));
  t.run(600);
  std::uint64_t most = 0;
  for (int step = 0; step < 120; ++step) {
    t.run(1);
    most = std::max(most, t.dynamics.log().counts.impacts);
  }
  EXPECT_LT(most, 20'000u);
  for (const SpriteId i : balls) {
    EXPECT_GT(t.at(i).y, 650) << "it has come down";
    EXPECT_LT(t.at(i).y, 791) << "and rests on the floor";
    EXPECT_LT(length(t.speed(i)), 1.0f);
  }
}

TEST(ContactDistance, goes_by_the_smaller_extent_where_it_is_told_to) {
  for (const auto distance : {ContactDistance::fixed, ContactDistance::by_size})
    for (const float side : {20.0f, 200.0f}) {
      Table t;
      t.options.gravity_y = 360, t.options.restitution = 0;
      t.options.contact_distance = distance;
      t.floor(800);
      const SpriteId box = t.box({600, 795 - side / 2}, {side, side});
      t.run(300);
      const float touch =
          distance == ContactDistance::fixed ? 0.04f : 1e-3f * side * std::sqrt(2.0f);
      EXPECT_NEAR(800 - side / 2 - t.at(box).y, touch / 2, touch / 4) << side;
    }
}

TEST(Dynamics, a_cradle_lets_as_many_go_as_came) {
  for (int n = 1; n <= 4; ++n) {
    Table t;
    t.options.restitution = 1, t.options.friction = 0;
    std::vector<SpriteId> balls;
    for (int k = 0; k < 5; ++k) {
      const bool comes = k < n;
      balls.push_back(t.ball({400 + 20.0f * static_cast<float>(k) - (comes ? 50.0f : 0.0f), 500},
                             10, {comes ? 3.0f : 0.0f, 0}));
    }
    t.run(60);
    for (int k = 0; k < 5; ++k)
      EXPECT_NEAR(t.speed(balls[static_cast<std::size_t>(k)]).x, k >= 5 - n ? 3 : 0, 1e-3)
          << n << ' ' << k;
  }
}

// A box of sprites of many shapes and weights, without gravity.
void fill(Table& t, int count, std::uint64_t seed) {
  Random random(seed);
  t.field = {.width = 600, .height = 600, .edges = Edges::bounce};
  for (int k = 0; k < count; ++k) {
    const Vec2 at{30 + 54 * static_cast<float>(k % 11), 30 + 54 * static_cast<float>(k / 11)};
    const Vec2 speed{random.uniform(-4, 4), random.uniform(-4, 4)};
    if (k % 2 == 0) {
      t.ball(at, random.uniform(5, 20), speed);
    } else {
      const SpriteId box = t.box(at, {random.uniform(8, 28), random.uniform(8, 28)}, speed);
      t.turn(box, random.uniform(-0.1f, 0.1f));
    }
  }
}

// Masses as 1 to 4, so the center of mass moves at 0.2 px per step.
TEST(Dynamics, two_discs_part_as_the_closed_form_says) {
  for (const float e : {0.0f, 0.5f, 1.0f}) {
    Table t;
    t.options.restitution = e;
    const SpriteId light = t.ball({300, 300}, 10, {5, 0}), heavy = t.ball({400, 300}, 20, {-1, 0});
    t.run(30);
    EXPECT_NEAR(t.speed(light).x, 0.2f - 4.8f * e, 1e-4f) << e;
    EXPECT_NEAR(t.speed(heavy).x, 0.2f + 1.2f * e, 1e-4f) << e;
    EXPECT_NEAR(t.speed(light).y, 0, 1e-4f) << e;
  }
}

// Their middles pass at half the distance at which they touch: the normal leans by 30 degrees.
TEST(Dynamics, oblique_discs_keep_what_is_tangential) {
  Table t;
  t.options.restitution = 1, t.options.friction = 0;
  const SpriteId a = t.ball({300, 300}, 15, {4, 0}), b = t.ball({400, 315}, 15);
  t.run(60);
  const Vec2 normal{std::sqrt(0.75f), 0.5f};
  EXPECT_NEAR(length(t.speed(b) - normal * (4 * normal.x)), 0, 0.02f);
  EXPECT_NEAR(length(t.speed(a) + t.speed(b) - Vec2{4, 0}), 0, 1e-4f);
}

TEST(Dynamics, elastic_sprites_keep_their_energy) {
  Table t;
  t.options.restitution = 1, t.options.friction = 0;
  fill(t, 100, 1);
  const double energy = t.sums().kinetic;
  t.run(400);
  EXPECT_GT(t.impacts, 1000u);
  EXPECT_NEAR(t.sums().kinetic / energy, 1, 1e-3);
  EXPECT_EQ(t.deferred, 0u);
}

TEST(Dynamics, momentum_and_angular_momentum_stay) {
  Table t;
  t.options.restitution = 0.9f, t.options.friction = 0.5f;
  fill(t, 100, 2);
  t.field.edges = Edges::open;
  // They fly inwards, so that they meet.
  for (SpriteId i = 0; i < t.world.size(); ++i)
    t.world.velocities()[i] = (Vec2{300, 300} - t.at(i)) * 0.02f + t.speed(i) * 0.5f + Vec2{1, 0};
  const Mechanics before = t.sums();
  double scale = 0, angular = 0;
  for (SpriteId i = 0; i < t.world.size(); ++i) {
    const Body b = make_body(t.world, t.images, i, 1);
    scale += length(b.velocity) / b.inverse_mass;
    angular += length(b.velocity) / b.inverse_mass * length(b.position);
  }
  for (int round = 0; round < 60 && t.impacts < 1000; ++round) t.run(10);
  EXPECT_GE(t.impacts, 1000u);
  const Mechanics after = t.sums();
  EXPECT_NEAR(after.momentum.x, before.momentum.x, 1e-4 * scale);
  EXPECT_NEAR(after.momentum.y, before.momentum.y, 1e-4 * scale);
  EXPECT_NEAR(after.angular_momentum, before.angular_momentum, 1e-4 * angular);
}

TEST(Dynamics, no_sprite_is_pressed_far_into_another) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Table t;
    t.options.restitution = 0.4f, t.options.gravity_y = 360;
    fill(t, 100, seed);
    for (int round = 0; round < 60; ++round) {
      t.run(10);
      // While they fall into a heap; when they rest.
      ASSERT_LT(deepest(t), round < 40 ? 1.5 : 0.25) << seed << " after " << 10 * round;
    }
    EXPECT_EQ(t.deferred, 0u);
  }
}

// High heaps: what is pressed at the bottom must not throw up what lies above. Thirty layers of
// boxes between two walls, each 0.5 px into the one below.
TEST(Dynamics, what_is_eased_apart_gains_no_speed) {
  Table t;
  t.options.gravity_y = 360, t.options.restitution = 0;
  t.floor(800);
  std::vector<SpriteId> boxes;
  for (int k = 0; k < 30; ++k)
    boxes.push_back(t.box({500, 790 - 19.5f * static_cast<float>(k)}, {20, 20}));
  const double height = static_cast<double>(t.at(boxes.back()).y);
  float fastest = 0;
  for (int step = 0; step < 120; ++step) {
    t.run(1);
    for (const SpriteId i : boxes) fastest = std::max(fastest, -t.speed(i).y);
  }
  EXPECT_LT(static_cast<double>(t.at(boxes.back()).y), height - 10) << "they are apart";
  EXPECT_LT(fastest, 0.3f) << "px per step upwards";
  EXPECT_LT(deepest(t), 0.25);
}

TEST(Dynamics, what_began_in_one_place_parts) {
  Table t;
  t.options.friction = 0;
  for (int k = 0; k < 12; ++k) t.box({500.0f + static_cast<float>(k), 500}, {20, 20});
  EXPECT_GT(deepest(t), 15);
  t.run(300);
  EXPECT_LT(deepest(t), 0.25);
  EXPECT_EQ(t.deferred, 0u);
}

TEST(Dynamics, goes_the_same_way_with_every_broadphase) {
  std::optional<std::uint64_t> hash;
  for (const BroadphaseEntry* entry : broadphases()) {
    Table t(entry->id);
    t.options.gravity_y = 360;
    fill(t, 100, 4);
    t.run(60);
    if (!hash) hash = t.world.hash();
    EXPECT_EQ(t.world.hash(), *hash) << entry->id;
  }
}

// ---- Claims about large heaps: they collapse without being pressed together.

/// A thousand that fall into a trough, the highest from 1,500 px above; the trough is sprites 0
/// to 2.
struct Poured : Table {
  Poured() {
    options.gravity_y = 360, options.restitution = 0.3f, options.friction = 0.4f;
    floor(800);
    box({340, 0}, {20, 2000}, {}, true), box({860, 0}, {20, 2000}, {}, true);
    Random random(7);
    for (int k = 0; k < 1000; ++k) {
      const Vec2 at{365 + 26 * static_cast<float>(k % 19), 700 - 40 * static_cast<float>(k / 19)};
      const float size = random.uniform(14, 22);
      if (k % 3 == 0)
        ball(at, size / 2);
      else
        turn(box(at, {size, size}), random.uniform(-0.05f, 0.05f));
    }
  }
};

TEST(Heap, a_thousand_that_fall_together_are_not_pressed_together) {
  Poured t;
  for (int round = 0; round < 6; ++round) {
    t.run(40);
    ASSERT_LT(deepest(t), 4) << "px, after " << 40 * (round + 1);
  }
  EXPECT_EQ(t.deferred, 0u) << "none waits for the next step";
}

TEST(Heap, goes_the_same_way_on_any_number_of_threads) {
  const auto state = [](unsigned threads) {
    Poured t;
    t.threads = threads;
    t.run(160);
    return t.world.hash();
  };
  const std::uint64_t alone = state(1);
  for (const unsigned threads : {2u, 3u}) EXPECT_EQ(state(threads), alone) << threads;
}

/// Rows of boxes above a bowl that fall into it; the bowl, which grows with them, is sprites 0
/// to 2.
struct Bowl : Table {
  explicit Bowl(int count) {
    options.gravity_y = 360, options.restitution = 0.3f, options.friction = 0.4f;
    const float side = std::sqrt(static_cast<float>(count) / 1000);
    field = {.width = 1280 * side, .height = 720 * side, .edges = Edges::bounce};
    const Vec2 floor{640 * side, 684 * side};
    box(floor, {435 * side, 16}, {}, true);
    for (const float left : {-1.0f, 1.0f}) {
      Sprite slope = world.get(0);
      slope.position = floor + Vec2{left * 371 * side, -144 * side};
      slope.angle = left * -0.9f, slope.scale.x = 512 * side / 20;
      world.add(slope);
    }
    Random random(9);
    const auto columns = static_cast<int>(640 * side / 38);
    for (int k = 0; k < count; ++k) {
      const float size = random.uniform(14, 26);
      const Vec2 at{320 * side + 38 * (static_cast<float>(k % columns) + 0.5f),
                    360 * side - 38 * static_cast<float>(k / columns)};
      const SpriteId id = box(at, {size, size * random.uniform(0.6f, 1)});
      turn(id, random.uniform(-0.02f, 0.02f));
    }
  }
};

/// All sleep before step 1,200, and half a second before they do none creeps by 0.2 px a second.
void expect_to_sleep(int count) {
  constexpr int kMost = 1200;
  Bowl t(count);
  std::vector<std::vector<Vec2>> seen;
  while (!SleepingIslands::is_all_asleep(t.world)) {
    ASSERT_LT(seen.size(), kMost) << "some move";
    t.run(1);
    seen.emplace_back(t.world.positions().begin(), t.world.positions().end());
  }
  const std::vector<Vec2>& before = seen[seen.size() - World::kStepsToSleep];
  for (SpriteId i = 0; i < t.world.size(); ++i)
    ASSERT_LT(length(seen.back()[i] - before[i]), 0.1f) << i;
  // More than these have more impacts in a step than it may have, while they fall.
  EXPECT_TRUE(t.deferred == 0 || count > 2000) << t.deferred;
  EXPECT_LT(deepest(t), 1.5);
}

TEST(Heap, of_two_thousand_in_a_bowl_comes_to_rest) { expect_to_sleep(2000); }

// Of the nightly tests.
TEST(Heap, DISABLED_of_five_thousand_in_a_bowl_comes_to_rest) { expect_to_sleep(5000); }

}  // namespace dynamics_test
}  // namespace phasebox
