// SPDX-License-Identifier: MIT
// The cells of a quadtree, and the code of the deepest one that holds a box.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "base/geometry.hpp"
#include "collide/broadphase/kernels/box_columns.hpp"
#include "collide/broadphase/tree/code_order.hpp"

namespace phasebox {

/// The field cut into 2^levels columns and rows, the smallest cells there are. A position becomes a
/// number of columns; rounding keeps the order of positions, and no more is asked of it.
class QuadCells {
 public:
  // A box's code: place of its cell on the curve, then the cell's level.
  static constexpr unsigned kLevelBits = 4;
  static constexpr std::uint32_t kLevelMask = (1u << kLevelBits) - 1;

  /// What turns positions into columns and rows.
  struct Scale {
    double origin_x = 0, origin_y = 0, per_x = 0, per_y = 0;
    unsigned levels = 0;
  };

  QuadCells() = default;
  QuadCells(const Aabb& field, unsigned levels)
      : scale_{.origin_x = static_cast<double>(field.min.x),
               .origin_y = static_cast<double>(field.min.y),
               .levels = levels} {
    width_ = static_cast<double>(field.max.x) - scale_.origin_x;
    height_ = static_cast<double>(field.max.y) - scale_.origin_y;
    if (width_ > 0) scale_.per_x = count() / width_;
    if (height_ > 0) scale_.per_y = count() / height_;
  }

  unsigned levels() const { return scale_.levels; }
  const Scale& scale() const { return scale_; }

  /// The square of `size` cells a side at a column and row.
  Aabb square(std::uint32_t x, std::uint32_t y, std::uint32_t size) const {
    const auto edge = [&](double origin, double length, std::uint32_t at) {
      return static_cast<float>(origin + length * at / count());
    };
    return {{edge(scale_.origin_x, width_, x), edge(scale_.origin_y, height_, y)},
            {edge(scale_.origin_x, width_, x + size), edge(scale_.origin_y, height_, y + size)}};
  }

  /// Columns differ first in the bit that says how large a cell must be to hold both.
  std::uint32_t tight_code(const Aabb& box) const {
    const std::uint32_t x = cell(column(box.min.x)), y = cell(row(box.min.y));
    const std::uint32_t end_x = cell_of_end(column(box.max.x), x);
    const std::uint32_t end_y = cell_of_end(row(box.max.y), y);
    return code_of(x, y, static_cast<unsigned>(std::bit_width((x ^ end_x) | (y ^ end_y))));
  }

  /// Loose cells nest as their cells do, so the first one that holds the box, from the smallest up,
  /// is the deepest.
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
    while (up < levels() && !(is_within(x, end_x, at_x, up) && is_within(y, end_y, at_y, up))) ++up;
    return code_of(at_x, at_y, up);
  }

 private:
  std::uint32_t count() const { return 1u << scale_.levels; }
  std::uint32_t last() const { return count() - 1; }
  double column(float x) const { return (static_cast<double>(x) - scale_.origin_x) * scale_.per_x; }
  double row(float y) const { return (static_cast<double>(y) - scale_.origin_y) * scale_.per_y; }
  /// The cell that begins at or before a position.
  std::uint32_t cell(double at) const { return std::min(static_cast<std::uint32_t>(at), last()); }
  /// The same for an upper edge, which may lie on the end of its cell; `low` is its lower edge's.
  std::uint32_t cell_of_end(double at, std::uint32_t low) const {
    const auto whole = static_cast<std::uint32_t>(at);
    return std::min(whole - (whole > low && static_cast<double>(whole) == at), last());
  }
  /// Of the cell 2^up columns wide that holds a column and row.
  std::uint32_t code_of(std::uint32_t x, std::uint32_t y, unsigned up) const {
    return z_order(x >> up << up, y >> up << up) << kLevelBits | (levels() - up);
  }

  Scale scale_;
  double width_ = 0, height_ = 0;
};

/// Writes the `tight_code` of each box of the run with its number, several at once: of box k to
/// `to[k]`.
void code_tightly(std::span<const Aabb> boxes, Run run, const QuadCells& cells, Coded* to);

}  // namespace phasebox
