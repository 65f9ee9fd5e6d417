// SPDX-License-Identifier: MIT
// Claims about the map of cliffs.
#include "lab/map/cliffs.hpp"

#include <cmath>

#include <gmock/gmock.h>

#include "collide/registry.hpp"
#include "lab/map/cliff_study.hpp"
#include "support/images.hpp"

namespace phasebox {
namespace cliffs_test {

using testing::ElementsAre;
using testing::HasSubstr;

const BroadphaseEntry* entry(std::string_view id) { return find_entry(broadphases(), id); }

Session uniform() {
  Session session(test_images());
  EXPECT_FALSE(session.apply(command::LoadScene{"uniform"}));
  return session;
}

CliffPlan small_plan() {
  return {.counts = {20, 100, 200},
          .ys = {4, 32},
          .entries = {entry("rdc"), entry("quadtree"), entry("brute-force")},
          .budget = 3};
}

CliffMap measured(const CliffPlan& plan) {
  Cliffs cliffs(uniform(), plan);
  double last = 0;
  while (cliffs.advance()) {
    EXPECT_GE(cliffs.progress(), last);
    last = cliffs.progress();
  }
  return cliffs.result();
}

TEST(Cliffs, the_fastest_costs_one_at_every_place_and_none_less) {
  const CliffMap map = measured(small_plan());
  EXPECT_TRUE(map.is_complete);
  EXPECT_TRUE(map.faults.empty());
  for (const CliffPoint& p : map.points) {
    ASSERT_TRUE(p.is_known);
    ASSERT_TRUE(map.best(p));
    EXPECT_EQ(map.cost(p, *map.best(p)), 1);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_GE(map.cost(p, k), 1);
  }
}

TEST(Cliffs, sprites_have_the_size_asked_for) {
  const CliffMap map = measured(small_plan());
  for (std::size_t x = 0; x < 3; ++x)
    for (std::size_t y = 0; y < 2; ++y)
      EXPECT_NEAR(map.point(x, y).side, map.plan.ys[y], 0.25 * map.plan.ys[y]);
}

TEST(Cliffs, on_the_line_one_gap_is_expected) {
  const CliffMap map = measured(small_plan());
  ASSERT_EQ(map.gap_line.size(), 3u);
  for (const auto& [n, side] : map.gap_line) {
    const double width = std::sqrt(2304.0 * n);  // the field of "uniform"
    EXPECT_NEAR(n * std::exp(-n * side / width), 1, 0.01) << n;
  }
  // Below the line more than one gap is expected, above it less.
  EXPECT_GT(map.point(0, 0).gaps, 1);
  EXPECT_LT(map.point(2, 1).gaps, 1);
}

TEST(Cliffs, a_parameter_goes_upwards_too) {
  CliffPlan plan = small_plan();
  plan.y = "group-size";
  plan.ys = {1, 8};
  const CliffMap map = measured(plan);
  EXPECT_TRUE(map.is_complete);
  ASSERT_EQ(map.gap_line.size(), 2u);  // a vertical line
  EXPECT_EQ(map.gap_line[0].first, map.gap_line[1].first);
  EXPECT_GT(map.gap_line[0].first, 20);
  EXPECT_LT(map.gap_line[0].first, 100);
}

TEST(Cliffs, csv_has_a_line_per_place_and_algorithm) {
  const CliffMap map = measured(small_plan());
  const std::string csv = cliff_csv(map);
  EXPECT_THAT(csv, testing::StartsWith(
                       "sprites,size,broadphase,median_ms,times_the_fastest,expected_gaps\n"));
  EXPECT_EQ(std::ranges::count(csv, '\n'), 1 + 3 * 2 * 3);
  EXPECT_THAT(cliff_text(map, 0), HasSubstr("rdc is the fastest at "));
}

/// Leaves the first pair out.
class Forgetful final : public Broadphase {
 public:
  ParamView params() override { return {}; }
  void find_pairs(const Frame& f, PairSink& out, Recorder* log) override {
    PairSink all;
    entry("quadtree")->make()->find_pairs(f, all, log);
    for (std::size_t k = 1; k < all.size(); ++k) out.push(all.items()[k]);
  }
};
const BroadphaseEntry kForgetful{"forgetful", "Forgetful", "Leaves a pair out.", "none",
                                 make_broadphase<Forgetful>};

TEST(Cliffs, a_wrong_one_has_no_cost_and_is_named) {
  CliffPlan plan = small_plan();
  plan.entries = {entry("quadtree"), &kForgetful};
  plan.counts = {300};
  const CliffMap map = measured(plan);
  EXPECT_FALSE(map.faults.empty());
  EXPECT_TRUE(std::isnan(map.cost(map.point(0, 1), 1)));
  EXPECT_EQ(map.cost(map.point(0, 1), 0), 1);
}

TEST(Cliffs, plans_that_cannot_be_are_refused) {
  const Session session = uniform();
  EXPECT_FALSE(check_plan(small_plan(), session));
  CliffPlan plan = small_plan();
  plan.y = "cell-size";
  EXPECT_TRUE(check_plan(plan, session)) << "none in it has cells";
  plan = small_plan();
  plan.y = "group-size", plan.ys = {1.5};
  EXPECT_TRUE(check_plan(plan, session)) << "no whole number";
  plan = small_plan();
  plan.ys = {5000};
  EXPECT_TRUE(check_plan(plan, session));
  plan = small_plan();
  plan.entries = {entry("rdc")};
  EXPECT_TRUE(check_plan(plan, session));
  EXPECT_FALSE(default_values("color"));
  EXPECT_THAT(*cliff_values("group-size", 1, 8, 4), ElementsAre(1, 2, 4, 8));
}

TEST(CliffStudy, measures_beside_the_session_and_leaves_it_alone) {
  const Session session = uniform();
  const std::uint64_t before = session.hash();
  CliffStudy study;
  EXPECT_FALSE(
      study.apply(command::StartCliffs{std::make_shared<const CliffPlan>(small_plan())}, session));
  while (study.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  ASSERT_TRUE(study.result());
  EXPECT_TRUE(study.result()->is_complete);
  EXPECT_EQ(session.hash(), before);
}

}  // namespace cliffs_test
}  // namespace phasebox
