// SPDX-License-Identifier: MIT
// Claims about the energy study: a sample per step, true sums, and nothing while it is off.
#include "lab/energy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/lab.hpp"
#include "support/images.hpp"

namespace phasebox {
namespace energy_test {

using testing::HasSubstr;
using testing::StartsWith;

class EnergyTest : public testing::Test {
 protected:
  EnergyTest() : session(test_images()) {}

  void open(const char* scene) { change(command::LoadScene{scene}); }
  // As the window does: what is changed is detected and looked at.
  void change(const Command& command) {
    const Status status = session.apply(command);
    EXPECT_FALSE(status.failed()) << status.error().text;
    session.detect();
    lab.observe(session);
  }
  // Few enough for a test, in a closed funnel, so that they come to rest.
  void pour() {
    open("pour");
    set("scene", "drain", 0);
    change(command::SetCount{43});
  }
  void set(const char* owner, const char* key, double value) {
    change(command::SetParam{owner_named(owner), key, value});
  }
  void tell(const LabCommand& command) { EXPECT_FALSE(lab.apply(command, session).failed()); }
  void run(int steps) {
    for (int k = 0; k < steps; ++k) session.step(), lab.observe(session);
  }
  double first() const { return lab.energy.total(samples().front()); }
  double last() const { return lab.energy.total(samples().back()); }
  const std::deque<EnergySample>& samples() const { return lab.energy.samples(); }

