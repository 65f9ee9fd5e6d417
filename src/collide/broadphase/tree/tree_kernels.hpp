// SPDX-License-Identifier: MIT
// Loops over the boxes of trees: joins of runs, walks, and quadtree cells.
#pragma once
#include <bit>

#include "collide/broadphase/kernels/box_columns.hpp"
#include "collide/broadphase/tree/z_order.hpp"
#include "collide/segment.hpp"

namespace phasebox {

/// Copies the boxes of `from[run]` that overlap `box` to `to`, from position `at` on, in their
/// order; returns how many. `to` needs room for all of the run; it may be `from` where `at` lies
/// behind the run.
std::uint32_t keep_overlapping(const BoxColumns& from, Run run, const Aabb& box, BoxColumns& to,
                               std::uint32_t at);

/// Copies the boxes of `from[run]` that overlap `box` to `to`, behind its run `kept`, which grows
/// by them. Ends when `to` may have too little room; returns the part of the run that is left then.
inline Run keep_in_room(const BoxColumns& from, Run run, const Aabb& box, BoxColumns& to,
                        Run& kept) {
  constexpr std::uint32_t kBlock = 256;
  while (run.begin < run.end) {
    const Run block{run.begin, std::min(run.begin + kBlock, run.end)};
    if (block.size() > to.size() - kept.end) break;
    kept.end += keep_overlapping(from, block, box, to, kept.end);
    run.begin = block.end;
  }
  return run;
}

/// Emits the overlapping pairs of a box in the run `left` of `a` and one in the run `right` of `b`.
void join_across(const BoxColumns& a, Run left, const BoxColumns& b, Run right, PairWriter& out);

/// Emits the overlapping pairs of the boxes of one run.
void join_within(const BoxColumns& boxes, Run run, PairWriter& out);

// The nodes of trees whose subtrees are runs of rows, and the walk that answers a query.

/// A node of a tree that is rebuilt each frame. Its rows lie side by side: [begin, own_end) are
/// its own, [own_end, end) belong to its children, in their order; the children of a node follow
/// each other in the array of nodes, behind the node.
struct Subtree {
  Aabb bounds;  ///< the smallest box around all its rows
  std::uint32_t begin = 0, own_end = 0, end = 0;
  std::uint32_t first_child = 0;  ///< index of its first child in the array of nodes
  std::uint16_t children = 0, depth = 0;
};

/// The most nodes that may wait at a time in a query's walk: three siblings at each of 64 levels,
/// and the four children of the last node.
inline constexpr std::size_t kMaxWaiting = 3 * 64 + 4;

/// Appends the sprites of the tree whose boxes overlap `box`, many at a time. Visits only the nodes
/// whose bounds overlap it. Allocates nothing but room in `out`.
void find_in_subtrees(const BoxColumns& rows, std::span<const Subtree> nodes, const Aabb& box,
                      Sink<SpriteId>& out);
/// Appends the sprites of the tree whose boxes the band may meet (`SegmentBand::may_meet`). Visits
/// only the nodes whose bounds it may meet. Allocates nothing but room in `out`.
void find_in_subtrees(const BoxColumns& rows, std::span<const Subtree> nodes,
                      const SegmentBand& band, Sink<SpriteId>& out);

// The cells of a quadtree, the code of the deepest cell that holds a box, and the order of points.

/// A field cut into 2^levels columns and rows of smallest cells. Positions are converted to columns
/// and rows by a rounded product; rounding keeps their order, which is all that is needed.
class QuadCells {
 public:
  // The code of a box is the place of its cell on the curve, followed by the cell's level.
  static constexpr unsigned kLevelBits = 4;
  static constexpr std::uint32_t kLevelMask = (1u << kLevelBits) - 1;

  // The column of a position is (x - origin_x) * per_x; rows are alike. Positions are in px.
  unsigned levels = 0;
  double origin_x = 0, origin_y = 0, per_x = 0, per_y = 0;

