// SPDX-License-Identifier: MIT
// Loops over the boxes of trees: order along a curve, joins of runs, walks, and quadtree cells.
#pragma once
#include <bit>

#include "base/radix_sort.hpp"
#include "collide/broadphase/kernels/box_columns.hpp"
#include "collide/segment.hpp"

namespace phasebox {

// Sprites in the order of a code: a radix sort, and codes that follow the plane (Z order).

/// A sprite with the code that it is sorted by.
struct Coded {
  std::uint32_t code;
  SpriteId id;
};

/// The lowest 16 bits of v, one place apart.
constexpr std::uint32_t spread_bits(std::uint32_t v) {
  v = (v | v << 8) & 0x00FF00FFu;
  v = (v | v << 4) & 0x0F0F0F0Fu;
  v = (v | v << 2) & 0x33333333u;
  return (v | v << 1) & 0x55555555u;
}

/// The inverse: the even bits of v, side by side.
constexpr std::uint32_t even_bits(std::uint32_t v) {
  v &= 0x55555555u;
  v = (v | v >> 1) & 0x33333333u;
  v = (v | v >> 2) & 0x0F0F0F0Fu;
  v = (v | v >> 4) & 0x00FF00FFu;
  return (v | v >> 8) & 0x0000FFFFu;
}

/// Place on the curve that visits the quarters of a square one after the other, and their quarters
/// likewise (G. Morton, 1966): the bits of x and y in turn, x lower.
constexpr std::uint32_t z_order(std::uint32_t x, std::uint32_t y) {
  return spread_bits(x) | spread_bits(y) << 1;
}

/// Stable sort by the lowest `bits` of the code, in passes of at most 10 bits: O(n), whatever the
/// order was before. With several parts, as many threads share it.
class CodeOrder {
 public:
  /// The rows to sort; as many as were reserved at most, else allocates.
  std::vector<Coded>& rows() { return rows_; }
  std::span<const Coded> rows() const { return rows_; }
  void reserve(std::size_t n) { rows_.reserve(n), spare_.reserve(n); }
  void resize(std::size_t n) { rows_.resize(n), spare_.resize(n); }

  void sort(unsigned bits, unsigned parts = 1) {
    if (parts > 1) return sort_in_parts(bits, std::min(parts, SharedSort::kMaxGroups));
    each_digit(bits, [&](unsigned shift, unsigned width) {
      scatter(rows_, spare_.data(), shift, width);
      rows_.swap(spare_);
    });
  }

 private:
  static constexpr unsigned kMaxBits = 10;

  /// Calls `pass(shift, width)`, lowest digits first; how many there are.
  template <class Pass>
  static unsigned each_digit(unsigned bits, Pass pass) {
    const unsigned passes = (bits + kMaxBits - 1) / kMaxBits;
    for (unsigned number = 0, shift = 0; number < passes; ++number) {
      const unsigned width = (bits - shift + passes - number - 1) / (passes - number);
      pass(shift, width);
      shift += width;
    }
    return passes;
  }

  static void scatter(std::span<const Coded> from, Coded* to, unsigned shift, unsigned width) {
    const std::uint32_t mask = (1u << width) - 1;
    std::array<std::uint32_t, 1u << kMaxBits> next{};
    for (const Coded& c : from) ++next[c.code >> shift & mask];
    std::uint32_t start = 0;
    for (std::uint32_t& n : next) start += std::exchange(n, start);
    for (const Coded& c : from) to[next[c.code >> shift & mask]++] = c;
  }

  void sort_in_parts(unsigned bits, unsigned parts) {
    const auto groups = groups_.split(std::span<const Coded>(rows_), spare_.data(), parts,
                                      [](const Coded& c) { return c.code; });
    rows_.swap(spare_);
    unsigned passes = 0;
    for_each_part(parts, [&](unsigned part) {
      const std::size_t begin = groups[part], size = groups[part + 1] - begin;
      Coded *from = rows_.data() + begin, *to = spare_.data() + begin;
      const unsigned done = each_digit(bits, [&](unsigned shift, unsigned width) {
        scatter({from, size}, to, shift, width);
        std::swap(from, to);
      });
      if (part == 0) passes = done;
    });
    if (passes % 2 == 1) rows_.swap(spare_);
  }

