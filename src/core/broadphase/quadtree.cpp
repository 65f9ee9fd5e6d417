// SPDX-License-Identifier: MIT
// Quadtree: boxes in the deepest square of a four-way division that contains them (R. Finkel, J.
// Bentley, "Quad Trees", 1974; defaults of T. Chaplin's quadtree-js).
#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/broadphase/box_rows.hpp"
#include "core/broadphase/broadphase.hpp"
#include "core/broadphase/code_order.hpp"
#include "core/broadphase/subtree_join.hpp"
#include "core/broadphase/wording.hpp"

namespace phasebox {
namespace {

struct QuadtreeParams {
  std::uint32_t max_objects = 10;
  std::uint32_t max_levels = 8;
  float looseness = 1;
};

constexpr std::uint32_t kMostLevels = 12;

constexpr std::array kQuadtreeRows{
    param<&QuadtreeParams::max_objects>("max-objects", 1, 100, "sprites",
                                        "A node with more sprites than this is divided."),
    param<&QuadtreeParams::max_levels>("max-levels", 1, kMostLevels, "",
                                       "Divisions between the root and the smallest node "
                                       "(quadtree-js: 4)."),
    param<&QuadtreeParams::looseness>(
        "looseness", 1, 2, "",
        "How far a node reaches beyond its cell: 1 is the cell itself, "
        "2 twice its width and height, so that boxes on a border sink "
        "deeper."),
};

/// The field cut into 2^levels columns and rows, the smallest cells there are. A position becomes a
/// number of columns; rounding keeps the order of positions, and no more is asked of it.
class CellGrid {
 public:
  CellGrid() = default;
  CellGrid(const Aabb& field, unsigned levels)
      : cells_(1u << levels),
        origin_x_(static_cast<double>(field.min.x)),
        origin_y_(static_cast<double>(field.min.y)) {
    width_ = static_cast<double>(field.max.x) - origin_x_;
    height_ = static_cast<double>(field.max.y) - origin_y_;
    if (width_ > 0) per_x_ = cells_ / width_;
    if (height_ > 0) per_y_ = cells_ / height_;
  }

  double column(float x) const { return (static_cast<double>(x) - origin_x_) * per_x_; }
  double row(float y) const { return (static_cast<double>(y) - origin_y_) * per_y_; }
  /// The cell that begins at or before a position.
  std::uint32_t cell(double at) const { return std::min(static_cast<std::uint32_t>(at), last()); }
  /// The same for an upper edge, which may lie on the end of its cell; `low` is its lower edge's.
  std::uint32_t cell_of_end(double at, std::uint32_t low) const {
    const auto whole = static_cast<std::uint32_t>(at);
    return std::min(whole - (whole > low && static_cast<double>(whole) == at), last());
  }
  /// The square of `size` cells a side at a column and row.
  Aabb square(std::uint32_t x, std::uint32_t y, std::uint32_t size) const {
    const auto edge = [&](double origin, double length, std::uint32_t at) {
      return static_cast<float>(origin + length * at / cells_);
    };
    return {{edge(origin_x_, width_, x), edge(origin_y_, height_, y)},
            {edge(origin_x_, width_, x + size), edge(origin_y_, height_, y + size)}};
  }

 private:
  std::uint32_t last() const { return cells_ - 1; }

  std::uint32_t cells_ = 1;
  double origin_x_ = 0, origin_y_ = 0, width_ = 0, height_ = 0, per_x_ = 0, per_y_ = 0;
};

/// Each frame the tree is built anew over the bounds of all boxes, so none lies outside. A node
/// with more than `max-objects` boxes gives each to the quadrant of its centre, if that one's
/// (loose) cell contains it, and keeps the rest. Every box is stored once.
///
/// Each box's node can be told without the others, so the tree is not grown level by level: every
/// box gets the place of the deepest cell that may hold it on the curve through all cells, larger
/// cells before the smaller ones in them; one radix sort by that puts the boxes of every node side
/// by side, its own before its children's. Nodes are then cut out of the sorted row, top down.
/// Pairs: see SubtreeJoin. Which cell a box is in decides only how much is compared, never the
/// answer: nodes are pruned by the exact bounds of what is in them.
///
/// Only non-empty quadrants become nodes, and where only one quadrant would, and nothing stays, the
/// node shrinks to the deepest cell that still holds all of its boxes. A node is not divided when
/// no box would move out of it (identical boxes), at `max-levels`, and when the pool of n + 64
/// nodes is used up, which costs time but no answer.
///
/// Cost: build O(n); pairs O(n * levels + k) for small, spread boxes; worst case n(n-1)/2 when no
/// box fits a quadrant, as when all lie across the centre lines. Query O(levels + k) likewise.
/// Keeps between frames: only its memory, some 100 bytes per sprite. Source: R. A. Finkel and J. L.
/// Bentley, "Quad Trees: A Data Structure for Retrieval on Composite Keys", 1974; boxes in inner
/// nodes: G. Kedem, "The Quad-CIF Tree", 1982; in sorted order: I. Gargantini, "An Effective Way to
/// Represent Quadtrees", 1982; looseness: T. Ulrich, "Loose Octrees", Game Programming Gems, 2000,
/// 4.11; defaults: T. Chaplin, quadtree-js.
class Quadtree final : public BroadphaseOf<Quadtree, QuadtreeParams, kQuadtreeRows> {
 public:
  void reset(const Frame& f) override {
    reserve(f.size());
    nodes_.clear();
  }

