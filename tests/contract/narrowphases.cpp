// SPDX-License-Identifier: MIT
// Every narrowphase of the registry only confirms candidates, in order, repeatably, in place.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "collide/narrowphase.hpp"
#include "collide/registry.hpp"
#include "support/allocations.hpp"
#include "support/checks.hpp"
#include "support/sprites.hpp"

namespace phasebox::test {
namespace narrowphases_test {

std::vector<Contact> contacts_of(Narrowphase& narrowphase, const Frame& f,
                                 std::span<const Pair> candidates, Recorder* log = nullptr) {
  Sink<Contact> out;
  narrowphase.confirm(f, candidates, out, log);
  return {out.items().begin(), out.items().end()};
}

bool same(const Contact& a, const Contact& b) {
  return a.pair == b.pair && a.point == b.point && a.normal == b.normal && a.depth == b.depth;
}
bool same(const std::vector<Contact>& a, const std::vector<Contact>& b) {
  return std::ranges::equal(a, b, [](const Contact& p, const Contact& q) { return same(p, q); });
}

/// A contact that is no candidate, or out of order, or twice.
Violations check_subsequence(std::span<const Contact> contacts, std::span<const Pair> candidates) {
  auto next = candidates.begin();
  for (const Contact& c : contacts) {
    next = std::find(next, candidates.end(), c.pair);
    if (next == candidates.end())
      return {"(" + std::to_string(c.pair.a) + ", " + std::to_string(c.pair.b) +
              ") is no candidate, or not in the candidates' order"};
    ++next;
  }
  return {};
}

/// Finite numbers, normals of length one or none, depth not below zero.
Violations check_numbers(std::span<const Contact> contacts) {
  Violations out;
  for (const Contact& c : contacts) {
    const float size = length(c.normal);
    const bool is_normal = size == 0 || std::abs(size - 1) < 1e-4f;
    if (!is_normal || !(c.depth >= 0) || !is_valid({c.point, c.point}) || !std::isfinite(c.depth))
      out.push_back("contact of (" + std::to_string(c.pair.a) + ", " + std::to_string(c.pair.b) +
                    ") holds numbers out of range");
  }
  return out;
}

class NarrowphaseContract : public testing::TestWithParam<const NarrowphaseEntry*> {
 protected:
  /// Calls `body(instance)` for every setting of the parameters.
  template <class Body>
  void for_all_settings(Body body) const {
    const auto first = GetParam()->make();
    for (const Settings& settings : settings_to_try(first->params().rows, 3, 1)) {
      const auto instance = GetParam()->make();
      set_params(instance->params(), settings);
      body(*instance);
    }
  }
};

TEST_P(NarrowphaseContract, ConfirmsCandidatesOnlyAndInTheirOrder) {
  for_all_settings([](Narrowphase& narrowphase) {
    for (std::uint64_t seed = 1; seed < 4; ++seed) {
      const SpriteStage stage(120, 260, seed);
      auto candidates = stage.candidates();
      ASSERT_GT(candidates.size(), 100u);
      narrowphase.reset(stage.frame());
      for (int turn = 0; turn < 2; ++turn) {
        const auto contacts = contacts_of(narrowphase, stage.frame(), candidates);
        const auto order = check_subsequence(contacts, candidates),
                   numbers = check_numbers(contacts);
        EXPECT_TRUE(order.empty()) << "seed " << seed << join(order);
        EXPECT_TRUE(numbers.empty()) << "seed " << seed << join(numbers);
        std::ranges::reverse(candidates);
      }
    }
  });
}

TEST_P(NarrowphaseContract, AnswersEachPairByItself) {
  const SpriteStage stage(80, 200, 5);
  const auto candidates = stage.candidates();
  const auto narrowphase = GetParam()->make();
  narrowphase->reset(stage.frame());
  const auto together = contacts_of(*narrowphase, stage.frame(), candidates);
  std::vector<Contact> one_by_one;
  for (const Pair p : candidates)
    for (const Contact& c : contacts_of(*narrowphase, stage.frame(), std::span(&p, 1)))
      one_by_one.push_back(c);
  EXPECT_TRUE(same(together, one_by_one));
  EXPECT_TRUE(contacts_of(*narrowphase, stage.frame(), {}).empty());
}

TEST_P(NarrowphaseContract, GivesTheSameAnswerAgainAndWhenTraced) {
  for_all_settings([](Narrowphase& narrowphase) {
    const SpriteStage stage(100, 240, 2);
    const auto candidates = stage.candidates();
    narrowphase.reset(stage.frame());
    const auto first = contacts_of(narrowphase, stage.frame(), candidates);
    Recorder log(100);
    EXPECT_TRUE(same(first, contacts_of(narrowphase, stage.frame(), candidates)));
    EXPECT_TRUE(same(first, contacts_of(narrowphase, stage.frame(), candidates, &log)));
    EXPECT_EQ(log.count(EventKind::enter), candidates.size());
    EXPECT_EQ(log.count(EventKind::hit), first.size());
    EXPECT_EQ(log.count(EventKind::leave), candidates.size() - first.size());
  });
}

TEST_P(NarrowphaseContract, AllocatesNothingOnceWarm) {
  for_all_settings([](Narrowphase& narrowphase) {
    SpriteStage stage(100, 240, 3);
    Sink<Contact> out;
    for (std::size_t k = 0; k < 100 * 99 / 2; ++k) out.push({});
    narrowphase.reset(stage.frame());
    const auto allocated_in_a_frame = [&] {
      const auto candidates = stage.candidates();
      out.clear();
      const std::uint64_t start = allocations();
      narrowphase.confirm(stage.frame(), candidates, out, nullptr);
      return allocations() - start;
    };
    for (int k = 0; k < 3; ++k) allocated_in_a_frame(), stage.move();
    for (int k = 0; k < 5; ++k) {
      EXPECT_EQ(allocated_in_a_frame(), 0u);
      stage.move();
    }
  });
}

TEST(Narrowphases, NoneConfirmsEveryCandidate) {
  const SpriteStage stage(100, 240, 1);
  const auto candidates = stage.candidates();
  const auto none = find_entry(narrowphases(), "none")->make();
  const auto contacts = contacts_of(*none, stage.frame(), candidates);
  ASSERT_EQ(contacts.size(), candidates.size());
  for (std::size_t k = 0; k < contacts.size(); ++k) EXPECT_EQ(contacts[k].pair, candidates[k]);
}

TEST(Narrowphases, TheChecksCatchPlantedFaults) {
  const std::vector<Pair> candidates{{0, 1}, {0, 2}, {1, 2}};
  const auto contact = [](Pair p) {
    Contact c{};
    c.pair = p;
    return c;
  };
  const Contact a = contact({0, 1}), b = contact({0, 2}), c = contact({1, 2});
  const auto is_fine = [&](std::vector<Contact> contacts) {
    return check_subsequence(contacts, candidates).empty();
  };
  EXPECT_TRUE(is_fine({a, c}));
  EXPECT_FALSE(is_fine({b, a})) << "out of order";
  EXPECT_FALSE(is_fine({a, a})) << "twice";
  EXPECT_FALSE(is_fine({contact({0, 3})})) << "no candidate";
  Contact crooked = a, sunken = a;
  crooked.normal = {2, 0};
  sunken.depth = -1;
  EXPECT_TRUE(check_numbers(std::vector{a}).empty());
  EXPECT_FALSE(check_numbers(std::vector{crooked}).empty());
  EXPECT_FALSE(check_numbers(std::vector{sunken}).empty());
}

std::string test_name(const testing::TestParamInfo<const NarrowphaseEntry*>& info) {
  std::string name(info.param->id);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, NarrowphaseContract,
                         testing::ValuesIn(narrowphases().begin(), narrowphases().end()),
                         test_name);

}  // namespace narrowphases_test
}  // namespace phasebox::test
