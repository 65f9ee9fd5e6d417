// SPDX-License-Identifier: MIT
// All overlapping pairs of a tree whose subtrees are runs of rows, found in one walk from the root.
#pragma once
#include <array>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "collide/broadphase.hpp"
#include "collide/broadphase/kernels/pair_writer.hpp"
#include "collide/broadphase/tree/join_simd.hpp"
#include "collide/broadphase/tree/subtree.hpp"

namespace phasebox {

/// Says what a node holds and, when it was divided, into how many; `cell` is what it covers.
template <class T>
void trace_subtree(const Subtree& node, std::uint32_t number, const Aabb& cell,
                   const BoxColumns& rows, T& trace) {
  if (node.children > 0) {
    trace.add({EventKind::enter, Axis::x, node.depth, number, node.end - node.begin, cell});
    trace.add({EventKind::split, Axis::x, node.depth, number, node.children, cell});
  }
  trace.add({EventKind::node, Axis::x, node.depth, number, node.own_end - node.begin, cell});
  for (std::uint32_t at = node.begin; at < node.own_end; ++at)
    trace.add({EventKind::member, Axis::x, node.depth, rows.id[at], number, rows.box(at)});
}

/// The walk carries down a list of the boxes met so far that reach into the current node: the
/// nodes' own ones above it, and those of earlier siblings where subtrees overlap. Entering a child
/// keeps what overlaps the child's bounds; at each node its own boxes are compared with the list
/// and with each other. So every pair is compared once, in the deepest node that holds one of the
/// two and reaches the other, and every loop runs over neighboring memory.
///
/// Where the lists outgrow their room (n rows: nearly everything overlaps nearly everything), the
/// child's rows are compared with the whole list at once, and the child starts with an empty one.
///
/// Boxes that are in no tree, or in another one, can be let into a tree from above in the same way:
/// they are the root's list.
///
/// With several threads each has an equal share of the rows. It walks the way down to those with
/// lists of its own, and compares what belongs to nodes that begin in its share; so the pairs, and
/// their order, are those of one thread.
///
/// Cost: O(n * depth) comparisons of a box with bounds, several in one instruction, and those of
/// boxes with each other.
class SubtreeJoin {
 public:
  static constexpr std::uint16_t kMaxDepth = 64;

  /// A tree of boxes: root first; may be empty.
  struct Tree {
    const BoxColumns& rows;
    std::span<const Subtree> nodes;
    std::uint32_t first_number = 0;  ///< of its root, in the event log
  };

  /// For n boxes; allocates when that is more than ever.
  void reserve(std::size_t n) {
    room_ = n;
    for (BoxColumns& lists : lists_) lists.resize(n);
  }
  /// Before the first run of a frame.
  void start() { comparisons_ = 0; }

  /// Emits the pairs of a tree. Allocates for each thread more than ever.
  template <class T>
  void run(const Frame& f, const Tree& tree, PairSink& out, T& trace) {
    if (tree.nodes.empty()) return;
    unsigned parts = PairParts::parts_for(f, tree.rows.size());
    if constexpr (T::on) parts = 1;  // a log has one writer
    in_shares(f, tree, parts, out, [&](Walk& w) { walk(w, 0, {}, trace); });
  }

  /// Emits the pairs of a box of a tree and one of `others`. Nodes that none of these reach are not
  /// looked into.
  template <class T>
  void run(const Frame& f, const Tree& tree, const BoxColumns& others, PairSink& out, T& trace) {
    if (tree.nodes.empty() || others.size() == 0) return;
    unsigned parts = PairParts::parts_for(f, tree.rows.size() + others.size());
    if constexpr (T::on) parts = 1;
    in_shares(f, tree, parts, out, [&](Walk& w) {
      Run list{};
      take(w, w.nodes[0], others, {0, static_cast<std::uint32_t>(others.size())}, list, trace);
      let_in(w, 0, list, trace);
    });
  }

  /// Pairs of boxes that were compared since `start`.
  std::uint64_t comparisons() const { return comparisons_; }

 private:
  static constexpr std::uint32_t kRowsAtOnce = 2048;
  static constexpr std::uint32_t kLetInAtOnce = 128;

