// SPDX-License-Identifier: MIT
// Quadtree: boxes in the deepest square of a four-way division that contains them (R. Finkel, J.
// Bentley, "Quad Trees", 1974; `max-objects` as in Timo Hausmann's quadtree-js).
#include <optional>

#include "collide/broadphase/tree/node_trees.hpp"

namespace phasebox {

struct QuadtreeParams {
  std::uint32_t max_objects = 10;
  std::uint32_t max_levels = 8;
  float looseness = 1;
};

/// A quadtree over the bounds of some boxes, built at once. The deepest cell that may hold a box
/// does not depend on the other boxes, so boxes are not moved down level by level. Every box gets
/// the place of the deepest cell that may hold it on the curve through all cells, on which larger
/// cells come before the smaller ones in them. One radix sort by that place puts the boxes of every
/// node side by side, its own before its children's. Nodes are then cut out of the sorted row, top
/// down.
///
/// Only non-empty quadrants become nodes. Where only one quadrant would, and no box stays, the node
/// shrinks to the deepest cell that still holds all of its boxes. A node is not divided when it has
/// at most `max-objects` boxes, when no box would move out of it (identical boxes), at
/// `max-levels`, and when there are as many nodes as memory is reserved for.
class QuadNodes : public LevelTree {
 public:
  using Rules = QuadtreeParams;
  static constexpr std::size_t kFanout = 4, kMaxDepth = 12;

  /// Makes room for n boxes; allocates when that is more than ever.
  void reserve(std::size_t n) {
    reserve_nodes(n);
    order_.reserve(n);
  }
  /// Replaces the tree by one over these boxes of sprites `ids`; without ids sprite k has box k.
  /// Uses as many threads as there are parts; the tree does not depend on their number. O(n).
  void build(std::span<const Aabb> boxes, std::span<const SpriteId> ids, const Rules& rules,
             unsigned parts) {
    rules_ = rules;
    clear(boxes.size());
    order_.resize(boxes.size());
    if (boxes.empty()) return;
    place_boxes(boxes, parts);
    for_each_run(rows_.size(), parts, [&](Run run) { gather(boxes, ids, run); });
    grow(parts, kFanout, kWorthParts, [&](std::size_t node, auto& to) { divide(node, to); });
    fit_all(parts);
  }

  /// Logs the nodes and their boxes, each node followed by all below it. The root has number
  /// `first`.
  template <class T>
  void trace(std::uint32_t first, T& log) const {
    if (!nodes_.empty()) trace_node(0, first, log);
  }

  /// Returns the number of boxes in all nodes whose cells overlap or contain `box`.
  std::uint64_t retrieved(const Aabb& box) const {
    return nodes_.empty() ? 0 : retrieved_below(0, box);
  }

 private:
  static constexpr unsigned kLevelBits = QuadCells::kLevelBits;
  static constexpr std::uint32_t kLevelMask = QuadCells::kLevelMask;
  static constexpr std::uint32_t kRootCode = 0;  // code of the root: the first place, level 0
  static_assert(kMaxDepth <= kLevelMask && 2 * kMaxDepth + kLevelBits <= 32);

  /// The number of nodes from which on several threads divide a level: fewer are divided in less
  /// time than it takes to wake a thread.
  static constexpr std::size_t kWorthParts = 256;

  /// Returns the field of the tree, the area of the root's cell: the bounds of all boxes, or of
  /// nearly all where the others are so far away that these would share few cells. It uses the
  /// smaller of two samples, as one of them may contain a box that is far away.
  static Aabb field_of(std::span<const Aabb> boxes, const Aabb& bounds) {
    constexpr std::size_t kSamples = 32;
    constexpr float kFar = 8;
    const auto sampled = [&](std::size_t first) {
      Aabb all = boxes[first];
      for (std::size_t k = 0; k < kSamples; ++k)
        all = united(all, boxes[(first + k * boxes.size() / kSamples) % boxes.size()]);
      return all;
    };
    const auto side = [](const Aabb& box) { return size_of({box.min * 0.5f, box.max * 0.5f}); };
    const Aabb one = sampled(0), other = sampled(boxes.size() / (2 * kSamples));
    const Aabb& less = side(one) < side(other) ? one : other;
    // The margins differ: with equal ones a row of boxes would lie on a border of cells.
    const float more = side(less);
    const Aabb near{less.min - Vec2{more, more} * 0.3f, less.max + Vec2{more, more} * 0.7f};
    return side(bounds) <= kFar * side(near) ? bounds : near;
  }

