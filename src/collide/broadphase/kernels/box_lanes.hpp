// SPDX-License-Identifier: MIT
// Boxes in the order of their cells, one array per edge, and the vector loops over them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "collide/broadphase/grid/cell_grid.hpp"
#include "collide/frame.hpp"
#include "collide/sink.hpp"

namespace phasebox {

/// Boxes as structure of arrays. Vectors may be read past the last box, up to the padding.
struct BoxLanes {
  static constexpr std::size_t kPadding = 64;  ///< floats in the widest vector there is

  std::vector<float> min_x, min_y, max_x, max_y;
  std::vector<SpriteId> id;
  std::vector<std::uint32_t> slot;  ///< in the shared table

  void resize(std::size_t n) {
    for (auto* edge : {&min_x, &min_y, &max_x, &max_y}) edge->resize(n + kPadding);
    id.resize(n + kPadding), slot.resize(n + kPadding);
  }
  Aabb box(std::size_t at) const { return {{min_x[at], min_y[at]}, {max_x[at], max_y[at]}}; }
};

/// Positions in the lanes, from `begin` to before `end`.
struct Run {
  std::uint32_t begin = 0, end = 0;
};

/// Where the boxes of one grid are.
struct GridLanes {
  const CellGrid& grid;
  const BoxLanes& lanes;
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
void each_run(const GridLanes& in, std::uint32_t slot, std::uint32_t count, F f) {
  const std::uint32_t past = slot + count, slots = in.grid.slots;
  f(Run{in.starts[slot], in.starts[past > slots ? slots : past]});
  if (past > slots) f(Run{in.starts[0], in.starts[past - slots]});
}

// The loops below run on the widest vectors the machine has and give the same answer on all.

inline float size_of(const Aabb& box) { return std::max(extent(box).x, extent(box).y); }

/// The smallest box around all, and the largest width or height (infinite beyond FLT_MAX).
struct Extremes {
  Aabb bounds;
  float largest = 0;
};
inline Extremes plain_extremes_of(std::span<const Aabb> boxes) {
  Extremes all{boxes[0], 0};
  for (const Aabb& box : boxes)
    all = {united(all.bounds, box), std::max(all.largest, size_of(box))};
  return all;
}
Extremes extremes_of(std::span<const Aabb> boxes);  ///< of at least one box

/// Sizes from a power of two to before the next.
struct OctaveTally {
  std::uint32_t count = 0;
  float largest = 0, next = 0;  ///< the least size of a later octave; infinite: none
};
/// Of the octave of `first`; `sizes` are not negative and padded with infinity, `n` of them in all,
/// a multiple of `BoxLanes::kPadding`.
OctaveTally tally_octave(const float* sizes, std::size_t n, float first);

/// The slot of the shared table in which a box is kept: that of its min corner, in the first grid
/// with cells as large as the box. Where it reaches too far for that grid (floats far from the
/// origin are coarser than small cells), the last grid takes it; that one has a single cell.
/// `grids` are ordered by size of cell; of two the first is asked only whether the box reaches too
/// far.
inline std::uint32_t shared_slot(const Aabb& box, std::span<const CellGrid> grids) {
  std::size_t grid = 0;
  if (grids.size() > 2) {
    const float size = std::max(extent(box).x, extent(box).y);
    while (grid + 1 < grids.size() && size > grids[grid].cell) ++grid;
  }
  const CellGrid& g = grids[grid].fits(box) ? grids[grid] : grids.back();
  return g.first_slot + g.slot(g.column(box.min.x), g.row(box.min.y));
}

/// Writes the `shared_slot` of each box.
void place_boxes(std::span<const Aabb> boxes, std::span<const CellGrid> grids,
                 std::uint32_t* slots);

/// Fills the lanes at `run` with the boxes that `lanes.id` names there.
void gather_boxes(std::span<const Aabb> boxes, const std::uint32_t* slots, Run run,
                  BoxLanes& lanes);

/// What a sink has free after an emission: so a warm one has room for what is written and not kept.
inline constexpr std::size_t kSparePairs = 1024;

/// Emits the pairs of each box of the run, which lies in the grid, with those after it in its own
/// row of cells and with all in the `reach` rows below. No slot met may lie beyond the table's
/// ends.
void emit_neighbors(const Frame& frame, const GridLanes& in, Run run, PairSink& out);

/// Emits the pairs of each box of the run with all boxes of a grid; the run is of another grid.
void emit_covered(const Frame& frame, Run run, const GridLanes& in, PairSink& out);

}  // namespace phasebox
