// SPDX-License-Identifier: MIT
// A value over two quantities as a map of colored cells: as SVG and as CSV.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plot/plot.hpp"

namespace phasebox {

/// Cells of equal size, one for each x and y that was measured; each says its value in figures too.
struct HeatMap {
  std::string title, x_label, y_label, key_label;  ///< with units
  std::vector<double> xs, ys;                      ///< ascending and above 0; y upwards
  std::vector<double> values;     ///< [ys * xs], row by row from the lowest y; NaN: not known
  double most = 16;               ///< values from 1 to this have colors of their own
  std::vector<PlotSeries> lines;  ///< drawn over the cells, in x and y
  int width = 900, height = 560;  ///< px

  double value(std::size_t x, std::size_t y) const { return values[y * xs.size() + x]; }
};

/// 8 bits each.
struct HeatColor {
  std::uint8_t r, g, b;
};
/// The color of a value: 1 is the darkest, `most` and above the lightest, in equal steps of the
/// ratio (viridis, S. van der Walt and N. Smith, 2015: in order of lightness to every eye).
HeatColor heat_color(double value, double most);
/// Whether dark letters are read better than light ones upon it.
bool wants_dark_text(HeatColor color);
/// "1.0", "12"; empty for what is not known.
std::string heat_text(double value);

/// Where a value lies among the cells: 0 is the middle of the first, 1 that of the second, in
/// ratios between them; beyond the ends as far as the last step goes.
double cell_place(std::span<const double> centers, double value);

/// The parts of a line that lie on the map, in cells (-0.5 to n - 0.5 each way).
std::vector<std::vector<std::pair<double, double>>> on_map(const HeatMap& map,
                                                           const PlotSeries& line);

/// A picture that stands alone, with axes, a color key and the lines' names.
std::string heat_map_svg(const HeatMap& map);

}  // namespace phasebox
