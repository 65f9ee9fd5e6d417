// SPDX-License-Identifier: MIT
// A binary tree of boxes, changed one by one or built at once (Box2D's b2DynamicTree, btDbvt).
#pragma once
#include "collide/broadphase/tree/tree_kernels.hpp"
#include "collide/event_log.hpp"

namespace phasebox {

/// A binary tree of boxes. Every leaf is a sprite with a box; every inner node has two children and
/// stores the bounds of both, so that one visit decides about two. Nodes are pooled: n sprites have
/// n - 1.
///
/// Cost: insert and remove O(depth), build O(n); query O(depth + k) where boxes are small. The
/// depth is about 1.3 log2(n) in practice, n at worst; changes and queries do not recurse on it.
/// Source: E. Catto, "Dynamic Bounding Volume Hierarchies", GDC 2019 (insertion by branch and
/// bound, rotations); T. Karras, "Maximizing Parallelism in the Construction of BVHs, Octrees, and
/// k-d Trees", 2012 (an inner node has the number of the place where it splits the sorted leaves).
class BoundsTree {
 public:
  /// Names a node of the tree: the number of an inner node, or for a leaf the sprite's id with the
  /// highest bit set.
  using Ref = std::uint32_t;
  static constexpr Ref kLeafBit = 1u << 31, kNone = 0xFFFFFFFFu;
  static bool is_leaf(Ref ref) { return (ref & kLeafBit) != 0; }
  static SpriteId sprite(Ref ref) { return ref & ~kLeafBit; }

  /// An inner node.
  struct Node {
    std::array<Aabb, 2> box;  // bounds of the children
    std::array<Ref, 2> child;
    std::uint32_t slot;  // where its parent keeps it; if the node is free, the next free node
  };

  /// Makes room for n sprites; allocates when that is more than ever.
  void reserve(std::size_t n);
  void clear();
  std::size_t size() const { return leaves_; }
  /// The number of inner nodes and leaves together.
  std::size_t nodes() const { return leaves_ > 0 ? 2 * leaves_ - 1 : 0; }

  /// Lets sprites have ids below n. New ids are not in the tree.
  void resize_ids(std::size_t n) { slot_.resize(n, kNone); }
  bool has(SpriteId id) const { return slot_[id] != kNone; }

  void insert(SpriteId id, const Aabb& box);
  void remove(SpriteId id) { unlink(id); }
  /// Gives a sprite another box: removes it and inserts it again below its nearest old ancestor
  /// whose bounds contain the box.
  void move(SpriteId id, const Aabb& box);
  /// Gives a sprite another id. If `from` is not in the tree, `to` is not afterwards.
  void rename(SpriteId from, SpriteId to);

  /// Replaces the tree by one over all sprites, with these boxes. Allocates when there are more
  /// than ever.
  void build(std::span<const Aabb> boxes);
  /// Emits all pairs of sprites whose boxes overlap, and logs the comparisons. To be called
  /// directly after `build`, as it needs the leaves in their sorted order.
  template <class T>
  void join(PairWriter& out, T& trace) {
    if (leaves_ > 1) join_run(root_, {0, static_cast<std::uint32_t>(leaves_)}, {}, out, trace);
  }

  /// Calls `meet(id)` for every sprite whose box overlaps `box`, and `visit(node, depth)` for each
  /// inner node visited.
  template <class Meet, class Visit>
  void query(const Aabb& box, Meet meet, Visit visit) const {
    query_where([&](const Aabb& bounds) { return overlaps(bounds, box); }, meet, visit);
  }
  /// Calls `meet(id)` for every sprite for whose box `near(box)` is true, and `visit(node, depth)`
  /// for each inner node visited. `near` must be true for bounds where it is true for a box within
  /// them. The walk goes back up by the slots, so it needs no stack and the tree may have any
  /// depth.
  template <class Near, class Meet, class Visit>
  void query_where(Near near, Meet meet, Visit visit) const {
    if (leaves_ == 0) return;
    if (is_leaf(root_)) {
      if (near(lone_box_)) meet(sprite(root_));
      return;
    }
    std::uint32_t depth = 0, slot = root_ * 2;
    visit(root_, depth);
    for (;;) {
      const Node& at = nodes_[slot >> 1];
      const Ref child = at.child[slot & 1];
      if (near(at.box[slot & 1])) {
        if (!is_leaf(child)) {
          visit(child, ++depth);
          slot = child * 2;
          continue;
        }
        meet(sprite(child));
      }
      for (; slot != kRootSlot && (slot & 1) != 0; --depth) slot = nodes_[slot >> 1].slot;
      if (slot == kRootSlot) return;
      ++slot;
    }
  }