  /// What one thread does.
  struct Walk {
    const Frame& f;
    const BoxColumns& rows;
    std::span<const Subtree> nodes;
    std::uint32_t first_number;
    Run share;  // of the rows
    PairSink& out;
    PairWriter& writer;
    BoxColumns& lists;
    std::uint64_t comparisons = 0;

    bool owns(const Subtree& node) const { return node.begin - share.begin < share.size(); }
    bool reaches(const Subtree& node) const {
      return node.begin < share.end && share.begin < node.end;
    }
  };

  /// Calls `walk` for each share of the rows.
  template <class Do>
  void in_shares(const Frame& f, const Tree& tree, unsigned parts, PairSink& out, Do walk) {
    while (lists_.size() < parts) lists_.emplace_back().resize(room_);
    const auto walk_share = [&](unsigned part, PairSink& found) {
      PairWriter writer(f, found);
      const Run share = part_of(tree.rows.size(), parts, part);
      Walk w{f, tree.rows, tree.nodes, tree.first_number, share, found, writer, lists_[part]};
      walk(w);
      return w.comparisons;
    };
    if (parts == 1) {  // small frames are many, and soon done
      comparisons_ += walk_share(0, out);
      return;
    }
    if (comparisons_of_part_.size() < parts) comparisons_of_part_.resize(parts);
    pair_parts_.find(f, parts, out, [&](unsigned part, PairSink& found) {
      comparisons_of_part_[part] = walk_share(part, found);
    });
    for (unsigned part = 0; part < parts; ++part) comparisons_ += comparisons_of_part_[part];
  }

  template <class T>
  static void trace_visit(const Walk& w, std::uint32_t number, T& trace) {
    const Subtree& node = w.nodes[number];
    trace.add({EventKind::visit, Axis::x, node.depth, w.first_number + number,
               node.end - node.begin, node.bounds});
  }

  template <class T>
  static void walk(Walk& w, std::uint32_t number, Run list, T& trace) {
    const Subtree& node = w.nodes[number];
    const Run own{node.begin, node.own_end};
    if constexpr (T::on) trace_visit(w, number, trace);
    if (w.owns(node)) {
      across(w, own, w.lists, list, node.depth, trace);
      within(w, own, node.depth, trace);
    }
    for (std::uint32_t k = 0; k < node.children; ++k)
      if (w.reaches(w.nodes[node.first_child + k]))
        walk(w, node.first_child + k, carry(w, node, k, list, trace), trace);
  }

  /// The walk of a list alone: boxes of the tree meet no others of it. To compare a small subtree
  /// at once takes less time than to look into its nodes.
  template <class T>
  static void let_in(Walk& w, std::uint32_t number, Run list, T& trace) {
    if (list.size() == 0) return;
    const Subtree& node = w.nodes[number];
    if constexpr (T::on) trace_visit(w, number, trace);
    const bool is_small = node.end - node.begin <= kLetInAtOnce;
    if (w.owns(node))
      across(w, {node.begin, is_small ? node.end : node.own_end}, w.lists, list, node.depth, trace);
    for (std::uint32_t k = 0; k < node.children && !is_small; ++k) {
      const Subtree& child = w.nodes[node.first_child + k];
      if (!w.reaches(child)) continue;
      Run carried{list.end, list.end};
      take(w, child, w.lists, list, carried, trace);
      let_in(w, node.first_child + k, carried, trace);
    }
  }

  /// What child `k` inherits, behind the list of its parent.
  template <class T>
  static Run carry(Walk& w, const Subtree& node, std::uint32_t k, Run list, T& trace) {
    const Subtree& child = w.nodes[node.first_child + k];
    Run carried{list.end, list.end};
    take(w, child, w.lists, list, carried, trace);
    take(w, child, w.rows, {node.begin, node.own_end}, carried, trace);
    for (std::uint32_t earlier = 0; earlier < k; ++earlier) {
      const Subtree& sibling = w.nodes[node.first_child + earlier];
      if (overlaps(sibling.bounds, child.bounds))
        take(w, child, w.rows, {sibling.begin, sibling.end}, carried, trace);
    }
    return carried;
  }

