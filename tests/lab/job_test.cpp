// SPDX-License-Identifier: MIT
// Claims about work beside the window.
#include "lab/job.hpp"

#include <gtest/gtest.h>

namespace phasebox {
namespace job_test {

using namespace std::chrono_literals;

TEST(Job, runs_beside_its_owner_and_says_how_far_it_is) {
  std::atomic<bool> may_end = false;
  Job job;
  job.start([&](Job::Control& control) {
    control.report(0.25, "waiting");
    while (!may_end) std::this_thread::sleep_for(1ms);
    control.report(1, "done");
  });
  while (job.phase() != "waiting") std::this_thread::sleep_for(1ms);
  EXPECT_TRUE(job.is_running());
  EXPECT_EQ(job.progress(), 0.25);
  EXPECT_GT(job.seconds_left().value_or(0), 0);
  may_end = true;
  while (job.is_running()) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(job.progress(), 1);
  EXPECT_FALSE(job.seconds_left());
}

TEST(Job, ends_when_it_is_told_to_and_keeps_its_last_word) {
  Job job;
  std::atomic<bool> has_begun = false;
  job.start([&](Job::Control& control) {
    control.report(0.5, "half");
    has_begun = true;
    while (!control.stopped()) std::this_thread::sleep_for(1ms);
  });
  while (!has_begun) std::this_thread::sleep_for(1ms);
  job.stop();
  EXPECT_FALSE(job.is_running());
  EXPECT_EQ(job.phase(), "half");
}

TEST(Job, takes_the_place_of_the_work_before) {
  Job job;
  std::atomic<int> ended = 0;
  for (int i = 0; i < 3; ++i)
    job.start([&](Job::Control& control) {
      while (!control.stopped()) std::this_thread::sleep_for(1ms);
      ++ended;
    });
  EXPECT_EQ(ended, 2);
  job.stop();
  EXPECT_EQ(ended, 3);
}

}  // namespace job_test
}  // namespace phasebox
