// SPDX-License-Identifier: MIT
// The compass of void: its numbers are those of sort and sweep.
#include "lab/compass/compass.hpp"

#include <gtest/gtest.h>

#include "support/images.hpp"

namespace phasebox::test {
namespace compass_test {

Session session_with(const char* scene, std::uint32_t count) {
  Session session(test_images());
  session.apply(command::LoadScene{scene});
  session.apply(command::SetCount{count});
  for (int k = 0; k < 5; ++k) session.step();
  return session;
}

void finish(VoidCompass& compass, const Session& session) {
  for (int k = 0; k < 1000 && !compass.is_current(session); ++k)
    compass.apply(TurnCompass{}, session);
}

TEST(VoidCompass, counts_what_traced_runs_of_sort_and_sweep_count_at_every_angle) {
  for (const char* scene : {"sprites", "uniform", "clusters", "touching"}) {
    Session session = session_with(scene, 150);
    ASSERT_EQ(session.world().size(), 150u) << scene;
    session.apply(command::SelectBroadphase{"sort-and-sweep"});
    const Owner sweep = session.broadphase();
    session.apply(command::SetParam{sweep, "axis", 4});
    session.detect();
    VoidCompass compass;
    finish(compass, session);
    ASSERT_TRUE(compass.counts()) << scene;
    for (std::size_t k = 0; k < VoidCompass::kAngles; ++k) {
      const double angle = VoidCompass::kStep * static_cast<double>(k);
      session.apply(command::SetParam{sweep, "angle", angle});
      session.detect();
      EventLog log;
      session.trace(log);
      const SweepCount& counted = (*compass.counts())[k];
      EXPECT_EQ(counted.interfering, log.broad.measured(Measure::interfering)) << scene << angle;
      EXPECT_EQ(counted.voids, log.broad.measured(Measure::voids)) << scene << " " << angle;
    }
  }
}

TEST(VoidCompass, finds_the_direction_of_a_row_of_sprites) {
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

TEST(VoidCompass, names_the_angle_of_fewest_interfering_pairs) {
  Session session = session_with("clusters", 200);
  VoidCompass compass;
  EXPECT_EQ(compass.best(), 0);
  finish(compass, session);
  const auto at = static_cast<std::size_t>(compass.best() / VoidCompass::kStep);
  for (const SweepCount& other : *compass.counts())
    EXPECT_LE((*compass.counts())[at].interfering, other.interfering);
}

TEST(VoidCompass, divides_its_work_and_keeps_the_last_numbers_meanwhile) {
  Session session = session_with("uniform", 3000);
  VoidCompass compass;
  compass.apply(TurnCompass{}, session);
  EXPECT_EQ(compass.done(), VoidCompass::kWork / 3000);
  EXPECT_FALSE(compass.counts());
  finish(compass, session);
  ASSERT_TRUE(compass.is_current(session));
  const VoidCompass::Counts before = *compass.counts();
  session.step();
  EXPECT_FALSE(compass.is_current(session));
  compass.apply(TurnCompass{}, session);
  EXPECT_EQ(*compass.counts(), before);
  finish(compass, session);
  EXPECT_NE(*compass.counts(), before);
  compass.apply(StopCompass{}, session);
  EXPECT_FALSE(compass.counts());
}

TEST(VoidCompass, measures_many_sprites_only_when_asked) {
  Session session = session_with("uniform", VoidCompass::kMaxWatched + 1);
  VoidCompass compass;
  compass.apply(TurnCompass{}, session);
  EXPECT_EQ(compass.done(), 0u);
  compass.apply(TurnCompass{.asked = true}, session);
  EXPECT_GT(compass.done(), 0u);
  const std::size_t begun = compass.done();
  compass.apply(TurnCompass{}, session);
  EXPECT_GT(compass.done(), begun) << "what is begun goes on";
}

}  // namespace compass_test
}  // namespace phasebox::test
