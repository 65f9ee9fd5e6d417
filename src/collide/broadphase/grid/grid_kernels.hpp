// SPDX-License-Identifier: MIT
// The vector loops of grids, which place boxes into slots and find the pairs within and between
// grids.
#pragma once
#include <cstdint>
#include <span>

#include "collide/broadphase/grid/cell_grid.hpp"
#include "collide/broadphase/grid/grid_costs.hpp"
#include "collide/broadphase/kernels/box_columns.hpp"

namespace phasebox {

/// A view of one of the grids that share a table, with its boxes.
struct GridBoxes {
  const CellGrid& grid;
  const BoxColumns& boxes;      ///< the boxes of all grids of the table, in the order of slots
  const std::uint32_t* slots;   ///< [box] its slot in the table that the grids share
  const std::uint32_t* starts;  ///< [slots of the grid + 1] where the boxes of each slot begin
  std::uint16_t number;         ///< the number of the grid, from 0, in the order of cell sizes
  std::uint32_t first_cell;     ///< the number of the table's first cell in the event log
  const Aabb& bounds;           ///< around all boxes of the table

  bool is_catch_all() const { return grid.per_px == Vec2{}; }
  /// The positions of the grid's boxes in `boxes`.
  Run run() const { return {starts[0], starts[grid.slots]}; }
  /// The positions of all boxes that share the slot of the box at position `at`.
  Run slot_of(std::uint32_t at) const {
    const std::uint32_t slot = slots[at] - grid.first_slot;
    return {starts[slot], starts[slot + 1]};
  }
};

/// Whether to compare with all boxes of the grid, of which there are `boxes`, instead of visiting
/// `cells` row by row. That is less work where a wrapped grid has fewer slots than the range has
/// cells, or where the range has more rows than the boxes are worth. It is necessary where a
/// wrapped grid has fewer slots than the range has columns: a row would then meet a slot twice.
inline bool is_worth_scan(const CellRange& cells, const CellGrid& grid, std::uint32_t boxes) {
  if (cells.is_empty()) return false;
  const std::int64_t rows = cells.rows();
  return (grid.is_wrapped() && rows * cells.columns() > grid.slots) ||
         rows * SearchCosts::kRow > boxes;
}

/// Calls `f` with each run of boxes in `count` slots from `slot` on, continuing at the first slot
/// behind the grid's last one.
template <class F>
void each_run(const GridBoxes& in, std::uint32_t slot, std::uint32_t count, F f) {
  const std::uint32_t past = slot + count, slots = in.grid.slots;
  f(Run{in.starts[slot], in.starts[past > slots ? slots : past]});
  if (past > slots) f(Run{in.starts[0], in.starts[past - slots]});
}

/// Calls `f` with each run of boxes that the box at position `at` is compared with in its own grid:
/// those after it in its own cell, those in the `reach` cells to the right, and those in the
/// `reach` rows below, up to `reach` columns to either side.
template <class F>
void each_neighbor_run(const GridBoxes& in, std::uint32_t at, F f) {
  const CellGrid& grid = in.grid;
  const std::uint32_t own = in.slots[at] - grid.first_slot;
  f(Run{at + 1, in.starts[own + 1]});
  if (grid.reach == 0) return;
  each_run(in, (own + 1) & grid.mask, grid.reach, f);
  for (std::uint32_t row = 1; row <= grid.reach; ++row)
    each_run(in, (own + row * grid.stride - grid.reach) & grid.mask, 2 * grid.reach + 1, f);
}

/// Writes the `shared_slot` of each box to `slots`, which has an element for each.
void place_boxes(std::span<const Aabb> boxes, std::span<const CellGrid> grids,
                 std::uint32_t* slots);

/// Returns the smallest box around the min corners of the boxes of a run, which is not empty.
Aabb begins_of(const BoxColumns& boxes, Run run);

/// Emits the eligible overlapping pairs of each box of the run with the boxes of
/// `each_neighbor_run`, in the same grid. None of these slots may lie beyond the table's ends.
void emit_neighbors(const Frame& frame, const GridBoxes& in, Run run, PairSink& out);

/// Emits what `emit_neighbors` does, for boxes of a wrapped grid whose neighbors lie on both sides
/// of the table's end. Slower, as each run of slots may be split in two.
void emit_wrap_around(const Frame& frame, const GridBoxes& in, Run run, PairSink& out);

/// Appends the grid's sprites whose boxes overlap `box`, once each. Visits rows of cells, or scans
/// all boxes where that is less work (`is_worth_scan`).
void find_overlapping(const GridBoxes& in, const Aabb& box, Sink<SpriteId>& out);

/// Appends the grid's sprites whose boxes the band may meet, once each. Visits in each row only the
/// cells along the band, or scans all boxes where that is less work.
void find_along(const GridBoxes& in, const SegmentBand& band, Sink<SpriteId>& out);

/// Emits the eligible overlapping pairs of each box in the run `run` of `from` with the boxes of
/// the grid `in`. Returns the work: the boxes compared, plus `SearchCosts::kRow` for each run of
/// slots visited.
std::uint64_t emit_covered(const Frame& frame, const BoxColumns& from, Run run, const GridBoxes& in,
                           PairSink& out);

}  // namespace phasebox