  QuadCells() = default;
  QuadCells(const Aabb& field, unsigned of_levels)
      : levels(of_levels),
        origin_x(static_cast<double>(field.min.x)),
        origin_y(static_cast<double>(field.min.y)),
        width_(static_cast<double>(field.max.x) - origin_x),
        height_(static_cast<double>(field.max.y) - origin_y) {
    if (width_ > 0) per_x = count() / width_;
    if (height_ > 0) per_y = count() / height_;
  }

  /// Returns the area of `size` by `size` smallest cells from a column and row on, px.
  Aabb square(std::uint32_t x, std::uint32_t y, std::uint32_t size) const {
    const auto edge = [&](double origin, double length, std::uint32_t at) {
      return static_cast<float>(origin + length * at / count());
    };
    return {{edge(origin_x, width_, x), edge(origin_y, height_, y)},
            {edge(origin_x, width_, x + size), edge(origin_y, height_, y + size)}};
  }

  /// Returns the place of the smallest cell that a point lies in, on the curve through all of them.
  std::uint32_t place_of(Vec2 p) const { return z_order(cell(column(p.x)), cell(row(p.y))); }

  /// Returns the code of the deepest cell that holds the box. The highest bit in which its first
  /// and last columns, or rows, differ says how large that cell is.
  std::uint32_t tight_code(const Aabb& box) const {
    const std::uint32_t x = cell(column(box.min.x)), y = cell(row(box.min.y));
    const std::uint32_t end_x = cell_of_end(column(box.max.x), x);
    const std::uint32_t end_y = cell_of_end(row(box.max.y), y);
    return code_of(x, y, static_cast<unsigned>(std::bit_width((x ^ end_x) | (y ^ end_y))));
  }

  /// Returns the code of the deepest cell around the box's center whose loose cell, `looseness`
  /// times as wide about the same center, holds the box. Loose cells nest as their cells do.
  std::uint32_t loose_code(const Aabb& box, float looseness) const {
    const double x = column(box.min.x), y = row(box.min.y);
    const double end_x = column(box.max.x), end_y = row(box.max.y);
    const std::uint32_t at_x = cell(0.5 * (x + end_x)), at_y = cell(0.5 * (y + end_y));
    const auto is_within = [&](double low, double high, std::uint32_t at, unsigned up) {
      const double width = 1u << up, margin = 0.5 * (static_cast<double>(looseness) - 1) * width;
      const double begin = at >> up << up;
      return begin - margin <= low && high <= begin + width + margin;
    };
    unsigned up = 0;
    while (up < levels && !(is_within(x, end_x, at_x, up) && is_within(y, end_y, at_y, up))) ++up;
    return code_of(at_x, at_y, up);
  }

 private:
  std::uint32_t count() const { return 1u << levels; }
  std::uint32_t last() const { return count() - 1; }
  double column(float x) const { return (static_cast<double>(x) - origin_x) * per_x; }
  double row(float y) const { return (static_cast<double>(y) - origin_y) * per_y; }
  /// Returns the column, or row, of the cell that begins at or before a position.
  std::uint32_t cell(double at) const { return std::min(static_cast<std::uint32_t>(at), last()); }
  /// Returns the column, or row, of an upper edge. An edge between two cells belongs to the first,
  /// but never to a cell before `low`, which is that of the lower edge.
  std::uint32_t cell_of_end(double at, std::uint32_t low) const {
    const auto whole = static_cast<std::uint32_t>(at);
    return std::min(whole - (whole > low && static_cast<double>(whole) == at), last());
  }
  /// Returns the code of the cell 2^up columns wide that holds a column and row.
  std::uint32_t code_of(std::uint32_t x, std::uint32_t y, unsigned up) const {
    return z_order(x >> up << up, y >> up << up) << kLevelBits | (levels - up);
  }

  double width_ = 0, height_ = 0;
};

/// Writes to `to[k]` the `tight_code` of box k and k itself, for each k of the run. Codes several
/// boxes at once.
void code_tightly(std::span<const Aabb> boxes, Run run, const QuadCells& cells, Coded* to);

}  // namespace phasebox
