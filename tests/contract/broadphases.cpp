// SPDX-License-Identifier: MIT
// Every broadphase of the registry keeps every promise, on every world, with every parameter.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "collide/broadphase.hpp"
#include "support/checks.hpp"
#include "support/oracle.hpp"
#include "support/worlds.hpp"

namespace phasebox::test {
namespace broadphases_test {

constexpr std::uint64_t kSeed = 1;

struct Case {
  BoxWorld world;
  std::vector<Pair> exact;
};

/// All worlds with their answers, made once: the oracle takes longer than most algorithms.
const std::vector<Case>& cases() {
  static const std::vector<Case> kAll = [] {
    std::vector<Case> made;
    for (BoxWorld& world : make_worlds(kSeed)) {
      auto exact = exact_pairs(world.frame());
      made.push_back({std::move(world), std::move(exact)});
    }
    return made;
  }();
  return kAll;
}

class BroadphaseContract : public testing::TestWithParam<const BroadphaseEntry*> {
 protected:
  std::vector<Subject> subjects(std::size_t random_ones) const {
    std::vector<Subject> all;
    const auto instance = GetParam()->make();
    for (const Settings& s : settings_to_try(instance->params().rows, random_ones, kSeed))
      all.push_back(subject_of(*GetParam(), s));
    return all;
  }

  /// Runs a check for every parameter setting on every world; stops at the first world that fails.
  template <class Check>
  void check_all(std::size_t random_ones, Check check) const {
    for (const Subject& subject : subjects(random_ones))
      for (const Case& c : cases()) {
        const Violations found = check(subject, c);
        ASSERT_TRUE(found.empty()) << join(found);
      }
  }
};

TEST_P(BroadphaseContract, EmitsExactlyTheEligibleOverlappingPairs) {
  check_all(6, [](const Subject& s, const Case& c) { return check_pairs(s, c.world, c.exact); });
}

TEST_P(BroadphaseContract, DoesNotDependOnTheOrderOfTheSprites) {
  check_all(2, [](const Subject& s, const Case& c) { return check_order(s, c.world); });
}

TEST_P(BroadphaseContract, FollowsMotionEditsAndResets) {
  check_all(1, [](const Subject& s, const Case& c) { return check_motion(s, c.world); });
}

TEST_P(BroadphaseContract, FindsNearWhatAScanFinds) {
  check_all(2, [](const Subject& s, const Case& c) { return check_near(s, c.world); });
}

TEST_P(BroadphaseContract, AllocatesNothingOnceWarm) {
  check_all(2, [](const Subject& s, const Case& c) { return check_steady_state(s, c.world); });
}

TEST_P(BroadphaseContract, GivesTheSameAnswerAgain) {
  check_all(2, [](const Subject& s, const Case& c) { return check_determinism(s, c.world); });
}

TEST_P(BroadphaseContract, IsExactOnOtherSeeds) {
  for (std::uint64_t seed = 2; seed < 6; ++seed)
    for (const BoxWorld& world : make_worlds(seed)) {
      const auto found = check_pairs(subject_of(*GetParam()), world, exact_pairs(world.frame()));
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
