// SPDX-License-Identifier: MIT
// All exports in one program keep the library's promises. They were written by the program and
// compiled with its tests, warnings being errors.
#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "collide/registry.hpp"
#include "contract/checks.hpp"
#include "export/exported.hpp"
#include "exported/all.hpp"
#include "support/allocations.hpp"
#include "support/checks.hpp"

namespace phasebox::test {
namespace side_by_side_test {

using contract::Subject;

template <class Class>
Subject exported(const char* name) {
  return {std::string(name) + ", exported", [] { return std::make_unique<Exported<Class>>(); }};
}

/// The defaults of each, and some with other parameters.
const std::vector<Subject>& subjects() {
#define PHASEBOX_SUBJECT(name) exported<::name::Broadphase>(#name),
  static const std::vector<Subject> kAll{PHASEBOX_EXPORTED(PHASEBOX_SUBJECT)};
#undef PHASEBOX_SUBJECT
  return kAll;
}

TEST(ExportedBroadphases, there_is_one_for_each_of_the_library_but_the_chooser) {
  for (const BroadphaseEntry* entry : broadphases()) {
    std::string name(entry->id);
    std::ranges::replace(name, '-', '_');
    const bool is_there = std::ranges::any_of(
        subjects(), [&](const Subject& s) { return s.label == name + ", exported"; });
    EXPECT_EQ(is_there, entry->role != BroadphaseRole::chooser) << name;
  }
}

class ExportedBroadphase : public testing::TestWithParam<std::size_t> {
 protected:
  const Subject& subject() const { return subjects()[GetParam()]; }

  /// A promise, on every world of a round.
  void check_all(std::string_view promise) const {
    const contract::PromiseRow& row = *contract::find_promise(promise);
    Subject counted = subject();
    counted.heap = {&allocations, nullptr};
    for (std::size_t k = 0; k < contract::worlds_in_a_round(); ++k) {
      const contract::Violations found = row.check(counted, contract::trial_of(row, 1, k));
      ASSERT_TRUE(found.empty()) << test::join(found);
    }
  }
};

TEST_P(ExportedBroadphase, finds_the_librarys_pairs_on_every_world) { check_all("exact-pairs"); }

TEST_P(ExportedBroadphase, finds_near_what_a_scan_finds) { check_all("queries"); }

TEST_P(ExportedBroadphase, follows_motion_edits_and_resets) { check_all("lives"); }

TEST_P(ExportedBroadphase, does_not_depend_on_the_order_of_the_objects) { check_all("order"); }

TEST_P(ExportedBroadphase, allocates_nothing_once_warm) { check_all("allocations"); }

TEST_P(ExportedBroadphase, gives_the_same_answer_again) { check_all("same-again"); }

TEST_P(ExportedBroadphase, numbers_more_objects_than_16_bits_hold) {
#if defined(__SANITIZE_ADDRESS__)
  if (subject().label.starts_with("brute_force")) GTEST_SKIP() << "two minutes";
#endif
  const contract::PromiseRow& row = *contract::find_promise("many-objects");
  const contract::Violations found = row.check(subject(), contract::trial_of(row, 1, 0));
  ASSERT_TRUE(found.empty()) << test::join(found);
}

std::string test_name(const testing::TestParamInfo<std::size_t>& info) {
  const std::string& label = subjects()[info.param].label;
  return label.substr(0, label.find(','));
}

INSTANTIATE_TEST_SUITE_P(All, ExportedBroadphase, testing::Range<std::size_t>(0, subjects().size()),
                         test_name);

// ---- the interface of a game

TEST(ExportedInterface, params_begin_as_they_were_set) {
  const coarse_grid::Params made;
  EXPECT_EQ(made.finest_cell, 12.5f);
  EXPECT_EQ(made.ratio, 4.0f);
  EXPECT_EQ(hierarchical_grid::Params().finest_cell, 0.0f);
  EXPECT_EQ(slanted_sweep::Params().axis, slanted_sweep::SweepAxis::principal);
  EXPECT_EQ(flat_rdc::Params().group_size, 2u);
  EXPECT_EQ(flat_rdc::Params().leaf_test, flat_rdc::LeafTest::brute_force);
  EXPECT_FALSE(flat_rdc::Params().static_groups);
}

TEST(ExportedInterface, values_out_of_range_become_the_nearest_in_range) {
  hierarchical_grid::Params params;
  params.ratio = 1;
  params.finest_cell = -3;
  hierarchical_grid::Broadphase grid(params);
  EXPECT_EQ(grid.params().ratio, 2.0f);
  EXPECT_EQ(grid.params().finest_cell, 0.0f);
  params.ratio = std::numeric_limits<float>::quiet_NaN();
  params.finest_cell = 1e9f;
  grid.set_params(params);
  EXPECT_EQ(grid.params().ratio, 2.0f);
  EXPECT_EQ(grid.params().finest_cell, 10000.0f);
}

TEST(ExportedInterface, another_number_of_objects_without_a_word_starts_afresh) {
  aabb_tree::Broadphase tree;
  std::vector<aabb_tree::Pair> pairs;
  const std::array<aabb_tree::Box, 3> boxes{{{{0, 0}, {2, 2}}, {{1, 1}, {3, 3}}, {{1, 1}, {4, 4}}}};
  tree.find_pairs({boxes}, pairs);
  EXPECT_EQ(pairs.size(), 3u);
  tree.find_pairs({std::span(boxes).first(2)}, pairs);
  EXPECT_EQ(pairs.size(), 1u);
  tree.find_pairs({boxes}, pairs);
  EXPECT_EQ(pairs.size(), 3u);
}

TEST(ExportedInterface, objects_that_were_added_and_removed_are_followed) {
  aabb_tree::Broadphase tree;
  std::vector<aabb_tree::Pair> pairs;
  std::vector<aabb_tree::Box> boxes{{{0, 0}, {2, 2}}, {{9, 9}, {10, 10}}, {{1, 1}, {3, 3}}};
  tree.find_pairs({boxes}, pairs);
  ASSERT_EQ(pairs.size(), 1u);
  EXPECT_EQ(pairs[0].b, 2u);
  boxes[1] = boxes[2];
  boxes.pop_back();
  tree.removed(1);
  tree.find_pairs({boxes}, pairs);
  ASSERT_EQ(pairs.size(), 1u);
  EXPECT_EQ(pairs[0].b, 1u);
  boxes.push_back({{2, 2}, {4, 4}});
  tree.added();
  tree.find_pairs({boxes}, pairs);
  EXPECT_EQ(pairs.size(), 2u);
}

}  // namespace side_by_side_test
}  // namespace phasebox::test
