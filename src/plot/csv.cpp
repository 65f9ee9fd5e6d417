// SPDX-License-Identifier: MIT
// The data of a plot for a spreadsheet.
#include "plot/csv.hpp"

#include <cmath>

#include <fmt/format.h>

#include "plot/plot.hpp"

namespace phasebox {

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

std::string plot_csv(const Plot& plot) {
  std::string out = fmt::format("series,{},{}\n", csv_cell(plot.x_label), csv_cell(plot.y_label));
  for (const PlotSeries& s : plot.series)
    for (const auto& [x, y] : s.points)
      if (!std::isnan(y)) out += fmt::format("{},{},{}\n", csv_cell(s.name), x, y);
  return out;
}

}  // namespace phasebox
