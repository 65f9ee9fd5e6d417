// SPDX-License-Identifier: MIT
// Equal cells over the plane, and the slot of a table in which each of them lies.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/geometry.hpp"
#include "collide/segment.hpp"

namespace phasebox {

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

}  // namespace phasebox
