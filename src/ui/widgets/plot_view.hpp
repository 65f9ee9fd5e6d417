// SPDX-License-Identifier: MIT
// Plots and maps of colored cells in the window: axes, units, legend; saved as a picture and as a
// table.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "plot/plot.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox::ui {

/// The color of the k-th series in the window.
ImU32 series_color(std::size_t k, const Theme& colors);
/// In the language spoken; cut off, with an ellipsis, where there is no room for all of it; px.
std::string fitted_text(const std::string& english, float room);

/// Draws the plot at the cursor, `size` px, in the theme's colors; the title is the tooltip's. A
/// right click on it, or its button, offers "Save as PNG" and "Save the data as CSV": the requests
/// then hold it under that name. The place is remembered as "plot.<name>".
void draw_plot(const Gui& gui, const Plot& plot, std::string_view name, Vec2 size);

/// What is marked in a plot, at values of its x axis.
struct PlotMarks {
  std::optional<std::pair<double, double>> span;  ///< from, to: tinted
  std::optional<double> line;                     ///< across the whole height
};
/// The pointer over the area of a plot, in the units of its axes.
struct PlotPointer {
  double x, y, x_per_px;
  bool is_clicked, is_held;
};
/// The data of a chart as a table; asked for when it is saved, not in each frame.
using CsvOf = std::function<std::string()>;
/// A plot to be pointed at; its data are those that it shows unless `csv` gives others. Its area is
/// remembered as "plot.<name>.area".
std::optional<PlotPointer> draw_plot_to_click(const Gui& gui, const Plot& plot,
                                              const PlotMarks& marks, std::string_view name,
                                              Vec2 size, const CsvOf& csv = {});
/// All the room that is left, and enough to read a plot; px.
Vec2 plot_room(const Gui& gui);

/// Draws a map of colored cells at the cursor, `size` px, with axes, color key and lines; offers to
/// save it under that name. Gives the cell under the pointer: column, row.
std::optional<std::pair<std::size_t, std::size_t>> draw_heat_map(const Gui& gui, const HeatMap& map,
                                                                 std::string_view name, Vec2 size,
                                                                 const CsvOf& csv);

}  // namespace phasebox::ui
