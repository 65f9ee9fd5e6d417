// SPDX-License-Identifier: MIT
// A map of colored cells in the window; it can be saved as a picture and as a table.
#pragma once
#include <optional>
#include <string_view>
#include <utility>

#include "plot/heat_map.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {

/// Draws the map at the cursor, `size` px, with axes, color key and lines; offers to save it under
/// that name, with `csv` as its data. Gives the cell under the pointer: column, row.
std::optional<std::pair<std::size_t, std::size_t>> draw_heat_map(const HeatMap& map,
                                                                 std::string_view name,
                                                                 std::string_view csv, Vec2 size,
                                                                 const Theme& colors, UiState& ui,
                                                                 Requests& out);

}  // namespace phasebox
