// SPDX-License-Identifier: MIT
// Every study that works in the background, with too little memory: it ends and says so.
#include <gtest/gtest.h>

#include "io/pictures/images.hpp"
#include "lab/lab.hpp"
#include "support/allocations.hpp"

namespace phasebox {
namespace out_of_memory_test {

using namespace std::chrono_literals;

class OutOfMemory : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_FALSE(session.apply(command::LoadScene{"uniform"}).failed());
    ASSERT_FALSE(session.apply(command::SetCount{2000}).failed());
    session.step();
  }
  /// What its owner would have to catch, or its own thread has caught.
  void expect_end(const BackgroundWork& study, const LabCommand& command) {
    bool was_thrown = false;
    {
      const test::LargestAllocation little(10'000);
      try {
        const Status refused = lab.apply(command, session);
        EXPECT_FALSE(refused.failed()) << refused.error().text;
      } catch (const std::bad_alloc&) {
        was_thrown = true;
      }
      while (study.is_running()) std::this_thread::sleep_for(1ms);
    }
    EXPECT_TRUE(was_thrown || study.has_run_out());
    if (!was_thrown) {
      EXPECT_EQ(study.phase(), BackgroundWork::kOutOfMemory);
    }
    lab.close();
    session.step();
    lab.observe(session);
    EXPECT_FALSE(study.is_running());
  }

  Session session{builtin_images()};
  Lab lab;
};

TEST_F(OutOfMemory, ends_a_search_for_settings) {
  expect_end(lab.tuning, command::StartTuning{.budget = 1});
}
TEST_F(OutOfMemory, ends_a_measurement_of_accuracy) { expect_end(lab.accuracy, AccuracyOptions{}); }
TEST_F(OutOfMemory, ends_a_map_of_costs) {
  ScalingPlan plan;
  plan.counts = {2000}, plan.ys = {20};
  plan.contestants = {{.entry = broadphases()[0]}, {.entry = broadphases()[1]}};
  expect_end(lab.scaling, plan);
}

}  // namespace out_of_memory_test
}  // namespace phasebox
