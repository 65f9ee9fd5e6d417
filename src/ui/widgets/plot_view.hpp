// SPDX-License-Identifier: MIT
// Plots and maps of colored cells in the window: axes, units, legend; saved as a picture and as a
// table.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "plot/heat_map.hpp"
#include "plot/plot.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {

// A plot in the window: axes, units, legend; it can be saved as a picture and as a table.

/// The color of the k-th series in the window.
ImU32 series_color(std::size_t k, const Theme& colors);
/// In the language spoken; cut off, with an ellipsis, where there is no room for all of it; px.
std::string fitted_text(const std::string& english, float room);

/// Draws the plot at the cursor, `size` px, in the theme's colors; the title is the tooltip's. A
/// right click on it, or its button, offers "Save as PNG" and "Save the data as CSV": the requests
/// then hold it under that name. The place is remembered as "plot.<name>".
void draw_plot(const Plot& plot, std::string_view name, Vec2 size, const Theme& colors, UiState& ui,
               Requests& out);

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
/// A plot to be pointed at; `csv` is its data. Its area is remembered as "plot.<name>.area".
std::optional<PlotPointer> draw_plot_to_click(const Plot& plot, const PlotMarks& marks,
                                              std::string_view name, std::string_view csv,
                                              Vec2 size, const Theme& colors, UiState& ui,
                                              Requests& out);

/// The same offers for a picture that a tool has drawn itself at `where` (screen px).
void offer_export(std::string_view name, const Aabb& where, std::string_view csv, UiState& ui,
                  Requests& out);

// A map of colored cells in the window; it can be saved as a picture and as a table.

/// Draws the map at the cursor, `size` px, with axes, color key and lines; offers to save it under
/// that name, with `csv` as its data. Gives the cell under the pointer: column, row.
std::optional<std::pair<std::size_t, std::size_t>> draw_heat_map(const HeatMap& map,
                                                                 std::string_view name,
                                                                 std::string_view csv, Vec2 size,
                                                                 const Theme& colors, UiState& ui,
                                                                 Requests& out);

}  // namespace phasebox
