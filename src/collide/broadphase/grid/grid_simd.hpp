// SPDX-License-Identifier: MIT
// The vector loops of the grids: boxes into slots, and the pairs within and between grids.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "collide/broadphase/grid/cell_grid.hpp"
#include "collide/broadphase/kernels/box_columns.hpp"
#include "collide/frame.hpp"
#include "collide/sink.hpp"

namespace phasebox {

/// Where the boxes of one grid are.
struct GridBoxes {
  const CellGrid& grid;
  const BoxColumns& boxes;      ///< in the order of slots
  const std::uint32_t* slots;   ///< [box], in the shared table
  const std::uint32_t* starts;  ///< [slots of the grid + 1], where each slot's boxes begin
};

/// Whether it is better to look at all `boxes` of the grid than at those in `cells`, row by row; it
/// must be done where a wrapped grid has fewer slots than the range has columns.
inline bool is_worth_scan(const CellRange& cells, const CellGrid& grid, std::uint32_t boxes) {
  constexpr std::int64_t kBoxesPerRow = 16;  // that are compared in the time a row takes
  const std::int64_t rows = std::int64_t{cells.bottom} - cells.top + 1;
  const std::int64_t columns = std::int64_t{cells.right} - cells.left + 1;
  return (grid.is_wrapped() && columns > grid.slots) || rows * kBoxesPerRow > boxes;
}

/// Calls `f` with each run of boxes in `count` slots from `slot` on, around the table's end.
template <class F>
void each_run(const GridBoxes& in, std::uint32_t slot, std::uint32_t count, F f) {
  const std::uint32_t past = slot + count, slots = in.grid.slots;
  f(Run{in.starts[slot], in.starts[past > slots ? slots : past]});
  if (past > slots) f(Run{in.starts[0], in.starts[past - slots]});
}

inline constexpr std::size_t kMaxLevels = 13;  ///< grids that share a table, the catch-all included

// The loops below run on the widest vectors the machine has and give the same answer on all.

/// The slot of the shared table in which a box is kept: that of its min corner, in the first grid
/// with cells as wide and as high as the box. Where it reaches too far for that grid (floats far
/// from the origin are coarser than small cells), the last grid takes it; that one has a single
/// cell. Of two grids the first is asked only whether the box reaches too far.
inline std::uint32_t shared_slot(const Aabb& box, std::span<const CellGrid> grids) {
  std::size_t grid = 0;
  if (grids.size() > 2)
    while (grid + 1 < grids.size() && !grids[grid].is_as_large_as(box)) ++grid;
  const CellGrid& g = grids[grid].fits(box) ? grids[grid] : grids.back();
  return g.first_slot + g.slot(g.column(box.min.x), g.row(box.min.y));
}

/// Writes the `shared_slot` of each box.
void place_boxes(std::span<const Aabb> boxes, std::span<const CellGrid> grids,
                 std::uint32_t* slots);

/// Emits the pairs of each box of the run, which lies in the grid, with those after it in its own
/// row of cells and with all in the `reach` rows below. No slot met may lie beyond the table's
/// ends.
void emit_neighbors(const Frame& frame, const GridBoxes& in, Run run, PairSink& out);

/// Appends the sprites of a grid whose boxes overlap `box`, each once: only the rows of cells that
/// can keep such are looked at, or all boxes where that is less work.
void find_overlapping(const GridBoxes& in, const Aabb& box, Sink<SpriteId>& out);

/// The same for what the band may meet: in each row only the cells along it.
void find_along(const GridBoxes& in, const SegmentBand& band, Sink<SpriteId>& out);

/// Emits the pairs of each box of the run of `from` with all boxes of a grid; the run is of another
/// grid.
void emit_covered(const Frame& frame, const BoxColumns& from, Run run, const GridBoxes& in,
                  PairSink& out);

}  // namespace phasebox
