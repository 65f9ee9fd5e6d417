// SPDX-License-Identifier: MIT
// Quadtree: boxes in the deepest square of a four-way division that contains them (R. Finkel, J.
// Bentley, "Quad Trees", 1974; defaults of Timo Hausmann's quadtree-js).
#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/number_format.hpp"
#include "collide/broadphase.hpp"
#include "collide/broadphase/kernels/box_extremes.hpp"
#include "collide/broadphase/tree/code_order.hpp"
#include "collide/broadphase/tree/quad_cells.hpp"
#include "collide/broadphase/tree/subtree_join.hpp"

namespace phasebox {
namespace {

struct QuadtreeParams {
  std::uint32_t max_objects = 10;
  std::uint32_t max_levels = 8;
  float looseness = 1;
};

constexpr std::uint32_t kMaxLevels = 12;

constexpr std::array kQuadtreeRows{
    param<&QuadtreeParams::max_objects>("max-objects", 1, 100, "sprites",
                                        "A node with more sprites than this is divided.")
        .tuned(2, 64),
    param<&QuadtreeParams::max_levels>("max-levels", 1, kMaxLevels, "",
                                       "Divisions between the root and the smallest node "
                                       "(quadtree-js: 4).")
        .tuned(4, kMaxLevels, TuneRange::Scale::linear),
    param<&QuadtreeParams::looseness>(
        "looseness", 1, 2, "",
        "How far a node reaches beyond its cell: 1 is the cell itself, "
        "2 twice its width and height, so that boxes on a border sink "
        "deeper.")
        .tuned(1, 2, TuneRange::Scale::linear),
};

/// Each frame the tree is rebuilt over the bounds of all boxes, so none lies outside. A node
/// with more than `max-objects` boxes gives each to the quadrant of its center, if that one's
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
/// box fits a quadrant, as when all lie across the center lines. Query O(levels + k) likewise.
/// Keeps between frames: only its memory, some 100 bytes per sprite. Source: R. A. Finkel and J. L.
/// Bentley, "Quad Trees: A Data Structure for Retrieval on Composite Keys", 1974; boxes in inner
/// nodes: G. Kedem, "The Quad-CIF Tree", 1982; in sorted order: I. Gargantini, "An Effective Way to
/// Represent Quadtrees", 1982; looseness: T. Ulrich, "Loose Octrees", Game Programming Gems, 2000,
/// 4.11; defaults: quadtree-js by Timo Hausmann,
/// shown in the HT for Web demo of QuadTree collision detection.
class Quadtree final : public BroadphaseOf<Quadtree, QuadtreeParams, kQuadtreeRows> {
 public:
  void reset(const Frame& f) override {
    reserve(f.size());
    nodes_.clear();
  }

  template <class T>
  void run(const Frame& f, PairSink& out, T& trace) {
    build(f);
    retrieved_ = {};
    if constexpr (T::on)
      if (!nodes_.empty()) {
        trace_node(0, trace);
        retrieved_ = count_retrieved(f);
        trace.add(Measure::retrieved, retrieved_->sum);
      }
    join_.run(f, rows_, nodes_, out, trace);
  }

  void query([[maybe_unused]] const Frame& f, const Aabb& box, Sink<SpriteId>& out,
             Recorder* log) override {
    assert(order_.rows().size() == f.size() && "query comes after find_pairs of the frame");
    find_in_tree<4, kMaxLevels>(rows_, nodes_, box, out, log);
  }

  void remark(const Frame& f, std::vector<Remark>& out) const override {
    if (f.size() < 2) return;
    const auto n = static_cast<double>(f.size());
    out.push_back({false, rounded(static_cast<double>(join_.comparisons()) / n, 1) +
                              " comparisons per sprite instead of " + rounded((n - 1) / 2, 1) +
                              ", in " + counted(nodes_.size(), "node") + "."});
    if (retrieved_)
      out.push_back({false, "A query with each object's box retrieves " +
                                rounded(static_cast<double>(retrieved_->sum) / n, 1) +
                                " objects on average, " + grouped(retrieved_->least) + " to " +
                                grouped(retrieved_->most) + " (quadtree-js counts these)."});
  }

