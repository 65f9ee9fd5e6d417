// SPDX-License-Identifier: MIT
// Quadtree: boxes in the deepest square of a four-way division that contains them (R. Finkel, J.
// Bentley, "Quad Trees", 1974; defaults of T. Chaplin's quadtree-js).
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/broadphase/broadphase.hpp"

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

/// A box with its sprite; all of a node's lie side by side.
struct Item {
  Aabb box;
  SpriteId id;
};

/// Items of a subtree are contiguous: [begin, own_end) are the node's own, [own_end, end) belong to
/// its children, in their order.
struct Node {
  Aabb cell;
  Aabb bounds;  ///< of all items of the subtree, exact; what traversals prune by
  std::uint32_t begin = 0, own_end = 0, end = 0;
  std::uint32_t first_child = 0;
  std::uint16_t children = 0, depth = 0;
};

/// Quadrant `q` of a cell: bit 0 right, bit 1 lower. Neighbours share `center(cell)`, exactly.
Aabb quadrant(const Aabb& cell, unsigned q) {
  const Vec2 mid = center(cell);
  return {{q & 1 ? mid.x : cell.min.x, q & 2 ? mid.y : cell.min.y},
          {q & 1 ? cell.max.x : mid.x, q & 2 ? cell.max.y : mid.y}};
}

/// The cell, `looseness` times as wide and high. Halved first: stays finite where the width does
/// not.
Aabb loosened(const Aabb& cell, float looseness) {
  const Vec2 margin = (cell.max * 0.5f - cell.min * 0.5f) * (looseness - 1);
  return {cell.min - margin, cell.max + margin};
}

