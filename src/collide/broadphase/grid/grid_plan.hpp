// SPDX-License-Identifier: MIT
// Decisions that the sector methods share: size of cell and reach, and what to say about them.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "collide/broadphase.hpp"
#include "collide/broadphase/grid/multi_level_grid.hpp"
#include "collide/broadphase/grid/size_histogram.hpp"

namespace phasebox {

/// A size of cell, in px, and how many further cells a box may span.
struct CellChoice {
  float cell;
  std::uint32_t reach;
};

/// `wanted` px, with the reach that keeps most boxes in the grid; 0: the best for these boxes.
CellChoice choose_cell(float wanted, const SizeHistogram& histogram);

/// One sentence with the cells in use and the boxes too large for them; a warning if most boxes
/// share a cell or are too large for one.
void add_remarks(const MultiLevelGrid& stack, std::vector<Remark>& out);

}  // namespace phasebox