  template <class T>
  void run(const Frame& f, PairSink& out, T& trace) {
    build(f);
    if constexpr (T::on) trace_nodes(trace);
    join_.run(f, rows_, nodes_, out, trace);
  }

  void find_near([[maybe_unused]] const Frame& f, const Aabb& box, Sink<SpriteId>& out,
                 Recorder* log) override {
    assert(order_.rows().size() == f.size() && "find_near comes after find_pairs of the frame");
    find_in_tree<4, kMostLevels>(rows_, nodes_, box, out, log);
  }

  void remark(const Frame& f, std::vector<Remark>& out) const override {
    if (f.size() < 2) return;
    const auto n = static_cast<double>(f.size());
    out.push_back({false, rounded(static_cast<double>(join_.comparisons()) / n, 1) +
                              " comparisons per sprite instead of " + rounded((n - 1) / 2, 1) +
                              ", in " + counted(nodes_.size(), "node") + "."});
  }

 private:
  // A box's code: place of its cell on the curve, then the cell's level.
  static constexpr unsigned kLevelBits = 4;
  static constexpr std::uint32_t kLevelMask = (1u << kLevelBits) - 1;
  static_assert(kMostLevels <= kLevelMask && 2 * kMostLevels + kLevelBits <= 32);

  static std::size_t pool_size(std::size_t n) { return n + 64; }
  void reserve(std::size_t n) {
    nodes_.reserve(pool_size(n));
    rows_.resize(n), order_.resize(n), join_.reserve(n);
  }

  void build(const Frame& f) {
    reserve(f.size());
    nodes_.clear();
    if (f.size() == 0) return;
    place_boxes(f);
    for (std::size_t at = 0; at < f.size(); ++at) {
      const SpriteId id = order_.rows()[at].id;
      rows_.set(at, f.boxes[id], id);
    }
    add_node(0, count(f.size()), 0);
    for (std::size_t node = 0; node < nodes_.size(); ++node) divide(node);  // grows meanwhile
    for (std::size_t node = nodes_.size(); node-- > 0;) fit(nodes_, node, rows_);
  }

  void place_boxes(const Frame& f) {
    Aabb field = f.boxes[0];
    for (const Aabb& box : f.boxes) field = united(field, box);
    levels_ = p_.max_levels;
    grid_ = CellGrid(field, levels_);
    std::vector<Coded>& rows = order_.rows();
    if (p_.looseness > 1)
      for (SpriteId i = 0; i < f.size(); ++i) rows[i] = {loose_code(f.boxes[i]), i};
    else
      for (SpriteId i = 0; i < f.size(); ++i) rows[i] = {tight_code(f.boxes[i]), i};
    order_.sort(2 * levels_ + kLevelBits);
  }

  /// Of the cell 2^up columns wide that holds a column and row.
  std::uint32_t code_of(std::uint32_t x, std::uint32_t y, unsigned up) const {
    return z_order(x >> up << up, y >> up << up) << kLevelBits | (levels_ - up);
  }

  /// Columns differ first in the bit that says how large a cell must be to hold both.
  std::uint32_t tight_code(const Aabb& box) const {
    const std::uint32_t x = grid_.cell(grid_.column(box.min.x));
    const std::uint32_t y = grid_.cell(grid_.row(box.min.y));
    const std::uint32_t end_x = grid_.cell_of_end(grid_.column(box.max.x), x);
    const std::uint32_t end_y = grid_.cell_of_end(grid_.row(box.max.y), y);
    return code_of(x, y, static_cast<unsigned>(std::bit_width((x ^ end_x) | (y ^ end_y))));
  }

