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

Sentence cells_in_use(std::span<const CellGrid> grids) {
  Sentence sizes;
  for (std::size_t k = 0; k < grids.size(); ++k) {
    const Vec2 cell = grids[k].cell;
    const Sentence width = pixels(cell.x);
    if (k > 0) sizes += k + 1 < grids.size() ? ", " : " and ";
    sizes += cell.x == cell.y ? width : Sentence("{} by {}", {width, pixels(cell.y)});
  }
  if (grids.size() == 1) return {"Cells of {} px", {sizes}};
  return {"{} levels, cells of {} px", {std::to_string(grids.size()), sizes}};
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

Sentence memory_text(std::size_t bytes) {
  const std::size_t tenths = bytes / 100'000;
  if (tenths < 10) return Sentence::as_is(std::to_string((bytes + 999) / 1000) + " kB");
  std::string text = std::to_string(tenths / 10);
  if (tenths < 100) text += "." + std::to_string(tenths % 10);
  return Sentence::as_is(text + " MB");
}

void add_remarks(const MultiLevelGrid& grid, std::vector<Remark>& out) {
  const std::uint32_t fullest = grid.fullest_slot(), large = grid.boxes_in_catch_all();
  const auto n = static_cast<std::uint32_t>(grid.size());
  const bool shares_slots = std::ranges::any_of(grid.grids(), &CellGrid::is_wrapped);
  Sentence text(shares_slots ? "{}, at most {} in one slot of the table" : "{}, at most {} in one",
                {cells_in_use(grid.grids()), counted(fullest, "sprite")});
  if (large > 0) text = Sentence("{}; {} too large for a cell", {text, counted(large, "sprite")});
  out.push_back({false, {"{}; the table takes {}.", {text, memory_text(grid.bytes())}}});
  constexpr std::uint32_t kFew = 16;
  if (n > kFew && fullest > n / 2)
    out.push_back({true, "Most sprites share one cell: this is brute force with extra steps."});
  if (n > kFew && large > n / 2)
    out.push_back(
        {true, "Most sprites are too large for a cell and are compared with all others."});
}

}  // namespace phasebox
