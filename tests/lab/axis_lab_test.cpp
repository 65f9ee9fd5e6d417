// SPDX-License-Identifier: MIT
// The counts of every sweep direction are those of sort and sweep.
#include <algorithm>
#include <utility>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "lab/gap_barcode.hpp"
#include "lab/rdc_effects.hpp"
#include "lab/sweep_directions.hpp"
#include "session/session.hpp"
#include "support/session_in_scene.hpp"

namespace phasebox::test {
namespace sweep_directions_test {

Session session_with(const char* scene, std::uint32_t count) {
  Session session = in_scene(scene, count);
  for (int k = 0; k < 5; ++k) session.step();
  return session;
}

void finish(SweepDirections& directions, const Session& session) {
  for (int k = 0; k < 1000 && !directions.is_current(session); ++k)
    EXPECT_FALSE(directions.apply(MeasureDirections{}, session).failed());
}

TEST(SweepDirections, counts_what_traced_runs_of_sort_and_sweep_count_at_every_angle) {
  for (const char* scene : {"sprites", "uniform", "clusters", "touching"}) {
    Session session = session_with(scene, 150);
    ASSERT_EQ(session.world().size(), 150u) << scene;
    EXPECT_FALSE(session.apply(command::SelectBroadphase{"sort-and-sweep"}).failed());
    const Owner sweep = *session.settings().broadphase;
    EXPECT_FALSE(session.apply(command::SetParam{sweep, "axis", 4}).failed());
    session.detect();
    SweepDirections directions;
    finish(directions, session);
    ASSERT_TRUE(directions.counts()) << scene;
    for (std::size_t k = 0; k < SweepDirections::kAngles; ++k) {
      const double angle = SweepDirections::kStep * static_cast<double>(k);
      EXPECT_FALSE(session.apply(command::SetParam{sweep, "angle", angle}).failed());
      session.detect();
      EventLog log;
      session.trace(log);
      const SweepCount& counted = (*directions.counts())[k];
      EXPECT_EQ(counted.interfering, log.broad.measured(Measure::interfering)) << scene << angle;
      EXPECT_EQ(counted.voids, log.broad.measured(Measure::voids)) << scene << " " << angle;
    }
  }
}

TEST(SweepDirections, finds_the_direction_of_a_row_of_sprites) {
  std::vector<Aabb> row;
  for (int k = 0; k < 20; ++k) {
    const auto at = static_cast<float>(k) * 30;
    row.push_back({{at, 100}, {at + 10, 110}});
  }
  std::vector<float> begins, ends;
  EXPECT_EQ(count_along(row, 0, begins, ends), (SweepCount{0, 20}));
  EXPECT_EQ(count_along(row, 90, begins, ends), (SweepCount{190, 1}));
  EXPECT_EQ(count_along(row, 180, begins, ends), count_along(row, 0, begins, ends));
}

TEST(SweepDirections, names_the_angle_of_fewest_interfering_pairs) {
  Session session = session_with("clusters", 200);
  SweepDirections directions;
  EXPECT_EQ(directions.best(), 0);
  finish(directions, session);
  const auto at = static_cast<std::size_t>(directions.best() / SweepDirections::kStep);
  for (const SweepCount& other : *directions.counts())
    EXPECT_LE((*directions.counts())[at].interfering, other.interfering);
}

TEST(SweepDirections, divides_its_work_and_keeps_the_last_numbers_meanwhile) {
  Session session = session_with("uniform", 3000);
  SweepDirections directions;
  EXPECT_FALSE(directions.apply(MeasureDirections{}, session).failed());
  EXPECT_EQ(directions.done(), SweepDirections::kWork / 3000);
  EXPECT_FALSE(directions.counts());
  finish(directions, session);
  ASSERT_TRUE(directions.is_current(session));
  const SweepDirections::Counts before = *directions.counts();
  session.step();
  EXPECT_FALSE(directions.is_current(session));
  EXPECT_FALSE(directions.apply(MeasureDirections{}, session).failed());
  EXPECT_EQ(*directions.counts(), before);
  finish(directions, session);
  EXPECT_NE(*directions.counts(), before);
  EXPECT_FALSE(directions.apply(ForgetDirections{}, session).failed());
  EXPECT_FALSE(directions.counts());
}

TEST(SweepDirections, measures_many_sprites_only_when_asked) {
  Session session = session_with("uniform", SweepDirections::kMaxWatched + 1);
  SweepDirections directions;
  EXPECT_FALSE(directions.apply(MeasureDirections{}, session).failed());
  EXPECT_EQ(directions.done(), 0u);
  EXPECT_FALSE(directions.apply(MeasureDirections{.asked = true}, session).failed());
  EXPECT_GT(directions.done(), 0u);
  const std::size_t begun = directions.done();
  EXPECT_FALSE(directions.apply(MeasureDirections{}, session).failed());
  EXPECT_GT(directions.done(), begun) << "a round that is begun is continued";
}

}  // namespace sweep_directions_test

// Gaps over the contact threshold, against counting them one threshold at a time.

namespace gap_births_test {

// Straight from the definition.
std::size_t counted_gaps(std::span<const Aabb> boxes, Axis axis, double t) {
  std::vector<std::pair<double, double>> open;
  for (const Aabb& box : boxes) {
    const float lo = low(box, axis), hi = high(box, axis);
    const double middle = static_cast<double>(lo * 0.5f + hi * 0.5f);
    open.emplace_back(std::min(static_cast<double>(lo) + t, middle),
                      std::max(static_cast<double>(hi) - t, middle));
  }
  std::ranges::sort(open);
  std::size_t gaps = 0;
  double furthest = open.empty() ? 0 : open[0].second;
  for (const auto& [from, to] : open) {
    gaps += from > furthest;
    furthest = std::max(furthest, to);
  }
  return gaps;
}

// Of many sizes; some are points, some have the center of another one.
std::vector<Aabb> random_boxes(std::uint64_t seed, int n) {
  Random random(seed);
  std::vector<Aabb> boxes;
  for (int k = 0; k < n; ++k) {
    const Vec2 at{random.uniform(0, 500), random.uniform(0, 500)};
    const float half = k % 7 == 0 ? 0 : random.uniform(0, k % 5 == 0 ? 60.0f : 12.0f);
    boxes.push_back(square(k % 6 == 5 ? center(boxes.back()) : at, half));
  }
  return boxes;
}

TEST(GapBirths, count_the_gaps_of_every_threshold) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::vector<Aabb> boxes = random_boxes(seed, static_cast<int>(3 * seed));
    const GapBarcode barcode = gap_barcode(boxes);
    Random random(seed + 100);
    for (int k = 0; k < 200; ++k) {
      const double t =
          static_cast<double>(random.uniform(-60, 80)) + 1e-7;  // beyond half of every box too
      for (const Axis axis : {Axis::x, Axis::y})
        EXPECT_EQ(gaps_at(barcode.of(axis), t), counted_gaps(boxes, axis, t))
            << "seed " << seed << ", t " << t;
    }
  }
}

