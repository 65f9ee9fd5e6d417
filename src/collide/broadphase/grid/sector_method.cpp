// SPDX-License-Identifier: MIT
// Writes which cells are in use, and warns where they do not suit the boxes.
#include "collide/broadphase/grid/sector_method.hpp"

#include <algorithm>
#include <cmath>

#include "base/number_format.hpp"

namespace phasebox {
namespace {

/// Writes a length in px with at most two digits after the point, or as a power of ten where it is
/// very small or very large.
std::string pixels(float value) {
  if (value >= 1e9f || value < 0.01f) return "10^" + std::to_string(std::lround(std::log10(value)));
  std::string text = rounded(static_cast<double>(value), value < 100 ? 2 : 0);
  if (value < 100) text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string cells_in_use(std::span<const CellGrid> grids) {
  std::string text = grids.size() > 1 ? std::to_string(grids.size()) + " levels, cells" : "Cells";
  std::string_view separator = " of ";
  for (std::size_t k = 0; k < grids.size(); ++k) {
    text.append(separator).append(pixels(grids[k].cell.x));
    if (grids[k].cell.x != grids[k].cell.y) text.append(" by ").append(pixels(grids[k].cell.y));
    separator = k + 2 < grids.size() ? ", " : " and ";
  }
  return text + " px";
}

}  // namespace

GridPlan::Level only_level(float cell_size, const SizeSample& sample, std::uint32_t max_reach) {
  const Vec2 best = sample.best_cell();
  if (cell_size <= 0) return {.cell = best};
  const float cells = std::max(best.x, best.y) / cell_size;
  const float spanned = std::ceil(std::min(cells, static_cast<float>(max_reach)));
  return {.cell = {cell_size, cell_size},
          .reach = std::max(1u, static_cast<std::uint32_t>(spanned))};
}

std::string memory_text(std::size_t bytes) {
  const std::size_t tenths = bytes / 100'000;
  if (tenths < 10) return std::to_string((bytes + 999) / 1000) + " kB";
  if (tenths >= 100) return std::to_string(tenths / 10) + " MB";
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " MB";
}

void add_remarks(const MultiLevelGrid& grid, std::vector<Remark>& out) {
  const std::uint32_t fullest = grid.fullest_slot(), large = grid.boxes_in_catch_all();
  const auto n = static_cast<std::uint32_t>(grid.size());
  const bool shares_slots = std::ranges::any_of(grid.grids(), &CellGrid::is_wrapped);
  std::string text = cells_in_use(grid.grids()) + ", at most " + counted(fullest, "sprite") +
                     (shares_slots ? " in one slot of the table" : " in one");
  if (large > 0) text += "; " + counted(large, "sprite") + " too large for a cell";
  out.push_back({false, text + "; the table takes " + memory_text(grid.bytes()) + "."});
  constexpr std::uint32_t kFew = 16;
  if (n > kFew && fullest > n / 2)
    out.push_back({true, "Most sprites share one cell: this is brute force with extra steps."});
  if (n > kFew && large > n / 2)
    out.push_back(
        {true, "Most sprites are too large for a cell and are compared with all others."});
}

}  // namespace phasebox
