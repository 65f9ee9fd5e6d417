// SPDX-License-Identifier: MIT
// How the size of a cell is chosen, and the sentence about it.
#include "collide/broadphase/grid/grid_of.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace phasebox {
namespace {

/// Three significant digits are enough; without printf, whose decimal point depends on the locale.
std::string pixels(float value) {
  if (value >= 1e9f || value < 0.01f) return "10^" + std::to_string(std::lround(std::log10(value)));
  if (value >= 100) return std::to_string(std::llround(value));
  const auto hundredths = std::llround(value * 100);
  std::string text = std::to_string(hundredths / 100);
  const auto rest = hundredths % 100;
  if (rest > 0) text.append(1, '.').append(std::to_string(rest / 10));
  if (rest % 10 > 0) text += std::to_string(rest % 10);
  return text;
}

std::string sprites(std::uint32_t n) {
  return std::to_string(n) + (n == 1 ? " sprite" : " sprites");
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

CellChoice choose_cell(float wanted, const SizeHistogram& histogram, std::uint32_t max_reach) {
  const float best = histogram.best_cell();
  if (wanted <= 0) return {best, 1};
  const float spanned = std::ceil(std::min(best / wanted, static_cast<float>(max_reach)));
  return {wanted, std::max(1u, static_cast<std::uint32_t>(spanned))};
}

std::string memory_text(std::size_t bytes) {
  const std::size_t tenths = bytes / 100'000;
  if (tenths < 10) return std::to_string((bytes + 999) / 1000) + " kB";
  if (tenths >= 100) return std::to_string(tenths / 10) + " MB";
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " MB";
}

void add_remarks(const MultiLevelGrid& stack, std::vector<Remark>& out) {
  const std::uint32_t fullest = stack.fullest_slot(), large = stack.boxes_in_catch_all();
  const auto n = static_cast<std::uint32_t>(stack.size());
  const bool shares_slots = std::ranges::any_of(stack.grids(), &CellGrid::is_wrapped);
  std::string text = cells_in_use(stack.grids()) + ", at most " + sprites(fullest) +
                     (shares_slots ? " in one slot of the table" : " in one");
  if (large > 0) text.append("; ").append(sprites(large)).append(" too large for a cell");
  out.push_back({false, text + "; the table takes " + memory_text(stack.bytes()) + "."});
  constexpr std::uint32_t kFew = 16;
  if (n > kFew && fullest > n / 2)
    out.push_back({true, "Most sprites share one cell: this is brute force with extra steps."});
  if (n > kFew && large > n / 2)
    out.push_back(
        {true, "Most sprites are too large for a cell and are compared with all others."});
}

}  // namespace phasebox
