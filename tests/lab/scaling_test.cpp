// SPDX-License-Identifier: MIT
// Claims about the map of scaling.
#include "lab/scaling.hpp"

#include <cmath>

#include <gmock/gmock.h>

#include "collide/registry.hpp"
#include "support/planted.hpp"
#include "support/recordings.hpp"
#include "support/session_in_scene.hpp"

namespace phasebox {
namespace scaling_test {

using test::contestant;
using testing::ElementsAre;
using testing::HasSubstr;

ScalingPlan small_plan() {
  return {.counts = {20, 100, 200},
          .ys = {4, 32},
          .contestants = {contestant("rdc"), contestant("quadtree"), contestant("brute-force")},
          .budget = 3};
}

ScalingMap measured(const ScalingPlan& plan) {
  const auto work = plan.work(in_scene("uniform"));
  double last = 0;
  while (work->advance()) {
    EXPECT_GE(work->progress(), last);
    last = work->progress();
  }
  return work->result();
}

TEST(Scaling, the_fastest_costs_one_at_every_place_and_none_less) {
  const ScalingMap map = measured(small_plan());
  EXPECT_TRUE(map.is_complete);
  EXPECT_TRUE(map.faults.empty());
  for (const ScalingPoint& p : map.points) {
    ASSERT_TRUE(p.is_known);
    ASSERT_TRUE(map.best(p));
    EXPECT_EQ(map.cost(p, *map.best(p)), 1);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_GE(map.cost(p, k), 1);
  }
}

TEST(Scaling, sprites_have_the_size_asked_for) {
  const ScalingMap map = measured(small_plan());
  for (std::size_t x = 0; x < 3; ++x)
    for (std::size_t y = 0; y < 2; ++y)
      EXPECT_NEAR(map.point(x, y).side, map.plan.ys[y], 0.25 * map.plan.ys[y]);
}

TEST(Scaling, on_the_line_one_gap_is_expected) {
  const ScalingMap map = measured(small_plan());
  ASSERT_EQ(map.gap_line.size(), 3u);
  for (const auto& [n, side] : map.gap_line) {
    const double width = std::sqrt(2304.0 * n);  // the field of "uniform"
    EXPECT_NEAR(n * std::exp(-n * side / width), 1, 0.01) << n;
  }
  // Below the line more than one gap is expected, above it less.
  EXPECT_GT(map.point(0, 0).gaps, 1);
  EXPECT_LT(map.point(2, 1).gaps, 1);
}

TEST(Scaling, a_parameter_goes_upwards_too) {
  ScalingPlan plan = small_plan();
  plan.y = "group-size";
  plan.ys = {1, 8};
  const ScalingMap map = measured(plan);
  EXPECT_TRUE(map.is_complete);
  ASSERT_EQ(map.gap_line.size(), 2u);  // a vertical line
  EXPECT_EQ(map.gap_line[0].first, map.gap_line[1].first);
  EXPECT_GT(map.gap_line[0].first, 20);
  EXPECT_LT(map.gap_line[0].first, 100);
}

TEST(Scaling, csv_has_a_line_per_place_and_algorithm) {
  const ScalingMap map = measured(small_plan());
  const std::string csv = scaling_csv(map);
  EXPECT_THAT(
      csv, testing::StartsWith("sprites,size,broadphase,median_ms,times_the_fastest,expected_gaps,"
                               "box_tests,groups\n"));
  EXPECT_EQ(std::ranges::count(csv, '\n'), 1 + 3 * 2 * 3);
  EXPECT_THAT(scaling_text(map, 0), HasSubstr("rdc is the fastest at "));
}

TEST(Scaling, a_wrong_one_has_no_cost_and_is_named) {
  ScalingPlan plan = small_plan();
  plan.contestants = {contestant("quadtree"), test::forgetful()};
  plan.counts = {300};
  const ScalingMap map = measured(plan);
  EXPECT_FALSE(map.faults.empty());
  EXPECT_TRUE(std::isnan(map.cost(map.point(0, 1), 1)));
  EXPECT_EQ(map.cost(map.point(0, 1), 0), 1);
}

TEST(Scaling, plans_that_cannot_be_are_refused) {
  Session session = in_scene("uniform");
  EXPECT_FALSE(small_plan().check(session).failed());
  ScalingPlan plan = small_plan();
  plan.y = "cell-size";
  EXPECT_TRUE(plan.check(session).failed()) << "none in it has cells";
  plan = small_plan();
  plan.y = "group-size", plan.ys = {1.5};
  EXPECT_TRUE(plan.check(session).failed()) << "no whole number";
  plan = small_plan();
  plan.ys = {5000};
  EXPECT_TRUE(plan.check(session).failed());
  plan = small_plan();
  plan.contestants = {contestant("rdc")};
  EXPECT_TRUE(plan.check(session).failed());
  const auto recording = std::make_shared<const BoxRecording>(test::shooter(1, 2, 2));
  ASSERT_FALSE(session.apply(command::OpenRecording{recording, "two frames"}).failed());
  EXPECT_TRUE(small_plan().check(session).failed()) << "recorded boxes";
  EXPECT_TRUE(default_scaling_values("color").failed());
  EXPECT_THAT(*scaling_values("group-size", 1, 8, 4), ElementsAre(1, 2, 4, 8));
}

TEST(Scaling, over_the_count_alone_gives_times_and_tests_of_each_contestant) {
  ScalingPlan plan = small_plan();
  plan.y = kCountAlone, plan.ys = {0};
  plan.contestants[0] = contestant("rdc", {{"contact-threshold", 2}});
  const ScalingMap map = measured(plan);
  EXPECT_TRUE(map.is_complete);
  EXPECT_TRUE(map.faults.empty());
  const Plot times = scaling_plot(map, ScalingOf::time),
             tests = scaling_plot(map, ScalingOf::tests);
  ASSERT_EQ(times.series.size(), 3u);
  EXPECT_EQ(times.series[2].points.size(), 3u);
  EXPECT_TRUE(times.log_x && times.log_y);
  EXPECT_TRUE(times.series[0].is_dashed) << "with a threshold it may miss pairs";
  EXPECT_EQ(tests.series[2].points[2], (std::pair<double, double>{200, 200 * 199 / 2}));
}

TEST(Scaling, from_even_to_one_heap_gives_times_tests_and_groups_and_says_where_rdc_fails) {
  ScalingPlan plan = small_plan();
  plan.y = kClumping, plan.counts = {120}, plan.ys = {0, 0.5, 1};
  const auto work = plan.work(in_scene("even"));
  while (work->advance()) {
  }
  const ScalingMap map = work->result();
  ASSERT_TRUE(map.is_complete);
  EXPECT_TRUE(map.faults.empty());
  for (const ScalingOf of : {ScalingOf::time, ScalingOf::tests, ScalingOf::groups}) {
    const Plot plot = scaling_plot(map, of);
    EXPECT_FALSE(plot.log_x);
    ASSERT_EQ(plot.series[0].points.size(), of == ScalingOf::tests ? 2u : 3u) << "none where even";
    EXPECT_EQ(plot.series[0].points.back().first, 1);
  }
  const ScalingPoint &even = map.points.front(), &heap = map.points.back();
  EXPECT_GT(*even.groups[0], *heap.groups[0]) << "RDC cuts less";
  EXPECT_LT(*even.tests[0], *heap.tests[0]);
  EXPECT_EQ(*even.tests[2], *heap.tests[2]) << "brute force knows no difference";
  const std::string text = scaling_text(map, 0), csv = scaling_csv(map);
  EXPECT_THAT(text, HasSubstr("RDC from clumping 0.5 on: RDC hardly splits"));
  EXPECT_THAT(csv, HasSubstr("120,0.5,rdc,"));
  plan.ys = {0, 1.5};
  EXPECT_TRUE(plan.check(in_scene("even")).failed());
  EXPECT_THAT(*default_scaling_values("clumping"), testing::Contains(0.3));
}

TEST(Scaling, a_weakness_bites_from_where_it_stays) {
  ScalingMap map;
  map.plan = small_plan();
  map.plan.y = kClumping, map.plan.counts = {100}, map.plan.ys = {0, 0.25, 0.5, 1};
  const auto point = [](double rdc, double quadtree) {
    return ScalingPoint{.is_known = true,
                        .pairs = 100,
                        .ms = {1, 1, 1},
                        .tests = {rdc, quadtree, {}},
                        .groups = {{}, {}, {}},
                        .warnings = {{}, {}, {}}};
  };
  // 100 sprites, of which 100 tests find the pairs: 5 tests in vain each are not 4 times as many
  // as 2, and 4 are not more than 4.
  map.points = {point(300, 100), point(300, 900), point(600, 500), point(1100, 501)};
  map.points[3].warnings[2] = "It is slow.";
  std::vector<std::string> texts;
  for (const Sentence& one : scaling_weaknesses(map)) texts.push_back(one.english());
  EXPECT_THAT(texts, ElementsAre("RDC from clumping 1 on: more than 4 box tests in vain per "
                                 "sprite, and 4 times as many as with clumping 0.",
                                 "Quadtree from clumping 1 on: more than 4 box tests in vain per "
                                 "sprite, and 4 times as many as with clumping 0.",
                                 "Brute force from clumping 1 on: It is slow."));
  map.points[2] = point(600, 502);
  EXPECT_THAT(scaling_weaknesses(map)[1].english(), HasSubstr("Quadtree from clumping 0.25 on"));
}

TEST(ScalingStudy, measures_beside_the_session_and_leaves_it_alone) {
  const Session session = in_scene("uniform");
  const std::uint64_t before = session.hash();
  ScalingStudy study;
  EXPECT_FALSE(study.apply(small_plan(), session).failed());
  while (study.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  ASSERT_TRUE(study.result());
  EXPECT_TRUE(study.result()->is_complete);
  EXPECT_EQ(session.hash(), before);
}

}  // namespace scaling_test
}  // namespace phasebox