 private:
  static constexpr unsigned kLevelBits = QuadCells::kLevelBits;
  static constexpr std::uint32_t kLevelMask = QuadCells::kLevelMask;
  /// Objects that queries with all boxes retrieve: together, and the extremes of one query.
  struct Retrieved {
    std::uint64_t sum, least, most;
  };
  static_assert(kMaxLevels <= kLevelMask && 2 * kMaxLevels + kLevelBits <= 32);

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
    rows_.gather(f.boxes, {0, count(f.size())},
                 [&](std::uint32_t at) { return order_.rows()[at].id; });
    add_node(0, count(f.size()), 0);
    for (std::size_t node = 0; node < nodes_.size(); ++node) divide(node);  // grows meanwhile
    for (std::size_t node = nodes_.size(); node-- > 0;) fit(nodes_, node, rows_);
  }

  void place_boxes(const Frame& f) {
    levels_ = p_.max_levels;
    cells_ = QuadCells(extremes_of(f.boxes).bounds, levels_);
    std::vector<Coded>& rows = order_.rows();
    if (p_.looseness > 1)
      for (SpriteId i = 0; i < f.size(); ++i)
        rows[i] = {cells_.loose_code(f.boxes[i], p_.looseness), i};
    else
      code_tightly(f.boxes, cells_, rows.data());
    order_.sort(2 * levels_ + kLevelBits);
  }

  void add_node(std::uint32_t begin, std::uint32_t end, std::uint16_t depth) {
    nodes_.push_back({.bounds = {}, .begin = begin, .own_end = end, .end = end, .depth = depth});
  }

  std::span<const Coded> rows_of_order() const { return order_.rows(); }
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
    if (level_of(node.end - 1) > node.depth) make_children(node);  // else none would move
  }

  /// The rows of a node that stay, then those of each quadrant.
  using Parts = std::array<std::uint32_t, 5>;

  /// The pool has been reserved, so `node` stays where it is.
  void make_children(Subtree& node) {
    constexpr std::uint32_t kFew = 128;
    const Parts parts = node.end - node.begin <= kFew ? counted_parts(node) : searched_parts(node);
    node.own_end = node.begin + parts[0];
    node.first_child = count(nodes_.size());
    std::uint32_t begin = node.own_end;
    for (std::size_t part = 1; part < parts.size(); ++part) {
      if (parts[part] == 0) continue;
      add_node(begin, begin + parts[part], static_cast<std::uint16_t>(node.depth + 1));
      begin += parts[part];
      ++node.children;
    }
  }

  unsigned quadrant_shift(const Subtree& node) const {
    return kLevelBits + 2 * (levels_ - node.depth - 1);
  }

  /// For few rows: a search would be one unpredictable branch after the other.
  Parts counted_parts(const Subtree& node) const {
    constexpr unsigned kWidth = 16;
    const unsigned shift = quadrant_shift(node);
    std::uint32_t own = 0;
    std::uint64_t quadrants = 0;
    for (const Coded c : rows_of_order().subspan(node.begin, node.end - node.begin)) {
      const bool stays = (c.code & kLevelMask) == node.depth;
      own += stays;
      quadrants += std::uint64_t{!stays} << kWidth * (c.code >> shift & 3);
    }
    const auto part = [&](unsigned k) {
      return static_cast<std::uint16_t>(quadrants >> kWidth * k);
    };
    return {own, part(0), part(1), part(2), part(3)};
  }

  Parts searched_parts(const Subtree& node) const {
    const unsigned shift = quadrant_shift(node);
    Parts parts{};
    std::uint32_t begin = node.begin;
    while (level_of(begin) == node.depth) ++begin, ++parts[0];
    for (std::uint32_t quadrant = 0; quadrant < 4; ++quadrant) {
      const auto rest = rows_of_order().subspan(begin, node.end - begin);
      const auto end = std::ranges::partition_point(
          rest, [&](Coded c) { return (c.code >> shift & 3) == quadrant; });
      parts[quadrant + 1] = count(static_cast<std::size_t>(end - rest.begin()));
      begin += parts[quadrant + 1];
    }
    return parts;
  }

