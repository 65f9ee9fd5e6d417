// SPDX-License-Identifier: MIT
// Makes direct and wrapped grids.
#include "collide/broadphase/grid/cell_grid.hpp"

#include <cassert>

namespace phasebox {
namespace {

CellGrid equal_cells(Vec2 cell, std::uint32_t reach) {
  assert(cell.x > 0 && cell.y > 0 && reach <= CellGrid::kMaxReach &&
         "cells have a size, reaches are few");
  CellGrid grid;
  grid.cell = {std::min(cell.x, kMaxFloat), std::min(cell.y, kMaxFloat)};
  // The inverse of a size below 2^-126 would be infinite.
  grid.per_px = {std::min(1 / grid.cell.x, kMaxFloat), std::min(1 / grid.cell.y, kMaxFloat)};
  grid.reach = reach;
  return grid;
}

/// Whether no two cells at most 2 * reach apart on both axes share a slot.
bool tells_neighbors_apart(const CellGrid& grid) {
  const std::uint32_t apart = 2 * grid.reach;
  if (grid.slots <= apart) return false;
  for (std::uint32_t rows = 1; rows <= apart; ++rows) {
    const std::uint32_t distance = rows * grid.stride & grid.mask;
    if (distance <= apart || grid.slots - distance <= apart) return false;
  }
  return true;
}

/// Gives a wrapped grid `slots` slots, a power of two, and a stride at the golden section of the
/// table, whose multiples keep furthest apart modulo the table (V. Sos, "On the theory of
/// diophantine approximations", 1957). The stride is odd, so that it meets every slot.
void wrap(CellGrid& grid, std::uint32_t slots) {
  grid.slots = slots;
  grid.mask = slots - 1;
  grid.stride = static_cast<std::uint32_t>(static_cast<double>(slots) * 0.6180339887498949) | 1;
}

}  // namespace

/// The table has `reach` empty columns on the right and `reach` empty rows below the bounds: they
/// are the neighbors of the cells at the edge.
std::optional<CellGrid> CellGrid::direct(Vec2 cell, std::uint32_t reach, const Aabb& bounds,
                                         std::size_t max_slots) {
  CellGrid grid = equal_cells(cell, reach);
  const CellRange cells = grid.bounds = grid.cells_of(bounds);
  const std::int64_t columns = std::int64_t{cells.columns()} + reach;
  const std::int64_t slots = columns * (std::int64_t{cells.rows()} + reach) + reach + 1;
  if (slots > static_cast<std::int64_t>(max_slots)) return std::nullopt;
  grid.lowest = {static_cast<float>(cells.left), static_cast<float>(cells.top)};
  grid.highest = {static_cast<float>(cells.right), static_cast<float>(cells.bottom)};
  grid.slots = static_cast<std::uint32_t>(slots);
  grid.stride = static_cast<std::uint32_t>(columns);
  grid.offset = 0u - grid.slot(cells.left, cells.top);
  return grid;
}

CellGrid CellGrid::wrapped(Vec2 cell, std::uint32_t reach, std::size_t slots) {
  assert(reach <= kMaxWrappedReach && "wrap-around slots are few");
  CellGrid grid = equal_cells(cell, reach);
  wrap(grid, static_cast<std::uint32_t>(slots));
  while (!tells_neighbors_apart(grid)) wrap(grid, grid.slots * 2);
  return grid;
}

}  // namespace phasebox
