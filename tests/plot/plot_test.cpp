// SPDX-License-Identifier: MIT
// Claims about plots as SVG and CSV.
#include "plot/plot.hpp"

#include <limits>

#include <gmock/gmock.h>

namespace phasebox {

// Claims about plots: what is drawn, and what cannot be.

namespace svg_test {

using testing::HasSubstr;
using testing::Not;

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

Plot sample() {
  Plot plot;
  plot.title = "a < b & c";
  plot.x_label = "boxes", plot.y_label = "ms";
  plot.log_x = plot.log_y = true;
  plot.series.push_back({"ours", {{1000, 0.01}, {100000, 2}}, false});
  plot.series.push_back({"theirs", {{1000, 0.2}, {100000, 30}}, true});
  return plot;
}

TEST(Plot, names_axes_units_and_lines) {
  const std::string svg = plot_svg(sample());
  EXPECT_THAT(svg, testing::StartsWith("<svg "));
  EXPECT_THAT(svg, testing::EndsWith("</svg>\n"));
  for (const char* text : {">boxes<", ">ms<", ">ours<", ">theirs<", ">1,000<", ">10,000<",
                           ">100,000<", ">0.01<", ">10<", "a &lt; b &amp; c"})
    EXPECT_THAT(svg, HasSubstr(text));
  EXPECT_EQ(count(svg, "stroke-dasharray"), 2u);  // the line and its sample in the legend
}

TEST(Plot, is_the_same_text_again) { EXPECT_EQ(plot_svg(sample()), plot_svg(sample())); }

TEST(Plot, leaves_out_what_an_axis_cannot_show) {
  Plot plot = sample();
  plot.series[0].points = {{0, 1}, {-5, 1}, {10, 0}, {10, std::numeric_limits<double>::infinity()}};
  const std::string svg = plot_svg(plot);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
  EXPECT_EQ(count(svg, "<circle"), 1u);  // in the legend
}

TEST(Plot, without_points_or_with_one_still_has_axes) {
  for (const bool is_log : {false, true})
    for (const std::size_t points : {0u, 1u}) {
      Plot plot;
      plot.log_x = plot.log_y = is_log;
      plot.series.push_back({"s", {}, false});
      if (points) plot.series[0].points.emplace_back(5, 5);
      const std::string svg = plot_svg(plot);
      EXPECT_THAT(svg, Not(HasSubstr("nan"))) << is_log << points;
      EXPECT_THAT(svg, HasSubstr("</svg>"));
    }
}

TEST(Plot, plain_axes_start_at_zero_in_round_steps) {
  Plot plot;
  plot.series.push_back({"s", {{3, 7}, {47, 92}}, false});
  const std::string svg = plot_svg(plot);
  for (const char* text : {">0<", ">10<", ">50<", ">20<", ">100<"})
    EXPECT_THAT(svg, HasSubstr(text));
}

TEST(Plot, numbers_of_an_axis_never_touch) {
  Plot plot{
      .title = "t", .x_label = "x", .y_label = "y", .series = {{"a", {{0, 1}, {7'000'000, 2}}}}};
  plot.width = 580;
  const std::string svg = plot_svg(plot);
  EXPECT_THAT(svg, HasSubstr(">0<"));
  EXPECT_LT(count(svg, ",000,000<"), 5u) << "seven stand 40 px apart";
  EXPECT_GE(count(svg, ",000,000<"), 2u);
}

TEST(Plot, what_is_no_number_interrupts_a_line) {
  Plot plot = sample();
  plot.series = {{"a", {{1, 1}, {2, 2}, {3, std::numeric_limits<double>::quiet_NaN()}, {4, 3}}}};
  const std::string svg = plot_svg(plot);
  EXPECT_EQ(count(svg, "<polyline"), 3u) << "two parts and the legend";
  EXPECT_EQ(count(svg, "<circle"), 4u);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_EQ(count(plot_csv(plot), "\n"), 4u);
}

TEST(Plot, gives_its_data_as_a_table) {
  Plot plot;
  plot.x_label = "boxes", plot.y_label = "time, ms";
  plot.series.push_back({"a \"b\"", {{1, 0.5}}, false});
  EXPECT_EQ(plot_csv(plot), "series,boxes,\"time, ms\"\n\"a \"\"b\"\"\",1,0.5\n");
}

// Claims about what a plot keeps when one value is far above the others, or all are 0.

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

TEST(PlotScale, gives_the_value_back_from_its_place) {
  for (const bool is_log : {false, true}) {
    Scale scale(is_log, 100, 500);
    scale.cover(3);
    scale.cover(700);
    scale.round();
    for (const double v : {3.0, 42.0, 700.0}) EXPECT_NEAR(scale.value(scale.at(v)), v, 1e-9 * v);
  }
}

TEST(PlotNumbers, below_zero_are_written_as_those_above) {
  const Plot plot{
      .title = "t", .x_label = "x", .y_label = "y", .series = {{"a", {{-0.17, -4000}, {0, 4000}}}}};
  const std::string svg = plot_svg(plot);
  EXPECT_THAT(svg, HasSubstr(">-4,000<"));
  EXPECT_THAT(svg, HasSubstr(">4,000<"));
  EXPECT_THAT(svg, Not(HasSubstr(">-0<")));
}

}  // namespace svg_test
}  // namespace phasebox
