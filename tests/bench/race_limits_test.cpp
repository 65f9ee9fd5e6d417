// SPDX-License-Identifier: MIT
// Claims about races over windows of frames, with the truth shared between races.
#include <gmock/gmock.h>

#include "bench/race.hpp"
#include "collide/registry.hpp"
#include "support/checks.hpp"
#include "support/planted.hpp"

namespace phasebox {
namespace race_limits_test {

const BroadphaseEntry* entry(std::string_view id) { return find_entry(broadphases(), id); }

Recording frames(std::size_t n) {
  Random random(5);
  Recording recording;
  for (std::size_t k = 0; k < n; ++k) recording.add(test::random_boxes(random, 40, 100, 100, 30));
  return recording;
}

RaceResult run(const Recording& recording, RaceOptions options, FrameTruth& truth) {
  Race race(recording, std::move(options), truth);
  race.enter({.entry = entry("quadtree")});
  while (race.advance()) {
  }
  EXPECT_EQ(race.progress(), 1);
  return race.results()[0];
}

RaceResult run(const Recording& recording, RaceOptions options) {
  FrameTruth truth(recording);
  return run(recording, std::move(options), truth);
}

TEST(RaceLimits, only_the_frames_of_the_windows_are_run) {
  const Recording recording = frames(20);
  FrameTruth truth(recording);
  const std::vector<FrameWindow> windows{{.begin = 12, .warm_up = 2, .timed = 3},
                                         {.begin = 4, .warm_up = 0, .timed = 2}};
  const RaceResult r = run(recording, {.windows = windows}, truth);
  EXPECT_EQ(r.verdict, RaceResult::Verdict::right);
  EXPECT_EQ(r.times.size(), 5u);
  EXPECT_TRUE(r.box_tests);
  for (std::size_t frame = 0; frame < 20; ++frame)
    EXPECT_EQ(truth.knows(frame), frame == 4 || frame == 5 || (frame >= 12 && frame < 17)) << frame;
}

TEST(RaceLimits, timed_steps_name_frame_and_window_of_every_time) {
  const Recording recording = frames(20);
  Race race(recording, {.windows = {{12, 2, 2}, {4, 0, 1}}});
  const auto steps = race.timed_steps();
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_EQ(steps[0].frame, 14u);
  EXPECT_EQ(steps[1].frame, 15u);
  EXPECT_EQ(steps[2].frame, 4u);
  EXPECT_EQ(steps[1].place, 0u);
  EXPECT_EQ(steps[2].place, 1u);
  EXPECT_EQ(race.coverage(), (FrameCoverage{.used = 3, .of = 20, .places = 2}));
}

/// Counts its resets; otherwise brute force.
struct CountsResets final : Broadphase {
  int* resets;
  std::unique_ptr<Broadphase> inner = entry("brute-force")->make();
  explicit CountsResets(int* count) : resets(count) {}
  ParamView params() override { return {}; }
  void reset(const Frame&) override { ++*resets; }
  void find_pairs(const Frame& f, PairSink& out, Recorder* log) override {
    inner->find_pairs(f, out, log);
  }
};

TEST(RaceLimits, every_window_begins_with_a_reset) {
  const Recording recording = frames(20);
  int resets = 0;
  Race race(
      recording,
      {.windows = {{0, 1, 3}, {8, 1, 3}, {15, 1, 3}}, .check_first = false, .count_tests = false});
  race.enter(test::planted("counts", [&] { return std::make_unique<CountsResets>(&resets); }));
  while (race.advance()) {
  }
  EXPECT_EQ(resets, 3);
}

TEST(RaceLimits, without_a_check_before_every_timed_frame_is_still_checked) {
  const Recording recording = frames(12);
  FrameTruth truth(recording);
  PairDigest spoiled = truth.of(7);
  ++spoiled.count;
  truth.set(7, spoiled);
  const RaceResult wrong = run(recording, {.warm_up = 2, .check_first = false}, truth);
  EXPECT_EQ(wrong.verdict, RaceResult::Verdict::wrong);
  EXPECT_TRUE(wrong.times.empty());
  const RaceResult right = run(recording, {.windows = {{0, 1, 5}}, .check_first = false}, truth);
  EXPECT_EQ(right.verdict, RaceResult::Verdict::right);
  EXPECT_EQ(right.times.size(), 5u);
}

TEST(RaceLimits, what_is_known_is_believed_and_the_rest_is_found) {
  const Recording recording = frames(8);
  FrameTruth truth(recording);
  EXPECT_EQ(run(recording, {.warm_up = 2}, truth).verdict, RaceResult::Verdict::right);
  for (std::size_t frame = 0; frame < 8; ++frame) EXPECT_TRUE(truth.knows(frame));
  PairDigest spoiled = truth.of(5);
  ++spoiled.count;
  truth.set(5, spoiled);
  const RaceResult wrong = run(recording, {.warm_up = 2}, truth);
  EXPECT_EQ(wrong.verdict, RaceResult::Verdict::wrong);
  EXPECT_THAT(wrong.fault, testing::HasSubstr("frame 5"));
}

TEST(RaceLimits, nothing_is_counted_when_counting_is_off) {
  const Recording recording = frames(5);
  const RaceResult r = run(recording, {.warm_up = 1, .count_tests = false});
  EXPECT_EQ(r.times.size(), 4u);
  EXPECT_FALSE(r.box_tests);
}

TEST(RaceLimits, box_tests_are_the_mean_of_frames_from_the_whole_recording) {
  // Brute force: n (n - 1) / 2 tests; two boxes in the first half, four in the second.
  Recording recording;
  const Aabb box{{0, 0}, {1, 1}};
  for (int k = 0; k < 16; ++k) {
    const std::vector<Aabb> boxes(k < 8 ? 2 : 4, box);
    std::vector<Edit> edits;
    if (k == 8) edits = {{Edit::Kind::add, 2, 2}, {Edit::Kind::add, 3, 3}};
    recording.add(boxes, edits);
  }
  Race race(recording, {.windows = whole_recording(16, 0)});
  race.enter({.entry = entry("brute-force")});
  while (race.advance()) {
  }
  EXPECT_EQ(race.results()[0].box_tests, (1 + 6) / 2.0);
}

}  // namespace race_limits_test
}  // namespace phasebox
