// SPDX-License-Identifier: MIT
// Claims about plots: what is drawn, and what cannot be.
#include <limits>

#include <gmock/gmock.h>

#include "plot/plot.hpp"

namespace phasebox {
namespace {

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

TEST(Plot, gives_its_data_as_a_table) {
  Plot plot;
  plot.x_label = "boxes", plot.y_label = "time, ms";
  plot.series.push_back({"a \"b\"", {{1, 0.5}}, false});
  EXPECT_EQ(plot_csv(plot), "series,boxes,\"time, ms\"\n\"a \"\"b\"\"\",1,0.5\n");
}

}  // namespace
}  // namespace phasebox