  /// Chooses the cells, gives every box the code of its cell (QuadCells), and sorts by the codes.
  void place_boxes(std::span<const Aabb> boxes, unsigned parts) {
    levels_ = rules_.max_levels;
    const Aabb bounds = bounds_of(boxes), field = field_of(boxes, bounds);
    cells_ = QuadCells(field, levels_);
    std::vector<Coded>& rows = order_.rows();
    const bool are_all_in = field == bounds, is_tight = rules_.looseness <= 1;
    const auto code = [&](const Aabb& box) {
      if (!are_all_in && !contains(field, box)) return kRootCode;
      return is_tight ? cells_.tight_code(box) : cells_.loose_code(box, rules_.looseness);
    };
    for_each_run(rows_.size(), parts, [&](Run run) {
      if (!is_tight || !are_all_in)
        for (SpriteId i = run.begin; i < run.end; ++i) rows[i] = {code(boxes[i]), i};
      else
        code_tightly(boxes, run, cells_, rows.data());
    });
    order_.sort(2 * levels_ + kLevelBits, parts);
  }

  void gather(std::span<const Aabb> boxes, std::span<const SpriteId> ids, Run run) {
    rows_.gather(boxes, run, [&](std::uint32_t at) { return order_.rows()[at].id; });
    if (ids.empty()) return;
    for (std::uint32_t at = run.begin; at < run.end; ++at) rows_.id[at] = ids[rows_.id[at]];
  }

  std::span<const Coded> rows_of_order() const { return order_.rows(); }
  std::uint32_t level_of(std::uint32_t at) const { return order_.rows()[at].code & kLevelMask; }
  std::uint32_t place_of(std::uint32_t at) const { return order_.rows()[at].code >> kLevelBits; }

  /// Returns the deepest level at which one cell holds the rows [begin, end). Boxes whose own cell
  /// is that one come first, so the level of the first row is a limit.
  std::uint32_t common_level(std::uint32_t begin, std::uint32_t end) const {
    const auto bits = static_cast<unsigned>(std::bit_width(place_of(begin) ^ place_of(end - 1)));
    return std::min(levels_ - (bits + 1) / 2, level_of(begin));
  }

  void divide(std::size_t number, std::vector<Subtree>& to) {
    Subtree& node = nodes_[number];
    if (node.end - node.begin <= rules_.max_objects) return;
    node.depth = static_cast<std::uint16_t>(common_level(node.begin, node.end));
    if (!has_room(kFanout)) return;
    if (level_of(node.end - 1) > node.depth) make_children(node, to);  // else no box would move
  }

  /// The number of a node's boxes that stay in it, then the numbers that go to each quadrant.
  using Parts = std::array<std::uint32_t, 5>;

  /// Appends the children of a node to `to`. The pool has been reserved, so the reference to `node`
  /// stays valid.
  void make_children(Subtree& node, std::vector<Subtree>& to) const {
    constexpr std::uint32_t kFew = 128;
    const Parts parts = node.end - node.begin <= kFew ? counted_parts(node) : searched_parts(node);
    node.own_end = node.begin + parts[0];
    node.first_child = count(to.size());
    std::uint32_t begin = node.own_end;
    for (std::size_t part = 1; part < parts.size(); ++part) {
      if (parts[part] == 0) continue;
      add_node(to, {begin, begin + parts[part]}, node.depth + 1u);
      begin += parts[part];
      ++node.children;
    }
  }

  /// Returns the position of the two bits of a code that tell in which quadrant of a node it lies.
  unsigned quadrant_shift(const Subtree& node) const {
    return kLevelBits + 2 * (levels_ - node.depth - 1);
  }

  /// Counts the parts of a node with few rows, for which a search would be one unpredictable branch
  /// after the other.
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

  /// Finds the parts of a node with many rows; those of the quadrants by binary search.
  Parts searched_parts(const Subtree& node) const {
    const unsigned shift = quadrant_shift(node);
    Parts parts{};
    std::uint32_t begin = node.begin;
    while (level_of(begin) == node.depth) {
      ++begin;
      ++parts[0];
    }
    for (std::uint32_t quadrant = 0; quadrant < 4; ++quadrant) {
      const auto rest = rows_of_order().subspan(begin, node.end - begin);
      const auto end = std::ranges::partition_point(
          rest, [&](Coded c) { return (c.code >> shift & 3) == quadrant; });
      parts[quadrant + 1] = count(static_cast<std::size_t>(end - rest.begin()));
      begin += parts[quadrant + 1];
    }
    return parts;
  }

  /// Returns the area of a node, px: its cell, widened by the looseness and by the bounds of its
  /// boxes, which rounding may have left outside.
  Aabb cell_of(const Subtree& node) const {
    const unsigned up = levels_ - node.depth;
    const std::uint32_t place = place_of(node.begin) >> 2 * up << 2 * up;
    const Aabb cell = cells_.square(even_bits(place), even_bits(place >> 1), 1u << up);
    const Vec2 beyond = (cell.max * 0.5f - cell.min * 0.5f) * (rules_.looseness - 1);
    const Aabb loose{cell.min - beyond, cell.max + beyond};
    return united(is_valid(loose) ? loose : cell, node.bounds);
  }