  template <class T>
  static void take(Walk& w, const Subtree& child, const BoxColumns& from, Run run, Run& carried,
                   T& trace) {
    const Run rest = keep_in_room(from, run, child.bounds, w.lists, carried);
    if (rest.size() > 0 && w.owns(child))
      across(w, {child.begin, child.end}, from, rest, child.depth, trace);
  }

  template <class T>
  static void across(Walk& w, Run left, const BoxColumns& from, Run right, std::uint16_t depth,
                     T& trace) {
    w.comparisons += std::uint64_t{left.size()} * right.size();
    if constexpr (T::on) {
      for (std::uint32_t i = left.begin; i < left.end; ++i)
        for (std::uint32_t k = right.begin; k < right.end; ++k)
          test_pair(w.f, from.id[k], w.rows.id[i], w.out, trace, depth);
    } else if (right.size() >= left.size()) {
      in_parts(w.f, left, [&](Run part) { join_across(w.rows, part, from, right, w.writer); });
    } else if (right.size() > 0) {  // the longer run fills vectors
      in_parts(w.f, right, [&](Run part) { join_across(from, part, w.rows, left, w.writer); });
    }
  }

  template <class T>
  static void within(Walk& w, Run own, std::uint16_t depth, T& trace) {
    if (own.size() < 2) return;
    w.comparisons += std::uint64_t{own.size()} * (own.size() - 1) / 2;
    if constexpr (T::on) {
      for (std::uint32_t i = own.begin; i < own.end; ++i)
        for (std::uint32_t k = i + 1; k < own.end; ++k)
          test_pair(w.f, w.rows.id[i], w.rows.id[k], w.out, trace, depth);
    } else {
      in_parts(w.f, own, [&](Run part) {
        join_within(w.rows, part, w.writer);
        join_across(w.rows, part, w.rows, {part.end, own.end}, w.writer);
      });
    }
  }

  /// Calls `f` with one part of the run after the other, and between them asks whether to go on.
  template <class F>
  static void in_parts(const Frame& frame, Run run, F f) {
    for (; run.size() > kRowsAtOnce; run.begin += kRowsAtOnce) {
      check_limit(frame);
      f(Run{run.begin, run.begin + kRowsAtOnce});
    }
    f(run);
  }

  std::size_t room_ = 0;
  std::vector<BoxColumns> lists_;  // [part]
  std::vector<std::uint64_t> comparisons_of_part_;
  PairParts pair_parts_;
  std::uint64_t comparisons_ = 0;
};

/// The walk of `find_in_subtrees` one by one, as events.
inline void trace_in_subtrees(const BoxColumns& rows, std::span<const Subtree> nodes,
                              std::uint32_t first_number, const Aabb& box, Sink<SpriteId>& out,
                              Recorder& trace) {
  std::array<std::uint32_t, kMaxWaiting> waiting;
  std::size_t size = 0;
  if (!nodes.empty()) waiting[size++] = 0;
  while (size > 0) {
    const std::uint32_t number = waiting[--size];
    const Subtree& node = nodes[number];
    if (!overlaps(node.bounds, box)) continue;
    trace.add({EventKind::visit, Axis::x, node.depth, first_number + number, 0, node.bounds});
    for (std::uint32_t at = node.begin; at < node.own_end; ++at)
      if (overlaps(rows.box(at), box)) out.push(rows.id[at]);
    for (std::uint32_t k = node.children; k-- > 0;) waiting[size++] = node.first_child + k;
  }
}

/// Appends the sprites of the tree that overlap `box`, descending where the bounds do.
template <std::size_t kFanout, std::size_t kMaxDepth>
void find_in_tree(const BoxColumns& rows, std::span<const Subtree> nodes,
                  std::uint32_t first_number, const Aabb& box, Sink<SpriteId>& out, Recorder* log) {
  static_assert((kFanout - 1) * kMaxDepth + kFanout <= kMaxWaiting);
  if (log) return trace_in_subtrees(rows, nodes, first_number, box, out, *log);
  find_in_subtrees(rows, nodes, box, out);
}

}  // namespace phasebox
