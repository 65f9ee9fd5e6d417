// SPDX-License-Identifier: MIT
// The loops of grids: cells, and what is found in them.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/geometry.hpp"
#include "collide/broadphase/kernels/box_columns.hpp"
#include "collide/frame.hpp"
#include "collide/segment.hpp"
#include "collide/sink.hpp"

namespace phasebox {

// Equal cells over the plane, and the slot of a table in which each of them lies.

/// Cells by column and row, ends included.
struct CellRange {
  std::int32_t left = 0, top = 0, right = 0, bottom = 0;
};

/// Equal cells that all hang on the origin of the plane. A cell is kept in slot
/// `(column + row * stride + offset) & mask`, so cells side by side lie in slots side by side: what
/// a box meets in one row of cells is one run of slots.
///
/// A *direct* grid has bounds and a slot for each cell within them. A *wrapped* grid (a spatial
/// hash) has none: its slots are a power of two, and cells far apart may share one.
///
/// A box is kept once, in the cell of its min corner, and spans at most `reach` cells more on
/// either axis: the owner of the grid sees to that.
struct CellGrid {
  static constexpr float kFarthest = 0x1p29f;  ///< columns and rows beyond lie in the last one

  Vec2 cell;    ///< px, width and height; 0: one cell holds the whole plane
  Vec2 per_px;  ///< cells per px
  std::uint32_t reach = 0;
  std::uint32_t stride = 1;  ///< slots from a cell to the one below it
  std::uint32_t offset = 0;
  std::uint32_t mask = ~0u;
  std::uint32_t slots = 1;
  std::uint32_t first_slot = 0;  ///< in the table that several grids share
  CellRange bounds;              ///< of a direct grid; what lies outside is in a cell at the edge
  Vec2 lowest{-kFarthest, -kFarthest}, highest{kFarthest, kFarthest};  ///< the same, in cells

  bool is_wrapped() const { return mask != ~0u; }

  /// Never decreases as `x` grows; so it orders what lies left and right even where floats are too
  /// coarse to tell cells apart, and at the edges of the grid. So does `row`.
  std::int32_t column(float x) const { return line(x * per_px.x, lowest.x, highest.x); }
  std::int32_t row(float y) const { return line(y * per_px.y, lowest.y, highest.y); }

  /// Within the grid's own slots; neighbors of cells in a direct grid's bounds have slots too.
  std::uint32_t slot(std::int32_t column, std::int32_t row) const {
    return (static_cast<std::uint32_t>(column) + static_cast<std::uint32_t>(row) * stride +
            offset) &
           mask;
  }

  /// Whether a cell is as wide and as high as the box.
  bool is_as_large_as(const Aabb& box) const {
    return extent(box).x <= cell.x && extent(box).y <= cell.y;
  }
  /// Whether the box may be kept here.
  bool fits(const Aabb& box) const {
    const auto most = static_cast<std::int32_t>(reach);
    return column(box.max.x) - column(box.min.x) <= most && row(box.max.y) - row(box.min.y) <= most;
  }

  /// The cells that keep every box overlapping `box`. For such a box b, `b.min < box.max` and
  /// `box.min < b.max` give `column(b.min) <= column(box.max)` and
  /// `column(box.min) <= column(b.max) <= column(b.min) + reach`; the same for rows.
  CellRange around(const Aabb& box) const {
    const auto most = static_cast<std::int32_t>(reach);
    const CellRange cells{column(box.min.x) - most, row(box.min.y) - most, column(box.max.x),
                          row(box.max.y)};
    if (is_wrapped()) return cells;
    return {std::max(cells.left, bounds.left), std::max(cells.top, bounds.top),
            std::min(cells.right, bounds.right), std::min(cells.bottom, bounds.bottom)};
  }

  /// Of `around` the bounds of a segment, the columns whose cells in one row keep boxes that the
  /// segment may meet: these lie within `reach` more rows and what `row` rounds off.
  CellRange along(const SegmentBand& band, const CellRange& around, std::int32_t row) const {
    if (per_px.y == 0) return around;
    constexpr double kRounded = 1e-6;  // of a coordinate, more than a few units in the last place
    const auto edge = [&](double at, double side) {
      const double y = at * static_cast<double>(cell.y);
      return y + side * kRounded * std::abs(y);
    };
    const auto at = static_cast<float>(row);
    const double top = at <= lowest.y ? -HUGE_VAL : edge(row, -1);
    const double bottom =
        at + static_cast<float>(reach) >= highest.y ? HUGE_VAL : edge(double{1} + row + reach, 1);
    const SegmentBand::Stretch part = band.between(top, bottom);
    return {std::max(column(part.left) - static_cast<std::int32_t>(reach), around.left), row,
            std::min(column(part.right), around.right), row};
  }

  Aabb box_of(std::int32_t column, std::int32_t row) const {
    const Vec2 at{static_cast<float>(column), static_cast<float>(row)};
    return {at * cell, (at + Vec2{1, 1}) * cell};
  }

 private:
  static std::int32_t line(float cells, float from, float to) {
    return static_cast<std::int32_t>(std::floor(std::clamp(cells, from, to)));
  }
};

// The vector loops of the grids: boxes into slots, and the pairs within and between grids.

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

/// Looking at a row of cells takes as long as so many comparisons.
inline constexpr std::uint32_t kTestsPerRow = 8;

/// Emits the pairs of each box of the run of `from` with all boxes of a grid; the run is of another
/// grid. Returns how many boxes were compared, with `kTestsPerRow` more for each row.
std::uint64_t emit_covered(const Frame& frame, const BoxColumns& from, Run run, const GridBoxes& in,
                           PairSink& out);

}  // namespace phasebox