  std::vector<Coded> rows_, spare_;
  SharedSort groups_;
};

/// Copies the boxes of `from[run]` that overlap `box` to `to`, from position `at` on, in their
/// order. Returns how many. `to` needs room for all of the run; it may be `from`, behind the run.
std::uint32_t keep_overlapping(const BoxColumns& from, Run run, const Aabb& box, BoxColumns& to,
                               std::uint32_t at);

/// The same, added behind `kept`, a run of `to`. Returns what is left of the run when room ends.
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

/// Emits what overlaps between boxes `left` of `a` and boxes `right` of `b`.
void join_across(const BoxColumns& a, Run left, const BoxColumns& b, Run right, PairWriter& out);

/// Emits what overlaps among the boxes of one run.
void join_within(const BoxColumns& boxes, Run run, PairWriter& out);

// The nodes of trees whose subtrees are runs of rows, and the walk that answers a query.

/// A node of a tree that is rebuilt each frame. Its rows lie side by side: [begin, own_end) are
/// its own, [own_end, end) belong to its children, in their order; the children of a node follow
/// each other in the array of nodes, behind the node.
struct Subtree {
  Aabb bounds;  ///< of all its rows, exact
  std::uint32_t begin = 0, own_end = 0, end = 0;
  std::uint32_t first_child = 0;
  std::uint16_t children = 0, depth = 0;
};

/// Nodes that may wait at a time: at each of d levels at most three siblings of a node of depth d.
inline constexpr std::size_t kMaxWaiting = 3 * 64 + 4;

/// Appends the sprites of the tree that overlap `box`, many at a time; of the nodes only those are
/// looked into whose bounds do. Allocates nothing but room in `out`.
void find_in_subtrees(const BoxColumns& rows, std::span<const Subtree> nodes, const Aabb& box,
                      Sink<SpriteId>& out);
/// The same for what the band may meet.
void find_in_subtrees(const BoxColumns& rows, std::span<const Subtree> nodes,
                      const SegmentBand& band, Sink<SpriteId>& out);

// The cells of a quadtree, the code of the deepest one that holds a box, and the order of points.

/// The field cut into 2^levels columns and rows, the smallest cells there are. A position becomes a
/// number of columns; rounding keeps the order of positions, and no more is asked of it.
class QuadCells {
 public:
  // A box's code: place of its cell on the curve, then the cell's level.
  static constexpr unsigned kLevelBits = 4;
  static constexpr std::uint32_t kLevelMask = (1u << kLevelBits) - 1;

  // What turns positions into columns and rows.
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

  /// The square of `size` cells a side at a column and row.
  Aabb square(std::uint32_t x, std::uint32_t y, std::uint32_t size) const {
    const auto edge = [&](double origin, double length, std::uint32_t at) {
      return static_cast<float>(origin + length * at / count());
    };
    return {{edge(origin_x, width_, x), edge(origin_y, height_, y)},
            {edge(origin_x, width_, x + size), edge(origin_y, height_, y + size)}};
  }

  /// Of the smallest cell that a point lies in, on the curve through all of them.
  std::uint32_t place_of(Vec2 p) const { return z_order(cell(column(p.x)), cell(row(p.y))); }

  /// Columns differ first in the bit that says how large a cell must be to hold both.
  std::uint32_t tight_code(const Aabb& box) const {
    const std::uint32_t x = cell(column(box.min.x)), y = cell(row(box.min.y));
    const std::uint32_t end_x = cell_of_end(column(box.max.x), x);
    const std::uint32_t end_y = cell_of_end(row(box.max.y), y);
    return code_of(x, y, static_cast<unsigned>(std::bit_width((x ^ end_x) | (y ^ end_y))));
  }

  /// Loose cells nest as their cells do: the smallest that holds a box is the deepest.
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
  /// The cell that begins at or before a position.
  std::uint32_t cell(double at) const { return std::min(static_cast<std::uint32_t>(at), last()); }
  /// The same for an upper edge, which may lie on the end of its cell; `low` is its lower edge's.
  std::uint32_t cell_of_end(double at, std::uint32_t low) const {
    const auto whole = static_cast<std::uint32_t>(at);
    return std::min(whole - (whole > low && static_cast<double>(whole) == at), last());
  }
  /// Of the cell 2^up columns wide that holds a column and row.
  std::uint32_t code_of(std::uint32_t x, std::uint32_t y, unsigned up) const {
    return z_order(x >> up << up, y >> up << up) << kLevelBits | (levels - up);
  }

  double width_ = 0, height_ = 0;
};

/// Writes the `tight_code` of each box of the run with its number, several at once, to `to[k]`.
void code_tightly(std::span<const Aabb> boxes, Run run, const QuadCells& cells, Coded* to);

}  // namespace phasebox