  Session session;
  Lab lab;
};

TEST_F(EnergyTest, keeps_nothing_while_it_is_off) {
  open("newtons-cradle");
  run(10);
  EXPECT_FALSE(lab.energy.is_on());
  EXPECT_TRUE(samples().empty());
  tell(WatchEnergy{});
  run(10);
  tell(WatchEnergy{false});
  EXPECT_TRUE(samples().empty());
  run(10);
  EXPECT_TRUE(samples().empty());
}

TEST_F(EnergyTest, adds_one_sample_per_step_and_none_twice) {
  open("newtons-cradle");
  tell(WatchEnergy{});
  EXPECT_EQ(samples().size(), 1u) << "a paused picture has its numbers";
  run(10);
  lab.observe(session);
  tell(WatchEnergy{});
  ASSERT_EQ(samples().size(), 11u);
  for (std::size_t k = 0; k < samples().size(); ++k) EXPECT_EQ(samples()[k].step, k);
  const Plot plot = lab.energy.energy_plot();
  ASSERT_EQ(plot.series.size(), 1u) << "no gravity, no potential energy";
  ASSERT_EQ(plot.series[0].points.size(), 11u);
  EXPECT_DOUBLE_EQ(plot.series[0].points.front().first, -10.0 / 60);
  EXPECT_EQ(plot.series[0].points.back().first, 0);
}

TEST_F(EnergyTest, is_kept_where_all_is_elastic) {
  open("newtons-cradle");
  tell(WatchEnergy{});
  run(120);
  std::uint64_t impacts = 0;
  for (const EnergySample& s : samples()) {
    EXPECT_NEAR(lab.energy.total(s) / first(), 1, 1e-3) << s.step;
    EXPECT_NEAR(s.sums.momentum.x / samples().front().sums.momentum.x, 1, 1e-3) << s.step;
    impacts += s.impacts + s.rests;
  }
  EXPECT_GT(impacts, 0u) << "they must have met";
  EXPECT_THAT(describe(lab.energy, session), HasSubstr("at the beginning (100 %)"));
}

TEST_F(EnergyTest, falls_where_impacts_are_not_elastic) {
  open("billiards");
  tell(WatchEnergy{});
  run(240);
  EXPECT_GT(first(), 0);
  EXPECT_LT(last(), 0.95 * first());
}

TEST_F(EnergyTest, goes_from_height_to_speed_and_is_lost_in_the_heap) {
  pour();
  tell(WatchEnergy{});
  run(20);
  EXPECT_LT(samples().back().sums.potential, samples().front().sums.potential);
  EXPECT_GT(samples().back().sums.kinetic, samples().front().sums.kinetic);
  run(220);
  EXPECT_LT(last(), 0.5 * first());
  const Plot plot = lab.energy.energy_plot();
  ASSERT_EQ(plot.series.size(), 3u);
  for (std::size_t k = 0; k < samples().size(); ++k) {
    EXPECT_GE(plot.series[1].points[k].second, 0) << "from the lowest shown";
    EXPECT_NEAR(plot.series[0].points[k].second + plot.series[1].points[k].second,
                plot.series[2].points[k].second, 1e-9);
  }
}

TEST_F(EnergyTest, names_the_unit_that_keeps_its_numbers_short) {
  open("newtons-cradle");
  tell(WatchEnergy{});
  const Plot energy = lab.energy.energy_plot(), momentum = lab.energy.momentum_plot();
  EXPECT_EQ(energy.y_label, "thousand density px² (px/step)²");
  EXPECT_NEAR(energy.series[0].points[0].second * 1000, first(), 1e-6);
  EXPECT_EQ(momentum.y_label, "thousand density px² px/step");
  EXPECT_NEAR(momentum.series[0].points[0].second * 1000, samples()[0].sums.momentum.x, 1e-6);
}

TEST_F(EnergyTest, counts_angular_momentum_about_the_middle_of_the_field) {
  open("newtons-cradle");
  tell(WatchEnergy{});
  run(60);
  const Plot plot = lab.energy.momentum_plot();
  ASSERT_EQ(plot.series.size(), 3u);
  for (const auto& point : plot.series[2].points)
    EXPECT_NEAR(point.second, 0, 1e-3) << "the row lies on the middle, " << point.first;
}

TEST_F(EnergyTest, begins_again_with_a_restart_a_jump_and_other_sprites) {
  pour();
  tell(WatchEnergy{});
  run(30);
  change(command::Restart{});
  EXPECT_EQ(samples().size(), 1u) << "restart";
  run(30);
  change(command::SetCount{45});
  EXPECT_EQ(samples().size(), 1u) << "other sprites";
  run(30);
  for (int k = 0; k < 3; ++k) session.step();
  lab.observe(session);
  EXPECT_EQ(samples().size(), 1u) << "steps that were not observed";
  run(30);
  set("response", "gravity-y", 100);
  EXPECT_EQ(samples().size(), 1u) << "another gravity";
  run(30);
  set("response", "friction", 0.1);
  EXPECT_EQ(samples().size(), 31u) << "friction only changes what is to come";
}

TEST_F(EnergyTest, keeps_the_last_half_minute) {
  open("newtons-cradle");
  tell(WatchEnergy{});
  run(static_cast<int>(Energy::kMaxKept) + 100);
  ASSERT_EQ(samples().size(), Energy::kMaxKept);
  EXPECT_EQ(samples().back().step, Energy::kMaxKept + 100);
  EXPECT_EQ(samples().front().step, 101u);
  EXPECT_FALSE(lab.energy.has_beginning());
  EXPECT_THAT(describe(lab.energy, session), HasSubstr(" of the 45,900 of 30 s ago (100 %)"));
}

TEST_F(EnergyTest, has_nothing_to_say_of_sprites_that_pass_through_each_other) {
  open("sprites");
  tell(WatchEnergy{});
  run(10);
  EXPECT_TRUE(samples().empty());
  EXPECT_THAT(describe(lab.energy, session), StartsWith("Sprites pass through each other"));
  set("response", "response", 1);
  run(10);
  EXPECT_EQ(samples().size(), 11u);
  EXPECT_THAT(describe(lab.energy, session), StartsWith("Energy "));
  set("response", "response", 0);
  EXPECT_TRUE(samples().empty());
}

TEST_F(EnergyTest, tells_numbers_of_three_digits_and_what_met) {
  pour();
  tell(WatchEnergy{});
  run(90);
  EXPECT_THAT(
      describe(lab.energy, session),
      testing::MatchesRegex("Energy [0-9,.]+ of [0-9,]+ at the beginning \\([a-z0-9 ]+ %\\); "
                            "[0-9,]+ impacts? in this step, [0-9,]+ resting impacts?\\."));
}

}  // namespace energy_test
}  // namespace phasebox
