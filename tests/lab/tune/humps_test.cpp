// SPDX-License-Identifier: MIT
// Claims about when times are of one hump, over distributions drawn here.
#include "lab/tune/humps.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace phasebox {
namespace humps_test {

/// A time around `median`, log-normal with that deviation of the logarithm.
double around(Random& random, double median, double deviation) {
  return median * std::exp(deviation * static_cast<double>(random.normal()));
}

std::vector<double> sample(Random& random, std::size_t n, double median, double deviation) {
  std::vector<double> times;
  for (std::size_t k = 0; k < n; ++k) times.push_back(around(random, median, deviation));
  return times;
}

std::vector<double> two(std::uint32_t seed, std::size_t few, std::size_t many, double apart) {
  Random random(seed);
  std::vector<double> times = sample(random, many, 0.1, 0.05);
  for (const double t : sample(random, few, 0.1 * apart, 0.05)) times.push_back(t);
  return times;
}

constexpr std::uint32_t kSeeds = 40;

TEST(Humps, noise_around_one_value_is_one_hump) {
  for (std::uint32_t seed = 1; seed <= kSeeds; ++seed)
    for (const std::size_t n : {30u, 100u, 300u, 3000u})
      for (const double deviation : {0.01, 0.1, 0.5}) {
        Random random(seed);
        const auto humps = humps_of(sample(random, n, 0.2, deviation));
        ASSERT_EQ(humps.size(), 1u) << "seed " << seed << ", " << n << ", " << deviation;
        EXPECT_NEAR(std::log(humps[0].at / 0.2) / deviation, 0, 1.5) << seed;
        EXPECT_EQ(humps[0].share, 1);
      }
}

TEST(Humps, menu_and_game_are_two) {
  for (std::uint32_t seed = 1; seed <= kSeeds; ++seed)
    for (const double apart : {2.0, 8.0, 1000.0}) {
      const auto humps = humps_of(two(seed, 100, 200, apart));
      ASSERT_EQ(humps.size(), 2u) << "seed " << seed << ", apart " << apart;
      EXPECT_NEAR(humps[0].at, 0.1, 0.01);
      EXPECT_NEAR(humps[1].at, 0.1 * apart, 0.01 * apart);
      EXPECT_NEAR(humps[0].share, 2.0 / 3, 0.02);
      EXPECT_NEAR(humps[0].share + humps[1].share, 1, 1e-9);
    }
}

// One far away must not blur two others into one.
TEST(Humps, three_are_three_however_far_apart) {
  for (std::uint32_t seed = 1; seed <= kSeeds; ++seed)
    for (const double far : {5.0, 400.0}) {
      std::vector<double> times = two(seed, 100, 150, 2);
      Random random(seed, 1);
      for (const double t : sample(random, 80, 0.1 * far, 0.05)) times.push_back(t);
      EXPECT_EQ(humps_of(times).size(), 3u) << "seed " << seed << ", far " << far;
    }
}

TEST(Humps, a_rare_spike_and_a_small_step_are_none) {
  for (std::uint32_t seed = 1; seed <= kSeeds; ++seed) {
    EXPECT_EQ(humps_of(two(seed, 6, 294, 20)).size(), 1u) << "2 % of the frames, seed " << seed;
    EXPECT_EQ(humps_of(two(seed, 150, 150, 1.1)).size(), 1u) << "10 % apart, seed " << seed;
  }
}

TEST(Humps, a_long_tail_is_part_of_its_hump) {
  for (std::uint32_t seed = 1; seed <= kSeeds; ++seed)
    for (const double power : {1.0, 2.0}) {
      Random random(seed);
      std::vector<double> times;  // Pareto
      for (int k = 0; k < 300; ++k)
        times.push_back(0.1 * std::pow(static_cast<double>(random.uniform(0.001f, 1)), -1 / power));
      EXPECT_EQ(humps_of(times).size(), 1u) << "seed " << seed << ", power " << power;
    }
}

TEST(Humps, the_grain_of_a_clock_makes_none) {
  for (std::uint32_t seed = 1; seed <= kSeeds; ++seed) {
    Random random(seed);
    std::vector<double> times = sample(random, 300, 0.001, 0.08);
    for (double& t : times) t = std::round(t / 0.00004) * 0.00004;
    EXPECT_EQ(humps_of(times).size(), 1u) << seed;
  }
}

TEST(Humps, few_equal_or_no_times_are_handled) {
  EXPECT_TRUE(humps_of({}).empty());
  EXPECT_TRUE(humps_of(std::vector<double>{0, 0}).empty());
  EXPECT_EQ(humps_of(std::vector<double>{1}).size(), 1u);
  EXPECT_EQ(humps_of(std::vector<double>{1, 1, 100, 100}).size(), 1u);
  const auto equal = humps_of(std::vector<double>(500, 0.25));
  ASSERT_EQ(equal.size(), 1u);
  EXPECT_NEAR(equal[0].at, 0.25, 1e-12);
  std::vector<double> menu(200, 0.01);
  menu.resize(400, 1.0);
  EXPECT_EQ(humps_of(menu).size(), 2u) << "two values, each exact";
}

}  // namespace humps_test
}  // namespace phasebox
