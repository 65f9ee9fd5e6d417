// SPDX-License-Identifier: MIT
// Wall time becomes whole steps.
#include <gtest/gtest.h>

#include "ui/model/step_loop.hpp"

namespace phasebox {
namespace step_clock_test {

TEST(StepClock, GivesSixtyStepsPerSecondAtAnyFrameRate) {
  for (const double fps : {7.0, 30.0, 60.0, 144.0, 1000.0}) {
    StepClock clock;
    int steps = clock.due(0);
    for (int frame = 1; frame <= static_cast<int>(fps) * 10; ++frame)
      steps += clock.due(frame / fps);
    EXPECT_NEAR(steps, 600, 1) << fps;
  }
}

TEST(StepClock, LetsGoOfWhatItCannotCatchUp) {
  StepClock clock;
  clock.due(0);
  EXPECT_EQ(clock.due(10), kMaxCatchUp);
  EXPECT_EQ(clock.due(10.001), 0);
}

TEST(StepClock, OwesNothingForAPause) {
  StepClock clock;
  clock.due(0);
  clock.hold();
  EXPECT_EQ(clock.due(100), 0);
  EXPECT_EQ(clock.due(100.125), 7) << "7.5 steps";
}

TEST(RateMeter, CountsPerSecond) {
  RateMeter meter;
  for (int i = 0; i <= 100; ++i) meter.add(3, i * 0.01);
  EXPECT_NEAR(meter.rate(), 300, 10);
}

}  // namespace step_clock_test
}  // namespace phasebox