TEST(GapBirths, lie_at_minus_half_the_width_of_a_gap) {
  const Aabb boxes[] = {{{0, 0}, {10, 10}}, {{16, 0}, {30, 10}}, {{26, 0}, {40, 10}}};
  EXPECT_EQ(gap_births(boxes, Axis::x), (std::vector<double>{-3, 2}));
  EXPECT_TRUE(gap_births(boxes, Axis::y).empty()) << "equal centers are never apart";
}

TEST(GapBirths, heed_that_a_box_never_closes_before_its_center) {
  // The small box shrinks to its center, 5, at t = 1; the large one opens there at t = 5.
  const Aabb boxes[] = {{{4, 0}, {6, 1}}, {{0, 0}, {40, 1}}};
  const std::vector<double> births = gap_births(boxes, Axis::x);
  ASSERT_EQ(births.size(), 1u);
  EXPECT_DOUBLE_EQ(births[0], 5);
  EXPECT_EQ(counted_gaps(boxes, Axis::x, 4.9), 0u);
  EXPECT_EQ(counted_gaps(boxes, Axis::x, 5.1), 1u);
}

// With snap many boundaries coincide at these thresholds.
TEST(GapBirths, tell_into_how_many_groups_rdc_divides_at_first) {
  for (const double snap : {0.0, 1.0})
    for (const double tie_order : {0.0, 1.0})
      for (const double t : {-30.0, -8.0, -2.0, 0.0, 3.0, 8.0, 16.0, 24.0, 32.0, 60.0}) {
        Session session = in_scene("flash-demo");
        ASSERT_FALSE(session.apply(command::SetParam{Owner::world(), "snap", snap}).failed());
        ASSERT_FALSE(
            session.apply(command::SetParam{owner_named("rdc"), "group-size", 1}).failed());
        ASSERT_FALSE(
            session.apply(command::SetParam{owner_named("rdc"), "contact-threshold", t}).failed());
        ASSERT_FALSE(
            session.apply(command::SetParam{owner_named("rdc"), "tie-order", tie_order}).failed());
        session.detect();
        EventLog log(100'000);
        session.trace(log);
        std::size_t parts = 1;
        for (const Event& e : log.broad.events())
          if (e.kind == EventKind::split && e.depth == 0 && e.axis == Axis::x) parts = e.b;
        const auto births = gap_births(session.frame().boxes, Axis::x);
        EXPECT_EQ(gaps_at(births, t, tie_order == 0), parts - 1)
            << "t " << t << ", snap " << snap << ", tie order " << tie_order;
      }
}

TEST(BetterThreshold, misses_nothing_and_makes_fewer_tests_or_there_is_none) {
  int better = 0;
  for (const char* scene : {"sprites", "walls", "touching", "flash-demo", "clusters"})
    for (const double now : {0.0, -15.0, 60.0}) {
      Session session = in_scene(scene);
      ASSERT_FALSE(
          session.apply(command::SetParam{owner_named("rdc"), "contact-threshold", now}).failed());
      session.detect();
      const auto found = better_threshold(session, gap_barcode(session.frame().boxes));
      if (!found) continue;
      const auto before = threshold_effects(session)(now),
                 after = threshold_effects(session)(*found);
      EXPECT_EQ(after.misses, 0u) << scene << " " << now;
      EXPECT_TRUE(before.misses > 0 || after.tests < before.tests) << scene << " " << now;
      ++better;
    }
  EXPECT_GT(better, 5);
}

TEST(BetterThreshold, counts_what_a_value_does_to_rdc) {
  Session session = in_scene("clusters");
  session.detect();
  EXPECT_EQ(threshold_effects(session)(0).misses, 0u);
  EXPECT_GT(threshold_effects(session)(60).misses, 0u);
  EventLog log(0);
  session.trace(log);
  EXPECT_EQ(threshold_effects(session)(0).tests, session.counters(log).box_tests);
  EXPECT_EQ(threshold_effects(session)(0).groups, session.counters(log).groups);
}

TEST(RoundWithin, recommends_a_round_number) {
  EXPECT_EQ(round_within(-50, -8), -20);
  EXPECT_EQ(round_within(-3, 5), 0);
  EXPECT_EQ(round_within(2.9, 5.3), 4);
  EXPECT_NEAR(round_within(1.201, 1.249), 1.22, 0.011);
}

TEST(GapBarcode, is_a_table_too) {
  EXPECT_EQ(gap_csv({{{{-1.5}, {2}}}}), "axis,threshold in px\nx,-1.5\ny,2\n");
}

}  // namespace gap_births_test
}  // namespace phasebox::test
