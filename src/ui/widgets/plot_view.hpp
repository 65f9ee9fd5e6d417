// SPDX-License-Identifier: MIT
// A plot in the window: axes, units, legend; it can be saved as a picture and as a table.
#pragma once
#include <string>
#include <string_view>

#include "plot/plot.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {

/// The color of the k-th series in the window.
ImU32 series_color(std::size_t k, const Theme& colors);
/// In the language spoken; cut off, with an ellipsis, where there is no room for all of it; px.
std::string fitted_text(const std::string& english, float room);

/// Draws the plot at the cursor, `size` px, in the theme's colors; the title is the tooltip's. A
/// right click on it, or its button, offers "Save as PNG" and "Save the data as CSV": the requests
/// then hold it under that name. The place is remembered as "plot.<name>".
void draw_plot(const Plot& plot, std::string_view name, Vec2 size, const Theme& colors, UiState& ui,
               Requests& out);

/// The same offers for a picture that a tool has drawn itself at `where` (screen px).
void offer_export(std::string_view name, const Aabb& where, std::string_view csv, UiState& ui,
                  Requests& out);

}  // namespace phasebox
