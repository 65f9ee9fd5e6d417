// SPDX-License-Identifier: MIT
// What a neighbor list is planned from: a sample of the motion, and what lists turned out to be.
#include "collide/broadphase/list/skin_plan.hpp"

#include <cmath>
#include <cstddef>
#include <functional>

#include <gtest/gtest.h>

#include "straight_world.hpp"

namespace phasebox::test {
namespace skin_plan_test {

MotionSample seen(StraightWorld& straight, const std::function<void(int)>& change = {}) {
  MotionSample motion;
  for (int frame = 0; frame < 43; ++frame, straight.move()) {
    if (change) change(frame);
    motion.see(straight.world.boxes, straight.world.is_static);
  }
  return motion;
}

TEST(MotionSample, TellsStraightMotionFromNoiseAndJumps) {
  StraightWorld straight(1000);
  const MotionSample steady = seen(straight);
  EXPECT_NEAR(steady.speed(), 1, 0.1) << "speeds from -2 to 2 px";
  EXPECT_GT(steady.persistence(), 0.99);
  EXPECT_EQ(steady.jumps(), 0);
  EXPECT_NEAR(steady.size(), 20, 3);
  EXPECT_NEAR(steady.spacing(), 1500 / std::sqrt(1000.0), 5);
  const MotionSample noise = seen(straight, [&](int) {
    for (Vec2& speed : straight.speeds) {
      const float x = straight.random.uniform(-2, 2), y = straight.random.uniform(-2, 2);
      speed = {x, y};
    }
  });
  EXPECT_LT(noise.persistence(), 0.2);
  StraightWorld jumping(1000);
  const MotionSample jumps = seen(jumping, [&](int frame) {
    for (std::size_t i = 0; i < 1000; i += 10) {
      const float way = frame % 2 == 0 ? 1000 : -1000;
      jumping.world.boxes[i] = translated(jumping.world.boxes[i], {way, 0});
    }
  });
  EXPECT_NEAR(jumps.jumps(), 0.1, 0.05);
  EXPECT_NEAR(jumps.speed(), 0.9, 0.15) << "jumps do not count";
}

TEST(MotionSample, OfStaticSpritesOnlyThePlacesCount) {
  StraightWorld straight = mostly_static(1000);
  const MotionSample motion = seen(straight);
  EXPECT_NEAR(motion.speed(), 1, 0.4) << "of the others, from -2 to 2 px";
  EXPECT_NEAR(motion.spacing(), 1500 / std::sqrt(1000.0), 5);
  straight.world.is_static.assign(1000, 1);
  EXPECT_EQ(seen(straight).speed(), 0);
  EXPECT_TRUE(seen(straight).is_known());
}

TEST(SkinPlan, SlowSpritesGetListsThatServeLonger) {
  StraightWorld slow(1000, 0.2f), quick(1000, 4);
  const SkinPlan plan;
  const auto frames = [&](StraightWorld& straight) {
    return plan.best(seen(straight), {}, {1000, 1000, 100}).frames;
  };
  EXPECT_GT(frames(slow), 2 * frames(quick));
}

TEST(SkinPlan, LearnsHowLongListsLastAndHowLongTheyAre) {
  StraightWorld straight(1000, 0.5f);
  const MotionSample motion = seen(straight);
  SkinPlan plan;
  const SkinPlan::Choice first = plan.best(motion, {}, {1000, 1000, 200});
  for (int k = 0; k < 8; ++k) plan.learn(first, static_cast<std::size_t>(first.listed), 3);
  EXPECT_LE(plan.best(motion, {}, {1000, 1000, 200}).frames, 4) << "lists lived for three frames";
  SkinPlan crowded;
  crowded.learn(first, static_cast<std::size_t>(3 * first.listed), 100);
  const SkinPlan::Choice again = crowded.best(motion, {}, {1000, 1000, 200});
  EXPECT_GT(again.work, first.work) << "lists are longer than was expected";
}

}  // namespace skin_plan_test
}  // namespace phasebox::test
