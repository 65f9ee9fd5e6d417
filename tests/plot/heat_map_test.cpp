// SPDX-License-Identifier: MIT
// Claims about heat maps.
#include <limits>

#include <gtest/gtest.h>

#include "plot/plot.hpp"

namespace phasebox {
namespace heat_map_test {

HeatMap sample() {
  HeatMap map;
  map.title = "a < b", map.x_label = "sprites", map.y_label = "size, px", map.key_label = "times";
  map.xs = {100, 1000, 10000};
  map.ys = {8, 32};
  map.values = {1, 2, 4, 8, 20, std::numeric_limits<double>::quiet_NaN()};
  map.lines.push_back({.name = "one gap", .points = {{10, 16}, {100000, 16}}, .is_dashed = true});
  return map;
}

TEST(HeatMap, places_are_ratios_between_cells) {
  const std::vector<double> centers{100, 1000, 10000};
  EXPECT_DOUBLE_EQ(cell_place(centers, 100), 0);
  EXPECT_DOUBLE_EQ(cell_place(centers, 10000), 2);
  EXPECT_NEAR(cell_place(centers, 316.2277660168), 0.5, 1e-9);
  EXPECT_NEAR(cell_place(centers, 10), -1, 1e-9);
  EXPECT_NEAR(cell_place(centers, 100000), 3, 1e-9);
}

TEST(HeatMap, lines_end_at_the_edge_of_the_map) {
  const HeatMap map = sample();
  const auto parts = on_map(map, map.lines[0]);
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_NEAR(parts[0].front().first, -0.5, 1e-9);
  EXPECT_NEAR(parts[0].back().first, 2.5, 1e-9);
  EXPECT_NEAR(parts[0].front().second, 0.5, 1e-9);
  EXPECT_TRUE(on_map(map, {.name = "far above", .points = {{100, 900}, {10000, 900}}}).empty());
}

TEST(HeatMap, a_higher_cost_is_lighter) {
  const auto light = [](double v) {
    const HeatColor c = heat_color(v, 16);
    return 0.299 * c.r + 0.587 * c.g + 0.114 * c.b;
  };
  for (double v = 1; v < 16; v *= 1.3) EXPECT_LT(light(v), light(std::min(v * 1.3, 16.0))) << v;
  EXPECT_EQ(light(16), light(500));
  EXPECT_EQ(light(0.5), light(1));
}

}  // namespace heat_map_test
}  // namespace phasebox