  /// Loose cells nest as their cells do, so the first one that holds the box, from the smallest up,
  /// is the deepest.
  std::uint32_t loose_code(const Aabb& box) const {
    const double x = grid_.column(box.min.x), y = grid_.row(box.min.y);
    const double end_x = grid_.column(box.max.x), end_y = grid_.row(box.max.y);
    const std::uint32_t at_x = grid_.cell(0.5 * (x + end_x)), at_y = grid_.cell(0.5 * (y + end_y));
    const auto is_within = [&](double low, double high, std::uint32_t at, unsigned up) {
      const double width = 1u << up, margin = 0.5 * (static_cast<double>(p_.looseness) - 1) * width;
      const double begin = at >> up << up;
      return begin - margin <= low && high <= begin + width + margin;
    };
    unsigned up = 0;
    while (up < levels_ && !(is_within(x, end_x, at_x, up) && is_within(y, end_y, at_y, up))) ++up;
    return code_of(at_x, at_y, up);
  }

  void add_node(std::uint32_t begin, std::uint32_t end, std::uint16_t depth) {
    nodes_.push_back({.bounds = {}, .begin = begin, .own_end = end, .end = end, .depth = depth});
  }

  std::uint32_t level_of(std::uint32_t at) const { return order_.rows()[at].code & kLevelMask; }
  std::uint32_t place_of(std::uint32_t at) const { return order_.rows()[at].code >> kLevelBits; }

  /// The deepest level where one cell holds rows [begin, end). A box that lies no deeper comes
  /// first.
  std::uint32_t common_level(std::uint32_t begin, std::uint32_t end) const {
    const auto bits = static_cast<unsigned>(std::bit_width(place_of(begin) ^ place_of(end - 1)));
    return std::min(levels_ - (bits + 1) / 2, level_of(begin));
  }

  void divide(std::size_t number) {
    Subtree& node = nodes_[number];
    if (node.end - node.begin <= p_.max_objects) return;
    node.depth = static_cast<std::uint16_t>(common_level(node.begin, node.end));
    if (nodes_.size() + 4 > pool_size(order_.rows().size())) return;
    std::uint32_t own_end = node.begin;
    while (own_end < node.end && level_of(own_end) == node.depth) ++own_end;
    if (own_end < node.end) make_children(node, own_end);
  }

  /// The pool has been reserved, so `node` stays where it is.
  void make_children(Subtree& node, std::uint32_t own_end) {
    node.own_end = own_end;
    node.first_child = count(nodes_.size());
    const unsigned shift = 2 * (levels_ - node.depth - 1);
    for (std::uint32_t begin = own_end; begin < node.end; ++node.children) {
      const std::uint32_t quadrant = place_of(begin) >> shift;
      const auto rows = std::span(order_.rows()).subspan(begin, node.end - begin);
      const auto end = std::ranges::partition_point(
          rows, [&](Coded c) { return c.code >> (kLevelBits + shift) == quadrant; });
      const std::uint32_t size = count(static_cast<std::size_t>(end - rows.begin()));
      add_node(begin, begin + size, static_cast<std::uint16_t>(node.depth + 1));
      begin += size;
    }
  }

  /// The node's square. A tight one is drawn around all it holds, whatever its edges were rounded
  /// to.
  Aabb cell_of(const Subtree& node) const {
    const unsigned up = levels_ - node.depth;
    const std::uint32_t place = place_of(node.begin) >> 2 * up << 2 * up;
    const Aabb cell = grid_.square(even_bits(place), even_bits(place >> 1), 1u << up);
    return p_.looseness > 1 ? cell : united(cell, node.bounds);
  }

  template <class T>
  void trace_nodes(T& trace) const {
    for (std::uint32_t number = 0; number < nodes_.size(); ++number) {
      const Subtree& node = nodes_[number];
      trace.add(
          {Mark::node, Axis::x, node.depth, number, node.own_end - node.begin, cell_of(node)});
      for (std::uint32_t at = node.begin; at < node.own_end; ++at)
        trace.add({Mark::member, Axis::x, node.depth, rows_.id(at), number, rows_.box(at)});
    }
  }

  static std::uint32_t count(std::size_t n) { return static_cast<std::uint32_t>(n); }

  unsigned levels_ = 0;  // of the last build
  CellGrid grid_;
  CodeOrder order_;
  BoxRows rows_;                // in that order
  std::vector<Subtree> nodes_;  // parents before children
  SubtreeJoin join_;
};

}  // namespace

extern const BroadphaseEntry quadtree_entry{
    "quadtree", "Quadtree",
    "Divides the field into four, and again, until few boxes share a cell; each box lies in the "
    "deepest cell that contains it.",
    "R. Finkel and J. Bentley, Quad Trees, 1974; T. Chaplin, quadtree-js",
    make_broadphase<Quadtree>};

}  // namespace phasebox
