// SPDX-License-Identifier: MIT
// Claims about short races: over the first frames only, with the truth known from before.
#include <gmock/gmock.h>

#include "core/bench/race.hpp"
#include "core/registry.hpp"
#include "support/worlds.hpp"

namespace phasebox {
namespace {

const BroadphaseEntry* entry(std::string_view id) { return find_entry(broadphases(), id); }

Recording frames(std::size_t n) {
  Random random(5);
  Recording recording;
  for (std::size_t k = 0; k < n; ++k) recording.add(test::random_boxes(random, 40, 100, 100, 30));
  return recording;
}

std::vector<PairDigest> truth_of(const Recording& recording) {
  std::vector<PairDigest> truth;
  for (std::size_t k = 0; k < recording.size(); ++k)
    truth.push_back(true_pairs(recording.frame(k)));
  return truth;
}

Rival run(const Recording& recording, RaceOptions options, std::span<const PairDigest> truth) {
  Race race(recording, options);
  race.enter("quadtree", [] { return entry("quadtree")->make(); });
  race.know(truth);
  while (race.advance()) {
  }
  EXPECT_EQ(race.progress(), 1);
  return race.rivals()[0];
}

TEST(RaceLimits, only_the_first_frames_are_run) {
  const Recording recording = frames(20);
  const Rival r = run(recording, {.frames = 6, .warm_up = 2}, {});
  EXPECT_EQ(r.verdict, Rival::Verdict::right);
  EXPECT_EQ(r.times.size(), 4u);
  EXPECT_TRUE(r.box_tests);
}

TEST(RaceLimits, what_is_known_is_believed) {
  const Recording recording = frames(8);
  std::vector<PairDigest> truth = truth_of(recording);
  EXPECT_EQ(run(recording, {.warm_up = 2}, truth).verdict, Rival::Verdict::right);
  EXPECT_EQ(run(recording, {.warm_up = 2}, std::span(truth).first(3)).verdict,
            Rival::Verdict::right)
      << "the rest is found";
  ++truth[5].count;
  const Rival wrong = run(recording, {.warm_up = 2}, truth);
  EXPECT_EQ(wrong.verdict, Rival::Verdict::wrong);
  EXPECT_THAT(wrong.fault, testing::HasSubstr("frame 5"));
  EXPECT_EQ(run(recording, {.frames = 4, .warm_up = 1}, truth).verdict, Rival::Verdict::right);
}

TEST(RaceLimits, nobody_counts_when_counting_is_off) {
  const Recording recording = frames(5);
  const Rival r = run(recording, {.warm_up = 1, .count_tests = false}, {});
  EXPECT_EQ(r.times.size(), 4u);
  EXPECT_FALSE(r.box_tests);
}

}  // namespace
}  // namespace phasebox
