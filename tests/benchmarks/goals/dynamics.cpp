// SPDX-License-Identifier: MIT
// Goals for sprites that push each other: poured into a bowl, and at rest in it.
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "../pour.hpp"
#include "base/statistics.hpp"
#include "goal.hpp"

namespace phasebox::goals {
namespace {

using pour::Contestant, pour::OfBox2d, pour::OfPhasebox;

constexpr double kFrame = 1000 / 60.0;  // ms

/// Mean beside Box2D's, while all come down.
Measured beside_box2d() {
  auto own = std::make_unique<OfPhasebox>(1003, 1);
  auto box2d = std::make_unique<OfBox2d>(own->session(), false);
  const Contestant &first = *own, &second = *box2d;
  std::vector<std::unique_ptr<Contestant>> all;
  all.push_back(std::move(own)), all.push_back(std::move(box2d));
  pour::run(all, pour::kPourSteps);
  const double ours = summary_of(first.ms).mean, theirs = summary_of(second.ms).mean;
  return {ours / theirs, fmt::format("{:.1f} and {:.1f} ms", ours, theirs)};
}

Summary poured(std::uint32_t count, unsigned threads) {
  OfPhasebox own(count, threads);
  for (int step = 0; step < pour::kPourSteps; ++step) own.timed_step();
  return summary_of(own.ms);
}

bool sleeps(const World& world) {
  for (SpriteId i = 0; i < world.size(); ++i)
    if (world.statics()[i] == 0 &&
        (world.quiet_steps().empty() || world.quiet_steps()[i] < World::kStepsToSleep))
      return false;
  return true;
}

/// Steps until all sleep, at most so many.
int steps_to_sleep(OfPhasebox& own, int most) {
  int steps = 0;
  while (steps < most && !sleeps(own.session().world())) own.step(), ++steps;
  return steps;
}

/// Seconds of simulated time after the pouring until all sleep.
Measured time_to_sleep(std::uint32_t count) {
  constexpr int kMost = 3600;
  OfPhasebox own(count, 1);
  for (int step = 0; step < pour::kPourSteps; ++step) own.step();
  const int steps = steps_to_sleep(own, kMost);
  return {steps / 60.0, steps == kMost ? "some still move" : ""};
}

/// Mean of a step 20 s after the pouring.
Measured cost_at_rest(std::uint32_t count) {
  constexpr int kSettleSteps = 1200, kSteps = 100;
  OfPhasebox own(count, 1);
  for (int step = 0; step < pour::kPourSteps; ++step) own.step();
  steps_to_sleep(own, kSettleSteps);
  for (int step = 0; step < kSteps; ++step) own.timed_step();
  return {summary_of(own.ms).mean, sleeps(own.session().world()) ? "all sleep" : "some move"};
}

Goal at_most(double bar, std::string_view unit, const char* claim,
             std::function<Measured()> measure) {
  Goal goal;
  goal.claim = claim, goal.bar = bar, goal.unit = unit, goal.measure = std::move(measure);
  return goal;
}

std::vector<Goal> dynamics_goals() {
  return {
      at_most(3, "", "1,000 poured into a bowl, mean of a step: times Box2D's world", beside_box2d),
      at_most(kFrame, "ms", "1,000 poured into a bowl, 99 % of all steps",
              [] { return Measured{poured(1003, 1).p99}; }),
      at_most(kFrame, "ms", "5,000 poured into a bowl, two threads, mean of a step",
              [] { return Measured{poured(5003, 2).mean}; }),
      at_most(20, "s", "a heap of 300, simulated time until all sleep",
              [] { return time_to_sleep(303); }),
      at_most(20, "s", "a heap of 1,000, simulated time until all sleep",
              [] { return time_to_sleep(1003); }),
      at_most(0.1, "ms", "a heap of 300 at rest, a step", [] { return cost_at_rest(303); }),
      at_most(0.1, "ms", "a heap of 1,000 at rest, a step", [] { return cost_at_rest(1003); }),
  };
}

}  // namespace

extern const Topic dynamics_topic{"dynamics", "Sprites that push each other", dynamics_goals};

}  // namespace phasebox::goals
