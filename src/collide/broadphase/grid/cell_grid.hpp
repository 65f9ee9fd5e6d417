// SPDX-License-Identifier: MIT
// Equal cells over the plane, and the slot of a table in which each of them lies.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/geometry.hpp"
#include "collide/segment.hpp"

namespace phasebox {

/// A rectangle of cells, by column and row; right and bottom are included.
struct CellRange {
  std::int32_t left = 0, top = 0, right = 0, bottom = 0;

  bool is_empty() const { return right < left || bottom < top; }
  std::uint32_t columns() const { return static_cast<std::uint32_t>(right - left) + 1; }
  std::int32_t rows() const { return bottom - top + 1; }
};

/// Whether a cell is at least as wide and as high as the box; both in px.
inline bool is_as_large_as(Vec2 cell, const Aabb& box) {
  return extent(box).x <= cell.x && extent(box).y <= cell.y;
}
/// Returns the smallest cell that is at least as wide and as high as both, px.
inline Vec2 common_cell(Vec2 a, Vec2 b) { return {std::max(a.x, b.x), std::max(a.y, b.y)}; }

/// Equal cells, counted from the plane's origin, and the slots of a table in which the boxes of a
/// cell are listed. A cell has slot `(column + row * stride + offset) & mask`, so neighbors in a
/// row lie side by side: what a box meets in a row is one run of slots.
///
/// A *direct* grid has bounds and a slot for each cell within them. A *wrapped* grid (a spatial
/// hash) has none: its slots are a power of two, and cells far apart may share one.
///
/// A box is kept once, in the cell of its min corner. Whoever keeps boxes in the grid must ensure
/// that each spans at most `reach` more cells per axis (`fits`).
struct CellGrid {
  static constexpr float kFarthest = 0x1p29f;  ///< columns and rows beyond are clamped to it
  /// The largest reach of a direct grid, and of a wrapped one: of a wrapped grid the boxes near the
  /// end of the table need slower code, and their slots grow with the square of the reach.
  static constexpr std::uint32_t kMaxReach = 1u << 20, kMaxWrappedReach = 4;

  /// Makes a direct grid that has a slot for each cell in `bounds`; none where that would take more
  /// than `max_slots`.
  static std::optional<CellGrid> direct(Vec2 cell, std::uint32_t reach, const Aabb& bounds,
                                        std::size_t max_slots);
  /// Makes a wrapped grid of `slots` slots, a power of two, or of as many as the reach needs, which
  /// is at most `kMaxWrappedReach`.
  static CellGrid wrapped(Vec2 cell, std::uint32_t reach, std::size_t slots);

  Vec2 cell;                     ///< px, width and height; 0: one cell holds the whole plane
  Vec2 per_px;                   ///< cells per px
  std::uint32_t reach = 0;       ///< cells that a kept box may span beyond its first, per axis
  std::uint32_t stride = 1;      ///< slots from a cell to the one below it
  std::uint32_t offset = 0;      ///< of a direct grid: makes the slot of the top-left cell 0
  std::uint32_t mask = ~0u;      ///< all ones in a direct grid; `slots` - 1 in a wrapped one
  std::uint32_t slots = 1;       ///< the number of slots of this grid
  std::uint32_t first_slot = 0;  ///< the grid's first slot in the table that several grids share
  /// The cells that may keep boxes. In a direct grid they are fixed, and those at the edge also
  /// keep the boxes outside; in a wrapped grid they are the cells in use in this frame.
  CellRange bounds;
  /// The columns and rows to which a direct grid clamps: its bounds. In a wrapped grid: kFarthest.
  Vec2 lowest{-kFarthest, -kFarthest}, highest{kFarthest, kFarthest};

  bool is_wrapped() const { return mask != ~0u; }
  /// The first slot of the shared table behind those of this grid.
  std::uint32_t end_slot() const { return first_slot + slots; }

  /// Returns the column of x. It never decreases as `x` grows, so it orders left and right even
  /// where floats are too coarse to tell cells apart, and at the edges of the grid. `row` is alike.
  std::int32_t column(float x) const { return line(x * per_px.x, lowest.x, highest.x); }
  std::int32_t row(float y) const { return line(y * per_px.y, lowest.y, highest.y); }

  /// Returns the cells that the box covers.
  CellRange cells_of(const Aabb& box) const {
    return {column(box.min.x), row(box.min.y), column(box.max.x), row(box.max.y)};
  }

  /// Returns the cell's slot within the grid's own slots, counted from 0. In a direct grid the
  /// cells up to `reach` beyond its bounds on the right and below have slots too, which stay empty.
  std::uint32_t slot(std::int32_t column, std::int32_t row) const {
    return (static_cast<std::uint32_t>(column) + static_cast<std::uint32_t>(row) * stride +
            offset) &
           mask;
  }

  /// Whether the box may be kept in this grid: it spans at most `reach` + 1 columns and rows.
  bool fits(const Aabb& box) const {
    const auto most = static_cast<std::int32_t>(reach);
    return column(box.max.x) - column(box.min.x) <= most && row(box.max.y) - row(box.min.y) <= most;
  }

  /// Returns the cells in which every box that overlaps `box` is kept, as far as this grid has it;
  /// perhaps none. For such a box b, `b.min < box.max`
  /// and `box.min < b.max` give `column(b.min) <= column(box.max)` and
  /// `column(box.min) <= column(b.max) <= column(b.min) + reach`; rows are alike.
  CellRange around(const Aabb& box) const {
    const auto most = static_cast<std::int32_t>(reach);
    return {std::max(column(box.min.x) - most, bounds.left),
            std::max(row(box.min.y) - most, bounds.top), std::min(column(box.max.x), bounds.right),
            std::min(row(box.max.y), bounds.bottom)};
  }

  /// Returns the cells of one row that keep boxes which the segment may meet, among the cells
  /// `around` the segment's bounds. A box kept in the row lies in it and in the `reach` rows below;
  /// the band is cut at these heights, widened by what rounding in `row` may lose.
  CellRange along(const SegmentBand& band, const CellRange& around, std::int32_t row) const {
    if (per_px.y == 0) return around;
    constexpr double kRounded = 1e-6;  // share of a coordinate: more than a few units in last place
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

  /// Returns the area that a cell covers, px.
  Aabb box_of(std::int32_t column, std::int32_t row) const {
    const Vec2 at{static_cast<float>(column), static_cast<float>(row)};
    return {at * cell, (at + Vec2{1, 1}) * cell};
  }

 private:
  static std::int32_t line(float cells, float from, float to) {
    return static_cast<std::int32_t>(std::floor(std::clamp(cells, from, to)));
  }
};

/// The most grids that share a table, with the last one, whose only cell holds the whole plane.
inline constexpr std::size_t kMaxLevels = 13;

/// Returns the slot of a box in the table that several grids share: the slot of its min corner in
/// the first grid with cells as wide and high as it. A box that spans too many cells there (floats
/// far from the origin are coarser than small cells) goes to the last grid's only cell. Where there
/// is one other grid, its size of cells does not matter, only whether the box fits its reach.
inline std::uint32_t shared_slot(const Aabb& box, std::span<const CellGrid> grids) {
  std::size_t grid = 0;
  if (grids.size() > 2)
    while (grid + 1 < grids.size() && !is_as_large_as(grids[grid].cell, box)) ++grid;
  const CellGrid& g = grids[grid].fits(box) ? grids[grid] : grids.back();
  return g.first_slot + g.slot(g.column(box.min.x), g.row(box.min.y));
}

}  // namespace phasebox