  /// The node's square, as far as it reaches where cells are loose; around all that it holds,
  /// whatever its edges were rounded to.
  Aabb cell_of(const Subtree& node) const {
    const unsigned up = levels_ - node.depth;
    const std::uint32_t place = place_of(node.begin) >> 2 * up << 2 * up;
    const Aabb cell = cells_.square(even_bits(place), even_bits(place >> 1), 1u << up);
    const Vec2 beyond = (cell.max * 0.5f - cell.min * 0.5f) * (p_.looseness - 1);
    const Aabb loose{cell.min - beyond, cell.max + beyond};
    return united(is_valid(loose) ? loose : cell, node.bounds);
  }

  /// Parents before children, each with all below it before the next.
  template <class T>
  void trace_node(std::uint32_t number, T& trace) const {
    const Subtree& node = nodes_[number];
    trace_subtree(node, number, cell_of(node), rows_, trace);
    for (std::uint32_t k = 0; k < node.children; ++k) trace_node(node.first_child + k, trace);
  }

  /// As quadtree-js retrieves: all that is stored in nodes whose cells a box reaches, but for the
  /// object itself.
  Retrieved count_retrieved(const Frame& f) const {
    Retrieved all{0, std::numeric_limits<std::uint64_t>::max(), 0};
    for (const Aabb& box : f.boxes) {
      check_limit(f);
      const std::uint64_t n = std::max<std::uint64_t>(retrieved_below(0, box), 1) - 1;
      all = {all.sum + n, std::min(all.least, n), std::max(all.most, n)};
    }
    return all;
  }
  std::uint64_t retrieved_below(std::uint32_t number, const Aabb& box) const {
    const Subtree& node = nodes_[number];
    const Aabb cell = cell_of(node);
    if (!overlaps(cell, box) && !contains(cell, box)) return 0;
    std::uint64_t sum = node.own_end - node.begin;
    for (std::uint32_t k = 0; k < node.children; ++k)
      sum += retrieved_below(node.first_child + k, box);
    return sum;
  }

  static std::uint32_t count(std::size_t n) { return static_cast<std::uint32_t>(n); }

  unsigned levels_ = 0;  // of the last build
  QuadCells cells_;
  CodeOrder order_;
  BoxColumns rows_;             // in that order
  std::vector<Subtree> nodes_;  // parents before children
  SubtreeJoin join_;
  std::optional<Retrieved> retrieved_;  // of the last frame, if it was traced
};

constexpr auto kCode = std::to_array<CodeLine>({
    {"a node holds too many sprites", on(EventKind::enter)},
    {"  divide it into four, but for empty quarters", on(EventKind::split)},
    {"a node keeps what no quarter can hold", on(EventKind::node)},
    {"  a sprite that is stored there", on(EventKind::member)},
    {"walk down the tree, node by node", on(EventKind::visit)},
    {"  compare its sprites, also with those above", on(EventKind::test) | on(EventKind::skip)},
    {"    they overlap: a candidate pair", on(EventKind::hit)},
});

}  // namespace

extern const BroadphaseEntry quadtree_entry{
    "quadtree",
    "Quadtree",
    "Divides the field into four, and again, until few boxes share a cell; each box lies in the "
    "deepest cell that contains it.",
    "R. Finkel and J. Bentley, Quad Trees, 1974, https://doi.org/10.1007/BF00288933; quadtree-js "
    "by "
    "Timo Hausmann, https://github.com/timohausmann/quadtree-js, shown in the HT for Web demo of "
    "QuadTree collision detection",
    make_broadphase<Quadtree>,
    {.code = kCode, .part = "node", .limit = "max-objects", .counted = "node"},
    false,
    4};

}  // namespace phasebox
