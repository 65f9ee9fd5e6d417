// SPDX-License-Identifier: MIT
// Claims about what a plot keeps when one value is far above the others, or all are 0.
#include <gmock/gmock.h>

#include "plot/plot.hpp"

namespace phasebox {
namespace limit_test {

using testing::HasSubstr;
using testing::Not;

TEST(PlotLimit, an_outlier_presses_nothing_flat_and_stays_in_the_data) {
  Plot plot{.title = "t", .x_label = "x", .y_label = "ms", .series = {{"a", {{0, 1}, {1, 900}}}}};
  EXPECT_THAT(plot_svg(plot), HasSubstr(">800<"));
  plot.y_limit = 3;
  EXPECT_THAT(plot_svg(plot), Not(HasSubstr(">800<")));
  EXPECT_THAT(plot_svg(plot), HasSubstr(">3<"));
  EXPECT_THAT(plot_csv(plot), HasSubstr("a,1,900\n"));
}

TEST(PlotLimit, a_line_of_zeros_has_a_place) {
  const Plot plot{.title = "t", .x_label = "x", .y_label = "y", .series = {{"a", {{0, 0}}}}};
  EXPECT_THAT(plot_svg(plot), Not(HasSubstr("nan")));
}

TEST(PlotNumbers, below_zero_are_written_as_those_above) {
  const Plot plot{
      .title = "t", .x_label = "x", .y_label = "y", .series = {{"a", {{-0.17, -4000}, {0, 4000}}}}};
  const std::string svg = plot_svg(plot);
  EXPECT_THAT(svg, HasSubstr(">-4,000<"));
  EXPECT_THAT(svg, HasSubstr(">4,000<"));
  EXPECT_THAT(svg, Not(HasSubstr(">-0<")));
}

}  // namespace limit_test
}  // namespace phasebox
