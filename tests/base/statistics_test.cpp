// SPDX-License-Identifier: MIT
// Claims about summaries, medians and quantiles.
#include "base/statistics.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace phasebox {
namespace statistics_test {

TEST(Statistics, a_summary_has_the_percentiles_of_the_nearest_rank) {
  std::vector<double> times;
  for (int k = 100; k >= 1; --k) times.push_back(k);
  const Summary s = summary_of(times);
  EXPECT_DOUBLE_EQ(s.median, 50.5);
  EXPECT_DOUBLE_EQ(s.mean, 50.5);
  EXPECT_DOUBLE_EQ(s.p5, 5);
  EXPECT_DOUBLE_EQ(s.p95, 95);
  EXPECT_DOUBLE_EQ(s.worst, 100);
  EXPECT_DOUBLE_EQ(summary_of({7}).p5, 7);
  EXPECT_DOUBLE_EQ(summary_of({}).worst, 0);
}

TEST(Statistics, a_median_lies_in_the_middle_of_two) {
  std::vector<double> odd{5, 1, 9}, even{7, 1, 3, 100}, none;
  EXPECT_DOUBLE_EQ(median(odd), 5);
  EXPECT_DOUBLE_EQ(median(even), 5);
  EXPECT_DOUBLE_EQ(median(none), 0);
}

TEST(Statistics, a_quantile_is_one_of_the_values) {
  std::vector<double> values{4, 2, 0, 1, 3}, none;
  EXPECT_DOUBLE_EQ(quantile(values, 0), 0);
  EXPECT_DOUBLE_EQ(quantile(values, 0.5), 2);
  EXPECT_DOUBLE_EQ(quantile(values, 1), 4);
  EXPECT_DOUBLE_EQ(quantile(none, 0.5), 0);
}

// A search of 0.013 ms by a clock of 0.1 ms: most frames take nothing, some a whole step.
TEST(Statistics, by_a_coarse_clock_frames_count_as_the_mean_of_their_neighbors) {
  std::vector<double> read;
  double now = 0;
  for (int k = 0; k < 1000; ++k, now += 0.013)
    read.push_back((std::floor((now + 0.013) / 0.1) - std::floor(now / 0.1)) * 0.1);
  std::vector<double> ms = read;
  level(ms, 0.1);
  EXPECT_NEAR(median(ms), 0.013, 0.001);
  EXPECT_NEAR(ms.front(), 0.013, 0.001);
  std::vector<double> slow{5, 6, 7}, nothing(3, 0), none;
  level(slow, 0.1), level(nothing, 0.1), level(none, 0.1);
  EXPECT_EQ(slow, (std::vector<double>{5, 6, 7}));
  EXPECT_EQ(nothing, std::vector<double>(3, 0));
}

}  // namespace statistics_test
}  // namespace phasebox