/// Without printf, whose decimal point depends on the locale.
std::string one_decimal(double value) {
  const auto tenths = static_cast<std::uint64_t>(std::floor(value * 10 + 0.5));
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

/// Each frame the tree is built anew over the bounds of all boxes, so none lies outside. A node
/// with more than `max-objects` boxes gives each to the quadrant of its centre, if that one's
/// (loose) cell contains it, and keeps the rest. Every box is stored once.
///
/// Each box is compared with what comes after it in the array of items: the rest of its own node
/// and every later subtree whose bounds it overlaps; hence each pair once. With `looseness` 1 all
/// of these lie below its own node, because the contents of two quadrants can at most touch: left
/// of or at the shared centre, right of or at it. Otherwise the search starts at the root.
///
/// Only non-empty quadrants become nodes. A node is not divided when that would move no box out of
/// it (identical boxes), when its cell has no size (identical points), at `max-levels`, and when
/// the pool of 2n + 64 nodes is used up, which costs time but no answer.
///
/// Cost: build O(n * levels); a box in the tree's typical place is found in O(levels); pairs
/// O(n * levels + k) for small, spread boxes; worst case n(n-1)/2 when no box fits a quadrant, as
/// when all lie across the centre lines. Query O(levels + k) likewise. Keeps between frames: only
/// its memory. Source: R. A. Finkel and J. L. Bentley, "Quad Trees: A Data Structure for Retrieval
/// on Composite Keys", 1974; boxes in inner nodes: G. Kedem, "The Quad-CIF Tree", 1982; looseness:
/// T. Ulrich, "Loose Octrees", Game Programming Gems, 2000, 4.11; defaults: T. Chaplin,
/// quadtree-js.
class Quadtree final : public BroadphaseOf<Quadtree, QuadtreeParams, kQuadtreeRows> {
 public:
  void reset(const Frame& f) override {
    reserve(f.size());
    nodes_.clear();
    comparisons_ = 0;
  }

  template <class T>
  void run(const Frame& f, PairSink& out, T& trace) {
    build(f);
    if constexpr (T::on) trace_nodes(trace);
    comparisons_ = 0;
    for (std::uint32_t node = 0; node < nodes_.size(); ++node)
      for (std::uint32_t at = nodes_[node].begin; at < nodes_[node].own_end; ++at)
        find_later(f, at, p_.looseness > 1 ? 0 : node, out, trace);
  }

  void find_near(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder* log) override {
    assert(items_.size() == f.size() && "find_near comes after find_pairs of the same frame");
    if (f.size() == 0) return;
    Stack stack;
    stack.push(0);
    while (!stack.empty()) {
      const std::uint32_t number = stack.pop();
      const Node& node = nodes_[number];
      if (!overlaps(node.bounds, box)) continue;
      if (log) log->add({Mark::visit, Axis::x, node.depth, number, 0, node.cell});
      for (std::uint32_t at = node.begin; at < node.own_end; ++at)
        if (overlaps(items_[at].box, box)) out.push(items_[at].id);
      push_children(node, stack);
    }
  }

  void remark(const Frame& f, std::vector<Remark>& out) const override {
    if (f.size() < 2) return;
    const auto n = static_cast<double>(f.size());
    out.push_back({false, one_decimal(static_cast<double>(comparisons_) / n) +
                              " comparisons per sprite instead of " + one_decimal((n - 1) / 2) +
                              ", in " + std::to_string(nodes_.size()) +
                              (nodes_.size() == 1 ? " node." : " nodes.")});
  }

 private:
  /// Nodes yet to be looked at, depth first: at most three siblings wait per level.
  class Stack {
   public:
    bool empty() const { return size_ == 0; }
    void push(std::uint32_t node) { nodes_[size_++] = node; }
    std::uint32_t pop() { return nodes_[--size_]; }

   private:
    std::array<std::uint32_t, 3 * kMostLevels + 4> nodes_;
    std::uint32_t size_ = 0;
  };

  static constexpr unsigned kOwn = 4;  // what a node keeps, next to its quadrants 0 to 3

  static std::size_t pool_size(std::size_t n) { return 2 * n + 64; }
  void reserve(std::size_t n) {
    nodes_.reserve(pool_size(n));
    items_.reserve(n), spare_.reserve(n), place_.reserve(n);
  }

  void build(const Frame& f) {
    reserve(f.size());
    nodes_.clear();
    fill_items(f);
    if (items_.empty()) return;
    nodes_.push_back({.cell = bounds_of(0, f.size()), .bounds = {}, .end = count(f.size())});
    for (std::size_t node = 0; node < nodes_.size(); ++node) divide(node);  // grows meanwhile
    for (std::size_t node = nodes_.size(); node-- > 0;) fit(nodes_[node]);
  }

  void fill_items(const Frame& f) {
    items_.resize(f.size()), spare_.resize(f.size()), place_.resize(f.size());
    for (SpriteId i = 0; i < f.size(); ++i) items_[i] = {f.boxes[i], i};
  }

  Aabb bounds_of(std::size_t begin, std::size_t end) const {
    Aabb bounds = items_[begin].box;
    for (std::size_t at = begin + 1; at < end; ++at) bounds = united(bounds, items_[at].box);
    return bounds;
  }

  void divide(std::size_t number) {
    Node& node = nodes_[number];
    node.own_end = node.end;
    if (node.end - node.begin <= p_.max_objects || node.depth >= p_.max_levels) return;
    if (node.cell.min == node.cell.max || nodes_.size() + 4 > pool_size(items_.size())) return;
    std::array<std::uint32_t, 5> counts{};
    place_items(node, counts);
    if (counts[kOwn] == node.end - node.begin) return;
    gather(node, counts);
    make_children(node, counts);
  }

  void place_items(const Node& node, std::array<std::uint32_t, 5>& counts) {
    const Vec2 mid = center(node.cell);
    std::array<Aabb, 4> cells;
    for (unsigned q = 0; q < 4; ++q) cells[q] = loosened(quadrant(node.cell, q), p_.looseness);
    for (std::uint32_t at = node.begin; at < node.end; ++at) {
      const Vec2 c = center(items_[at].box);
      const unsigned q = static_cast<unsigned>(c.x >= mid.x) | static_cast<unsigned>(c.y >= mid.y)
                                                                   << 1;
      const unsigned place = contains(cells[q], items_[at].box) ? q : kOwn;
      place_[at] = static_cast<std::uint8_t>(place);
      ++counts[place];
    }
  }

  /// Brings the items of each part together: own first, then quadrant by quadrant. Stable.
  void gather(const Node& node, const std::array<std::uint32_t, 5>& counts) {
    std::array<std::uint32_t, 5> next{};
    next[kOwn] = node.begin;
    next[0] = node.begin + counts[kOwn];
    for (unsigned q = 1; q < 4; ++q) next[q] = next[q - 1] + counts[q - 1];
    for (std::uint32_t at = node.begin; at < node.end; ++at)
      spare_[next[place_[at]]++] = items_[at];
    for (std::uint32_t at = node.begin; at < node.end; ++at) items_[at] = spare_[at];
  }

  /// The pool has been reserved, so `node` stays where it is.
  void make_children(Node& node, const std::array<std::uint32_t, 5>& counts) {
    node.own_end = node.begin + counts[kOwn];
    node.first_child = count(nodes_.size());
    std::uint32_t begin = node.own_end;
    for (unsigned q = 0; q < 4; begin += counts[q++]) {
      if (counts[q] == 0) continue;
      ++node.children;
      nodes_.push_back({.cell = quadrant(node.cell, q),
                        .bounds = {},
                        .begin = begin,
                        .end = begin + counts[q],
                        .depth = static_cast<std::uint16_t>(node.depth + 1)});
    }
  }

  /// Children come after their parents, so going backwards they are fitted first.
  void fit(Node& node) {
    node.bounds = node.begin < node.own_end ? bounds_of(node.begin, node.own_end)
                                            : nodes_[node.first_child].bounds;
    for (std::uint32_t k = 0; k < node.children; ++k)
      node.bounds = united(node.bounds, nodes_[node.first_child + k].bounds);
  }

  /// Compares item `at` with all later ones that can overlap it, from node `start` down.
  template <class T>
  void find_later(const Frame& f, std::uint32_t at, std::uint32_t start, PairSink& out, T& trace) {
    const Item item = items_[at];
    Stack stack;
    stack.push(start);
    while (!stack.empty()) {
      const Node& node = nodes_[stack.pop()];
      if (node.end <= at + 1 || !overlaps(node.bounds, item.box)) continue;
      for (std::uint32_t k = std::max(node.begin, at + 1); k < node.own_end; ++k)
        compare(f, item, items_[k], node.depth, out, trace);
      push_children(node, stack);
    }
  }

  template <class T>
  void compare(const Frame& f, const Item& item, const Item& later, std::uint16_t depth,
               PairSink& out, T& trace) {
    if constexpr (T::on) ++comparisons_;
    if (T::on || overlaps(item.box, later.box)) test_pair(f, item.id, later.id, out, trace, depth);
  }

  static void push_children(const Node& node, Stack& stack) {
    for (std::uint32_t k = node.children; k-- > 0;) stack.push(node.first_child + k);
  }

  template <class T>
  void trace_nodes(T& trace) const {
    for (std::uint32_t number = 0; number < nodes_.size(); ++number) {
      const Node& node = nodes_[number];
      trace.add({Mark::node, Axis::x, node.depth, number, node.own_end - node.begin, node.cell});
      for (std::uint32_t at = node.begin; at < node.own_end; ++at)
        trace.add({Mark::member, Axis::x, node.depth, items_[at].id, number, items_[at].box});
    }
  }

  static std::uint32_t count(std::size_t n) { return static_cast<std::uint32_t>(n); }

  std::vector<Node> nodes_;  // parents before children
  std::vector<Item> items_, spare_;
  std::vector<std::uint8_t> place_;  // [item]
  std::uint64_t comparisons_ = 0;    // of the last traced frame
};

}  // namespace

extern const BroadphaseEntry quadtree_entry{
    "quadtree", "Quadtree",
    "Divides the field into four, and again, until few boxes share a cell; each box lies in the "
    "deepest cell that contains it.",
    "R. Finkel and J. Bentley, Quad Trees, 1974; T. Chaplin, quadtree-js",
    make_broadphase<Quadtree>};

}  // namespace phasebox