  template <class T>
  void trace_node(std::uint32_t number, std::uint32_t first, T& log) const {
    const Subtree& node = nodes_[number];
    trace_subtree(node, first + number, cell_of(node), rows_, log);
    for (std::uint32_t k = 0; k < node.children; ++k) trace_node(node.first_child + k, first, log);
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

  Rules rules_;
  unsigned levels_ = 0;
  QuadCells cells_;
  CodeOrder order_;  // the numbers of the boxes as given, sorted by code: the order of the rows
};

namespace {

constexpr auto kMaxLevels = static_cast<std::uint32_t>(QuadNodes::kMaxDepth);

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

/// In each frame the tree is rebuilt over the bounds of all boxes, or of nearly all where some are
/// far away; the root keeps those. A node with more than `max-objects` boxes gives each to the
/// quadrant of its center, if the (loose) cell of that quadrant contains it, and keeps the rest.
/// Every box is stored once.
///
/// The tree is built by QuadNodes; the pairs are found by SubtreeJoin. The cell of a box decides
/// only how much is compared, never the answer: nodes are pruned by the exact bounds of their
/// boxes.
///
/// Static sprites have a tree of their own, kept until one of them changes: see SplitTreesOf.
///
/// Cost: build O(n); pairs O(n * levels + k) for small, spread boxes; worst case n(n-1)/2 when no
/// box fits a quadrant, as when all lie across the center lines. Query O(levels + k) for small
/// boxes. Large frames are built and searched on several threads. Keeps between frames: the tree of
/// the static sprites; its memory, some 100 bytes per sprite, 240 where some are static. Source: R.
/// A. Finkel and J. L. Bentley, "Quad Trees: A Data Structure for Retrieval on Composite Keys",
/// 1974; boxes in inner nodes: G. Kedem, "The Quad-CIF Tree", 1982; in sorted order: I. Gargantini,
/// "An Effective Way to Represent Quadtrees", 1982; looseness: T. Ulrich, "Loose Octrees", Game
/// Programming Gems, 2000, 4.11; `max-objects`: quadtree-js by Timo Hausmann, shown in the HT for
/// Web demo of QuadTree collision detection.
class Quadtree final : public SplitTreesOf<Quadtree, QuadNodes, kQuadtreeRows> {
 public:
  template <class T>
  void run(const Frame& f, PairSink& out, T& trace) {
    build(f);
    retrieved_ = {};
    if constexpr (T::on)
      if (node_count() > 0) {
        trace_nodes(trace);
        retrieved_ = count_retrieved(f);
        trace.add(Measure::retrieved, retrieved_->sum);
      }
    join(f, out, trace);
  }

  void remark(const Frame& f, std::vector<Remark>& out) const override {
    if (f.size() < 2) return;
    const auto n = static_cast<double>(f.size());
    out.push_back({false, comparisons_text(f) + "."});
    if (retrieved_)
      out.push_back(
          {false,
           {"A query with each box retrieves {} objects, {} to {}, from the nodes that it reaches.",
            {rounded(static_cast<double>(retrieved_->sum) / n, 1), grouped(retrieved_->least),
             grouped(retrieved_->most)}}});
    remark_statics(out);
  }

 private:
  /// The numbers of objects that queries with all boxes retrieve: in all, and at least and at most
  /// in one query.
  struct Retrieved {
    std::uint64_t sum, least, most;
  };

  /// Counts the objects that a query with each box retrieves: all in nodes whose cells the box
  /// reaches, without the object itself. No version of quadtree-js counts just these: 1.1 retrieves
  /// all four subtrees where a box meets a line, and 1.2 stores objects in leaves alone.
  Retrieved count_retrieved(const Frame& f) const {
    Retrieved all{0, std::numeric_limits<std::uint64_t>::max(), 0};
    for (const Aabb& box : f.boxes) {
      if (is_stopped(f)) break;
      const std::uint64_t stored = of_static().retrieved(box) + of_moving().retrieved(box);
      const std::uint64_t n = std::max<std::uint64_t>(stored, 1) - 1;
      all = {all.sum + n, std::min(all.least, n), std::max(all.most, n)};
    }
    return all;
  }

  std::optional<Retrieved> retrieved_;  // set if the last frame was traced
};

constexpr auto kCode = std::to_array<CodeLine>({
    {"a node holds too many sprites", EventKind::enter},
    {"  divide it into four, but for empty quarters", EventKind::split},
    {"a node keeps what no quarter can hold", EventKind::node},
    {"  a sprite that is stored there", EventKind::member},
    {"walk down the tree, node by node", EventKind::visit},
    {"  compare its sprites, also with those above", EventKind::test | EventKind::skip},
    {"    they overlap: a candidate pair", EventKind::hit},
    kSmallFrameLine,
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
    make_broadphase<Quadtree, SmallFrame>,
    {.code = kCode, .part = "node", .limit = "max-objects", .counted = "node"},
    false,
    4};

}  // namespace phasebox
