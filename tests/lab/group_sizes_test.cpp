// SPDX-License-Identifier: MIT
// Claims about the curve of RDC's costs by group size.
#include "lab/group_sizes.hpp"

#include <chrono>
#include <cmath>
#include <thread>

#include <gmock/gmock.h>

#include "lab/study_subject.hpp"
#include "support/session_in_scene.hpp"

namespace phasebox {
namespace group_sizes_test {

using testing::HasSubstr;
using testing::IsEmpty;

GroupSizes measured(const Session& session) {
  return finished(*command::MeasureGroupSizes::of(session).work(clone_session(session)));
}

// Measures boxes on a lattice with gaps between all of them.
GroupSizes measured_lattice(int boxes) {
  BoxRecording recording;
  recording.frames = {0};
  for (int i = 0; i < boxes; ++i) {
    const Vec2 at{static_cast<float>(i % 100 * 12), static_cast<float>(i / 100 * 12)};
    recording.ids.push_back(i);
    recording.boxes.push_back({at, at + Vec2{10, 10}});
  }
  recording.begins.push_back(recording.ids.size());
  Session session = in_scene("clusters");
  EXPECT_FALSE(session
                   .apply(command::OpenRecording{
                       std::make_shared<const BoxRecording>(std::move(recording)), "lattice"})
                   .failed());
  return measured(session);
}

Command set(std::string key, double value) {
  return command::SetParam{owner_named("rdc"), std::move(key), value};
}

TEST(GroupSizes, have_the_counts_of_the_session_with_that_size_and_test) {
  Session session = in_scene("clusters", 200);
  session.detect();
  const GroupSizes found = measured(session);
  ASSERT_GT(found.costs.size(), 5u);
  for (const GroupSizeCost& cost : found.costs)
    for (const std::size_t leaf_test : {0u, 1u}) {
      ASSERT_FALSE(session.apply(set("group-size", cost.size)).failed());
      ASSERT_FALSE(session.apply(set("leaf-test", static_cast<double>(leaf_test))).failed());
      EventLog log;
      session.trace(log);
      const Counters counters = session.counters(log);
      EXPECT_EQ(cost.tests[leaf_test], static_cast<double>(counters.box_tests)) << cost.size;
      EXPECT_EQ(cost.boundaries, static_cast<double>(counters.boundaries)) << cost.size;
      EXPECT_GT(cost.ms[leaf_test], 0) << cost.size;
    }
}

TEST(GroupSizes, end_with_one_group_also_beyond_what_the_parameter_takes) {
  const GroupSizes found = measured_lattice(1'500);
  const GroupSizeCost& uncut = found.costs.back();
  EXPECT_EQ(uncut.size, 1'500);
  EXPECT_EQ(uncut.boundaries, 0);
  EXPECT_EQ(uncut.tests[0], 1'500 * 1'499 / 2);
  EXPECT_LT(uncut.tests[1], uncut.tests[0]);
  EXPECT_LE(found.costs.end()[-2].size, 1'000) << "which a user can set";
}

TEST(GroupSizes, of_a_run_with_too_many_tests_are_unknown_and_not_timed) {
  const GroupSizes found = measured_lattice(6'500);
  const GroupSizeCost& uncut = found.costs.back();
  EXPECT_TRUE(std::isnan(uncut.tests[0])) << "21 million";
  EXPECT_TRUE(std::isnan(uncut.ms[0]));
  EXPECT_GT(uncut.tests[1], 0) << "of the sweep";
  EXPECT_GT(uncut.ms[1], 0);
  EXPECT_GT(found.costs.front().ms[0], 0) << "where all are cut";
  const Plot plot = group_size_plot(found);
  EXPECT_EQ(plot.series[1].points.size() + 1, plot.series[2].points.size());
}

TEST(GroupSizes, of_a_small_frame_are_counted_and_not_timed) {
  const Session session = in_scene("clusters", 64);
  const GroupSizes found = measured(session);
  EXPECT_TRUE(found.shares_loop);
  for (const GroupSizeCost& cost : found.costs) {
    EXPECT_FALSE(std::isnan(cost.tests[0])) << cost.size;
    EXPECT_TRUE(std::isnan(cost.ms[0])) << cost.size;
  }
  EXPECT_EQ(group_size_plot(found).series[3].name, "time, brute force: -");
  EXPECT_THAT(group_size_text(found).english(), HasSubstr("the same loop"));
  EXPECT_FALSE(measured(in_scene("clusters", 65)).shares_loop);
}

GroupSizes known(std::vector<GroupSizeCost> costs) {
  return {.costs = std::move(costs), .shares_loop = false};
}

TEST(GroupSizes, advise_another_broadphase_where_not_cutting_is_clearly_faster) {
  constexpr double kUnknown = GroupSizeCost::kUnknown;
  const auto cost = [](double size, double compared, double swept) {
    return GroupSizeCost{.size = size, .boundaries = 1, .tests = {1, 1}, .ms = {compared, swept}};
  };
  const auto advised = [](const GroupSizes& found) {
    const BroadphaseEntry* entry = found.faster_uncut();
    return entry ? std::string(entry->id) : "";
  };
  EXPECT_EQ(advised(known({cost(1, 3, 3), cost(50, 2, 2), cost(100, 4, 1)})), "sort-and-sweep");
  EXPECT_EQ(advised(known({cost(1, 3, 3), cost(50, 2, 2), cost(100, 1, 4)})), "brute-force");
  EXPECT_EQ(advised(known({cost(1, 3, 3), cost(50, 2, 2), cost(100, kUnknown, 1)})),
            "sort-and-sweep");
  EXPECT_EQ(advised(known({cost(1, 3, 3), cost(50, 2, 2), cost(100, 1, kUnknown)})), "brute-force");
  EXPECT_EQ(advised(known({cost(1, 3, 3), cost(50, 1, 2), cost(100, 4, 0.95)})), "")
      << "not by a tenth";
  EXPECT_EQ(advised(known({cost(1, 3, 3), cost(60, 1, 1), cost(100, 1, 1)})), "sort-and-sweep")
      << "a group of 60 holds more than half";
  EXPECT_EQ(advised(known({cost(1, 3, 3), cost(100, kUnknown, kUnknown)})), "");
  EXPECT_EQ(advised({}), "");
  EXPECT_EQ(group_size_text(known({cost(1, 3, 3), cost(50, 2, 2), cost(100, 4, 1)})),
            "Not cutting at all is the fastest here: 1.00 ms, at best 2.00 ms with cuts. Sort and "
            "sweep does the same without groups.");
  EXPECT_EQ(group_size_text(known({cost(1, kUnknown, 3), cost(50, 0.5, 2), cost(100, 4, 3)})),
            "The fastest group size here is 50: 0.50 ms.");
  EXPECT_THAT(group_size_text({}).english(), IsEmpty());
}

TEST(GroupSizes, curves_are_shares_of_their_most) {
  const Plot plot =
      group_size_plot(known({{.size = 1, .boundaries = 8, .tests = {10, 4}, .ms = {2, 1}},
                             {.size = 9, .boundaries = 2, .tests = {40, 5}, .ms = {4, 1}}}));
  ASSERT_EQ(plot.series.size(), 5u);
  EXPECT_EQ(plot.series[1].name, "tests, brute force, up to 40");
  EXPECT_EQ(plot.series[2].name, "tests, sweep, up to 5");
  EXPECT_DOUBLE_EQ(plot.series[1].points[1].second, 1);
  EXPECT_DOUBLE_EQ(plot.series[2].points[0].second, 4.0 / 5);
  EXPECT_DOUBLE_EQ(plot.series[0].points[1].second, 2.0 / 8);
  EXPECT_DOUBLE_EQ(plot.series[3].points[0].second, 2.0 / 4);
}

TEST(GroupSizeStudy, works_beside_the_session_and_knows_what_it_is_about) {
  Session session = in_scene("clusters", 200);
  session.detect();
  const std::uint64_t before = session.hash();
  GroupSizeStudy study;
  EXPECT_FALSE(is_current(study, session)) << "before the first measurement";
  ASSERT_FALSE(study.apply(command::MeasureGroupSizes::of(session), session).failed());
  while (study.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  ASSERT_TRUE(study.result());
  EXPECT_EQ(study.result()->costs.back().size, 200);
  EXPECT_EQ(session.hash(), before);
  ASSERT_FALSE(session.apply(set("group-size", 20)).failed());
  EXPECT_TRUE(is_current(study, session)) << "it varies that";
  ASSERT_FALSE(session.apply(set("contact-threshold", 2)).failed());
  EXPECT_FALSE(is_current(study, session));
  ASSERT_FALSE(session.apply(set("contact-threshold", 0)).failed());
  EXPECT_TRUE(is_current(study, session));
  ASSERT_FALSE(session.apply(command::SetCount{201}).failed());
  EXPECT_FALSE(is_current(study, session));
}

}  // namespace group_sizes_test
}  // namespace phasebox