  /// Calls `visit(ref, depth)` for all nodes and leaves, parents first.
  template <class Visit>
  void walk(Visit visit) const {
    if (leaves_ == 0) return;
    Ref ref = root_;
    for (std::uint32_t depth = 0;;) {
      visit(ref, depth);
      if (!is_leaf(ref)) {
        ref = nodes_[ref].child[0];
        ++depth;
        continue;
      }
      std::uint32_t slot = slot_[sprite(ref)];
      for (; slot != kRootSlot && (slot & 1) != 0; --depth) slot = nodes_[slot >> 1].slot;
      if (slot == kRootSlot) return;
      ref = nodes_[slot >> 1].child[1];
    }
  }

  const Node& node(Ref ref) const { return nodes_[ref]; }
  /// The number of children of an inner node that are leaves.
  std::uint32_t leaves_of(Ref ref) const {
    const auto& child = nodes_[ref].child;
    return std::uint32_t{is_leaf(child[0])} + std::uint32_t{is_leaf(child[1])};
  }
  Aabb bounds(Ref ref) const { return united(nodes_[ref].box[0], nodes_[ref].box[1]); }

 private:
  // A slot is the place in which a node's parent keeps it: twice the number of the parent, plus 1
  // if it is the second child. The root has kRootSlot.
  static constexpr std::uint32_t kRootSlot = 0xFFFFFFFEu;

  Ref at(std::uint32_t slot) const {
    return slot == kRootSlot ? root_ : nodes_[slot >> 1].child[slot & 1];
  }
  Aabb box_at(std::uint32_t slot) const;
  void put(std::uint32_t slot, Ref ref);
  std::uint32_t take_node();
  std::uint32_t unlink(SpriteId id);
  void refit_above(std::uint32_t slot);
  void link(SpriteId id, const Aabb& box, std::uint32_t slot);
  void rotate_above(std::uint32_t slot);
  bool rotate(std::uint32_t number);

  void sort(std::span<const Aabb> boxes);
  bool recode(std::span<const Aabb> boxes, std::uint32_t begin, std::uint32_t end);
  std::uint32_t split(std::span<const Aabb> boxes, std::uint32_t begin, std::uint32_t end);
  Aabb build_run(std::span<const Aabb> boxes, std::uint32_t begin, std::uint32_t end,
                 std::uint32_t slot);

  /// Emits the pairs of the leaves of a subtree, which are the run `run` of the rows, with each
  /// other and with `list`. The list, a run of `lists_`, holds the boxes of earlier subtrees that
  /// reach into this one. The walk is that of SubtreeJoin, on a tree whose leaves lie in order.
  template <class T>
  void join_run(Ref ref, Run run, Run list, PairWriter& out, T& trace) {
    constexpr std::uint32_t kSmall = 16;  // up to this many leaves all are compared with all
    if (out.is_stopped()) return;
    if (run.size() <= kSmall) {
      if (list.size() > 0) join_with(run, lists_, list, out, trace);
      for (std::uint32_t i = run.begin; T::on && i < run.end; ++i)
        trace_tests(i, rows_, {i + 1, run.end}, trace);
      join_within(rows_, run, out);
      return;
    }
    const Run left{run.begin, ref + 1}, right{ref + 1, run.end};
    const Node& at = nodes_[ref];
    Run inherited{list.end, list.end};
    carry(left, list, lists_, at.box[0], inherited, out, trace);
    join_run(at.child[0], left, inherited, out, trace);
    inherited = {list.end, list.end};
    carry(right, list, lists_, at.box[1], inherited, out, trace);
    if (overlaps(at.box[0], at.box[1])) carry(right, left, rows_, at.box[1], inherited, out, trace);
    join_run(at.child[1], right, inherited, out, trace);
  }
  /// Appends the boxes in the run `from` of `rows` that overlap `bounds`, those of a subtree, to
  /// the subtree's list. Where `lists_` has no room, compares the rest with the subtree's leaves,
  /// `run`, at once.
  template <class T>
  void carry(Run run, Run from, const BoxColumns& rows, const Aabb& bounds, Run& list,
             PairWriter& out, T& trace) {
    const Run rest = keep_in_room(rows, from, bounds, lists_, list);
    if (rest.size() > 0) join_with(run, rows, rest, out, trace);
  }
  template <class T>
  void join_with(Run run, const BoxColumns& rows, Run list, PairWriter& out, T& trace) {
    for (std::uint32_t i = run.begin; T::on && i < run.end; ++i) trace_tests(i, rows, list, trace);
    join_across(rows_, run, rows, list, out);
  }
  template <class T>
  void trace_tests(std::uint32_t at, const BoxColumns& others, Run run, T& trace) const {
    for (std::uint32_t k = run.begin; k < run.end; ++k)
      trace.add({EventKind::test, Axis::x, 0, rows_.id[at], others.id[k]});
  }

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> slot_;  // [sprite] the slot of its leaf, or kNone
  Ref root_ = kNone;
  Aabb lone_box_;  // the box of the only leaf; else parents keep the boxes of their leaves
  std::uint32_t free_ = kNone;  // the first free node
  std::size_t leaves_ = 0;
  CodeOrder order_;          // the sprites in the order of the leaves, at the last build
  BoxColumns rows_, lists_;  // their boxes in that order; work space of `join`
};

}  // namespace phasebox
