// SPDX-License-Identifier: MIT
// Claims about summaries, medians and quantiles.
#include "base/statistics.hpp"

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

}  // namespace statistics_test
}  // namespace phasebox
