// SPDX-License-Identifier: MIT
// Claims about the oracle and about the estimate of pairs.
#include "lab/oracle.hpp"

#include <algorithm>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "bench/recording.hpp"
#include "support/checks.hpp"
#include "support/session_in_scene.hpp"

namespace phasebox {

// Claims about the estimate of candidate pairs.

namespace pair_estimate_test {

std::vector<Aabb> random_boxes(std::size_t n, float side) {
  Random random(7);
  return test::random_boxes(random, n, 1000, 1000, side);
}

std::uint64_t count_pairs(const Frame& frame) { return true_pairs(frame).count; }

Frame frame_of(const std::vector<Aabb>& boxes) {
  Frame frame{};
  frame.boxes = boxes;
  return frame;
}

TEST(PairEstimate, is_exact_for_small_frames) {
  for (const std::size_t n : {0u, 1u, 2u, 60u, 1000u}) {
    const auto boxes = random_boxes(n, 60);
    EXPECT_EQ(estimate_pairs(frame_of(boxes)), count_pairs(frame_of(boxes))) << n << " sprites";
  }
}

TEST(PairEstimate, is_close_for_large_frames) {
  const auto boxes = random_boxes(8000, 40);
  const auto exact = static_cast<double>(count_pairs(frame_of(boxes)));
  EXPECT_NEAR(static_cast<double>(estimate_pairs(frame_of(boxes))), exact, 0.1 * exact);
}

TEST(PairEstimate, does_not_overflow_where_all_boxes_are_one) {
  const std::vector<Aabb> boxes(200'000, Aabb{{0, 0}, {1, 1}});
  EXPECT_EQ(estimate_pairs(frame_of(boxes)), 200'000ull * 199'999 / 2);
}

TEST(PairEstimate, leaves_out_pairs_that_are_not_eligible) {
  const std::vector<Aabb> boxes(10, Aabb{{0, 0}, {1, 1}});
  std::vector<std::uint8_t> is_static(10, 1);
  is_static[3] = 0;
  Frame frame = frame_of(boxes);
  frame.is_static = is_static;
  EXPECT_EQ(estimate_pairs(frame), 9u);
}

}  // namespace pair_estimate_test

// Claims about the oracle: every fault is seen and named, nothing else is.

namespace oracle_test {

using test::BoxWorld;
using testing::HasSubstr;
using testing::StartsWith;

std::vector<Pair> truth_of(const Frame& f) {
  std::vector<Pair> pairs;
  list_true_pairs(f, pairs);
  return pairs;
}

Verdict judged(const BoxWorld& world, const std::vector<Pair>& found, float threshold = 0) {
  const Frame f = world.frame();
  Verdict verdict;
  verdict.sprites = verdict.checked = f.size();
  judge(f, truth_of(f), found, threshold, verdict);
  return verdict;
}

TEST(Judge, takes_the_true_pairs_for_exact_in_every_world) {
  for (const BoxWorld& world : test::make_worlds(1)) {
    const std::vector<Pair> truth = truth_of(world.frame());
    const Verdict v = judged(world, truth);
    EXPECT_TRUE(v.is_exact()) << world.label();
    EXPECT_EQ(v.overlaps, truth.size());
  }
}

TEST(Judge, names_what_is_missed_invented_and_doubled) {
  for (const BoxWorld& world : test::make_worlds(1)) {
    const std::vector<Pair> truth = truth_of(world.frame());
    if (truth.size() < 3) continue;
    std::vector<Pair> found = truth;
    const Pair gone = found[1];
    found.erase(found.begin() + 1);
    Verdict v = judged(world, found);
    EXPECT_EQ(v.false_negatives.count, 1u) << world.label();
    EXPECT_EQ(v.false_negatives.pairs, std::vector{gone});
    EXPECT_EQ(v.false_positives.count + v.duplicates.count + v.allowed_misses.count, 0u);

    found = truth;
    found.insert(found.begin() + 2, 2, truth[1]);
    v = judged(world, found);
    EXPECT_EQ(v.duplicates.count, 2u) << "each further time counts";
    EXPECT_EQ(v.duplicates.pairs[0], truth[1]);
    EXPECT_EQ(v.false_negatives.count + v.false_positives.count, 0u);

    found = truth;
    const Pair invented{truth.back().a, truth.back().a};
    found.insert(std::ranges::lower_bound(found, key(invented), {}, key), invented);
    v = judged(world, found);
    EXPECT_EQ(v.false_positives.pairs, std::vector{invented}) << world.label();
    EXPECT_EQ(v.false_negatives.count + v.duplicates.count, 0u);
    EXPECT_FALSE(v.is_right());
  }
}

TEST(Judge, tells_allowed_misses_from_false_negatives) {
  // 0 and 1 overlap by 6 px, 1 and 2 by 20.
  const BoxWorld world =
      test::world_of("three", {{{0, 0}, {40, 40}}, {{34, 0}, {74, 40}}, {{54, 0}, {94, 40}}});
  ASSERT_EQ(truth_of(world.frame()), (std::vector<Pair>{{0, 1}, {1, 2}}));
  const Verdict v = judged(world, {}, 8);
  EXPECT_EQ(v.allowed_misses.pairs, (std::vector<Pair>{{0, 1}}));
  EXPECT_EQ(v.false_negatives.pairs, (std::vector<Pair>{{1, 2}}));
  const Verdict deeper = judged(world, {{1, 2}}, 3);
  EXPECT_TRUE(deeper.is_right());
  EXPECT_FALSE(deeper.is_exact());
  EXPECT_EQ(judged(world, {{1, 2}}, 2.9f).false_negatives.count, 1u)
      << "6 px are more than twice 2.9";
}

TEST(Judge, keeps_no_more_names_than_it_promises) {
  std::vector<Aabb> boxes(60, Aabb{{0, 0}, {10, 10}});
  const Verdict v = judged(test::world_of("a pile", boxes), {});
  EXPECT_EQ(v.false_negatives.count, 60u * 59 / 2);
  EXPECT_EQ(v.false_negatives.pairs.size(), Faults::kMaxNamed);
}

TEST(Oracle, says_exact_of_every_broadphase) {
  Session session = in_scene("clusters", 300);
  for (const BroadphaseEntry* entry : broadphases()) {
    EXPECT_FALSE(session.apply(command::SelectBroadphase{std::string(entry->id)}).failed());
    Oracle oracle;
    for (int i = 0; i < 5; ++i) {
      session.step();
      oracle.observe(session);
      EXPECT_TRUE(oracle.verdict().is_exact()) << entry->id;
      EXPECT_EQ(oracle.verdict().checked, 300u);
      EXPECT_EQ(oracle.verdict().overlaps, session.pairs().size());
    }
    EXPECT_EQ(describe(oracle.verdict(), session), "exact");
    EXPECT_TRUE(oracle.marked(session.frame()).empty());
  }
}

TEST(Oracle, counts_the_misses_that_the_contact_threshold_allows) {
  Session session = in_scene("clusters", 300);
  EXPECT_FALSE(session.apply(command::SelectBroadphase{"rdc"}).failed());
  EXPECT_FALSE(
      session.apply(command::SetParam{owner_named("rdc"), "contact-threshold", 8}).failed());
  session.step();
  Oracle oracle;
  oracle.observe(session);
  const Verdict& v = oracle.verdict();
  EXPECT_GT(v.allowed_misses.count, 0u);
  EXPECT_TRUE(v.is_right()) << "RDC finds all that it must for t > 0";
  EXPECT_EQ(v.allowed_misses.count + session.pairs().size(), v.overlaps);
  EXPECT_EQ(oracle.marked(session.frame()).size(),
            std::min<std::size_t>(v.allowed_misses.count, Faults::kMaxNamed));
  const std::string missed = std::to_string(v.allowed_misses.count);
  EXPECT_EQ(describe(v, session), std::to_string(session.pairs().size()) + " of " +
                                      std::to_string(v.overlaps) +
                                      " overlaps found (threshold 8 px leaves out " + missed + ")");
  EXPECT_EQ(full_verdict(session).allowed_misses.count, v.allowed_misses.count);
}

TEST(Oracle, sees_pairs_that_have_gone_stale) {
  Session session = in_scene("clusters", 300);
  session.step();
  const std::size_t before = session.pairs().size();
  for (int i = 0; i < 40; ++i) session.move();  // boxes move, no detection
  Oracle oracle;
  oracle.observe(session);
  const Verdict& v = oracle.verdict();
  EXPECT_FALSE(v.is_right());
  EXPECT_GT(v.false_negatives.count, 0u);
  EXPECT_GT(v.false_positives.count, 0u);
  EXPECT_EQ(v.overlaps - v.false_negatives.count + v.false_positives.count, before);
  EXPECT_THAT(describe(v, session), HasSubstr(" false negative"));
  EXPECT_THAT(describe(v, session), HasSubstr(" false positive"));
}

// ms per frame. How much 0.4 ms are depends on the machine; these do not.
constexpr double kOneSprite = 0;
constexpr double kWithoutHaste = 200;

TEST(Oracle, samples_what_is_too_large_and_says_so) {
  Session session = in_scene("uniform", 6000);
  session.step();
  Oracle oracle(kOneSprite);
  oracle.observe(session);
  EXPECT_EQ(oracle.verdict().checked, 1u);
  EXPECT_TRUE(oracle.verdict().is_sampled());
  EXPECT_THAT(describe_sample(oracle.verdict()), StartsWith("checked "));
  EXPECT_THAT(describe_sample(oracle.verdict()), HasSubstr(" of 6,000 sprites (sampled)"));
  session.step();
  oracle.observe(session);
  EXPECT_EQ(oracle.verdict().checked, 2u) << "others than before";
  EXPECT_TRUE(oracle.verdict().is_exact());
}

TEST(Oracle, samples_a_dense_pile_of_few_sprites) {
  Session session = in_scene("pile", 900);
  session.step();
  ASSERT_GT(session.pairs().size(), Oracle::kMaxPairs);
  Oracle hasty(kOneSprite);
  hasty.observe(session), hasty.observe(session);
  EXPECT_TRUE(hasty.verdict().is_exact());
  EXPECT_TRUE(hasty.verdict().is_sampled());
  Oracle oracle(kWithoutHaste);
  for (int i = 0; i < 100 && (i == 0 || oracle.verdict().is_sampled()); ++i)
    oracle.observe(session);
  EXPECT_FALSE(oracle.verdict().is_sampled());
  EXPECT_TRUE(oracle.verdict().is_exact());
  EXPECT_GE(oracle.verdict().overlaps, session.pairs().size());
}

TEST(Oracle, a_sample_that_has_gone_round_has_seen_every_fault) {
  Session session = in_scene("uniform", 3000);
  session.step();
  for (int i = 0; i < 60; ++i) session.move();
  const Verdict all = full_verdict(session);
  ASSERT_GT(all.false_negatives.count, 0u);
  Oracle oracle(kWithoutHaste);
  for (int i = 0; i < 100 && (i == 0 || oracle.verdict().is_sampled()); ++i)
    oracle.observe(session);
  EXPECT_FALSE(oracle.verdict().is_sampled());
  EXPECT_GE(oracle.verdict().false_negatives.count, all.false_negatives.count);
  EXPECT_GE(oracle.verdict().false_positives.count, all.false_positives.count);
}

TEST(Oracle, forgets_a_sample_when_another_algorithm_answers) {
  Session session = in_scene("uniform", 6000);
  session.step();
  for (int i = 0; i < 60; ++i) session.move();
  Oracle oracle(kWithoutHaste);
  for (int i = 0; i < 100 && oracle.verdict().is_right(); ++i) oracle.observe(session);
  ASSERT_FALSE(oracle.verdict().is_right());
  EXPECT_FALSE(session.apply(command::SelectBroadphase{"quadtree"}).failed());
  session.detect();
  oracle.observe(session);
  EXPECT_TRUE(oracle.verdict().is_right());
}

}  // namespace oracle_test
}  // namespace phasebox
