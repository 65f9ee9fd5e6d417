// SPDX-License-Identifier: MIT
// Every broadphase of the registry keeps every promise, on every world, with every parameter.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "collide/broadphase.hpp"
#include "contract/checks.hpp"
#include "support/allocations.hpp"
#include "support/checks.hpp"

namespace phasebox::test {
namespace broadphases_test {

using contract::PromiseRow;
using contract::Trial;

constexpr std::uint64_t kSeed = 1;

/// The worlds of one round, made once for each kind of promise.
const std::vector<Trial>& round_of(const PromiseRow& promise) {
  static std::map<contract::Shown, std::vector<Trial>> kept;
  std::vector<Trial>& all = kept[promise.shown];
  for (std::size_t k = all.size(); k < contract::worlds_in_a_round(); ++k)
    all.push_back(contract::trial_of(promise, kSeed, k));
  return all;
}

class BroadphaseContract : public testing::TestWithParam<const BroadphaseEntry*> {
 protected:
  /// Leaves out all low and all high where these are what the only parameter's ends are: a uniform
  /// grid with given cells takes milliseconds for each frame of a world 1e9 px wide.
  std::vector<Settings> settings(std::size_t random_ones) const {
    const auto instance = GetParam()->make();
    auto all = settings_to_try(instance->params().rows, random_ones, kSeed);
    if (instance->params().rows.size() == 1) all.erase(all.begin() + 3, all.begin() + 5);
    return all;
  }

  /// Checks a promise with the defaults on every world, with other settings on every `step`th in
  /// turn, and on fewer under sanitizers; stops at the first that fails.
  void check_all(std::string_view promise, std::size_t random_ones, std::size_t step = 1) const {
    const PromiseRow& row = *contract::find_promise(promise);
    const std::vector<Settings> all = settings(random_ones);
    const std::vector<Trial>& worlds = round_of(row);
    for (std::size_t s = 0; s < all.size(); ++s)
      for (std::size_t w = 0; w < worlds.size(); ++w) {
        if (s > 0 && (w + s) % (step * kSparser) != 0) continue;
        Subject subject = subject_of(*GetParam(), all[s]);
        subject.heap = {&allocations, nullptr};
        const Violations found = row.check(subject, worlds[w]);
        ASSERT_TRUE(found.empty()) << join(found);
      }
  }
};

TEST_P(BroadphaseContract, EmitsExactlyTheEligibleOverlappingPairs) { check_all("exact-pairs", 6); }

TEST_P(BroadphaseContract, GivesTheSamePairsWhenTraced) { check_all("traced", 6); }

TEST_P(BroadphaseContract, DoesNotDependOnTheOrderOfTheSprites) { check_all("order", 2); }

TEST_P(BroadphaseContract, FollowsMotionEditsAndResets) { check_all("lives", 3); }

TEST_P(BroadphaseContract, FindsNearWhatAScanFinds) { check_all("queries", 2); }

TEST_P(BroadphaseContract, AllocatesNothingOnceWarm) { check_all("allocations", 2); }

TEST_P(BroadphaseContract, GivesTheSameAnswerAgain) { check_all("same-again", 2, 3); }

TEST_P(BroadphaseContract, FindsTheSameWithSeveralThreads) {
  const PromiseRow& row = *contract::find_promise("threads");
  const Violations found = row.check(subject_of(*GetParam()), contract::trial_of(row, kSeed, 0));
  ASSERT_TRUE(found.empty()) << join(found);
}

TEST_P(BroadphaseContract, FollowsParametersThatChange) {
  const auto all = settings(3);
  const auto trial = contract::with_changes(contract::tiny_trial(7, 100), all);
  const Violations found = contract::check_frames(subject_of(*GetParam()), trial);
  ASSERT_TRUE(found.empty()) << join(found);
}

TEST_P(BroadphaseContract, IsExactOnOtherSeeds) {
  const PromiseRow& row = *contract::find_promise("exact-pairs");
  for (std::uint64_t seed = 2; seed < 6; ++seed)
    for (std::size_t k = 0; k < contract::worlds_in_a_round(); ++k) {
      const Violations found =
          contract::check_frames(subject_of(*GetParam()), contract::trial_of(row, seed, k));
      ASSERT_TRUE(found.empty()) << join(found);
    }
}

TEST_P(BroadphaseContract, IsExactOnTinyWorldsAndOnWorldsMadeUp) {
  const Trial tiny = contract::tiny_trial(0, 1500), made_up = contract::made_up_trial(5, 150);
  for (const Settings& some : settings(2)) {
    const Subject subject = subject_of(*GetParam(), some);
    for (const Violations& found :
         {contract::check_frames(subject, tiny), contract::check_queries(subject, tiny),
          contract::check_frames(subject, made_up)})
      ASSERT_TRUE(found.empty()) << join(found);
  }
}

TEST_P(BroadphaseContract, DescribesItself) {
  const BroadphaseEntry& entry = *GetParam();
  for (const std::string_view text : {entry.id, entry.title, entry.summary, entry.source})
    EXPECT_FALSE(text.empty());
  const auto instance = entry.make();
  for (const Param& row : instance->params().rows) {
    EXPECT_LT(row.lo, row.hi) << row.key;
    EXPECT_LE(row.lo, row.init) << row.key;
    EXPECT_LE(row.init, row.hi) << row.key;
    EXPECT_EQ(row.get(instance->params().object), row.init) << row.key;
    EXPECT_FALSE(row.help.empty()) << row.key;
  }
}

std::string test_name(const testing::TestParamInfo<const BroadphaseEntry*>& info) {
  std::string name(info.param->id);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, BroadphaseContract,
                         testing::ValuesIn(broadphases().begin(), broadphases().end()), test_name);

}  // namespace broadphases_test
}  // namespace phasebox::test
