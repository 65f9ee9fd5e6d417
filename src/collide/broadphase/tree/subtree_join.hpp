// SPDX-License-Identifier: MIT
// All overlapping pairs of a tree whose subtrees are runs of rows, found in one walk from the root.
#pragma once
#include <array>
#include <cassert>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "collide/broadphase.hpp"
#include "collide/broadphase/kernels/box_rows.hpp"

namespace phasebox {

/// A node of a tree that is rebuilt each frame. Its rows lie side by side: [begin, own_end) are
/// its own, [own_end, end) belong to its children, in their order; the children of a node follow
/// each other in the array of nodes, behind the node.
struct Subtree {
  Aabb bounds;  ///< of all its rows, exact
  std::uint32_t begin = 0, own_end = 0, end = 0;
  std::uint32_t first_child = 0;
  std::uint16_t children = 0, depth = 0;
};

/// Sets the bounds of a node; those of its children, which come after it, must be set.
inline void fit(std::span<Subtree> nodes, std::size_t number, const BoxRows& rows) {
  Subtree& node = nodes[number];
  node.bounds = node.begin < node.own_end ? rows.bounds(node.begin, node.own_end)
                                          : nodes[node.first_child].bounds;
  for (std::uint32_t k = 0; k < node.children; ++k)
    node.bounds = united(node.bounds, nodes[node.first_child + k].bounds);
}

/// Says what a node holds and, when it was divided, into how many; `cell` is what it covers.
template <class T>
void trace_subtree(const Subtree& node, std::uint32_t number, const Aabb& cell, const BoxRows& rows,
                   T& trace) {
  if (node.children > 0) {
    trace.add({EventKind::enter, Axis::x, node.depth, number, node.end - node.begin, cell});
    trace.add({EventKind::split, Axis::x, node.depth, number, node.children, cell});
  }
  trace.add({EventKind::node, Axis::x, node.depth, number, node.own_end - node.begin, cell});
  for (std::uint32_t at = node.begin; at < node.own_end; ++at)
    trace.add({EventKind::member, Axis::x, node.depth, rows.id(at), number, rows.box(at)});
}

/// Emits the eligible ones of pairs that overlap.
inline void emit_hits(const Frame& f, const Hits& hits, PairSink& out) {
  if (!f.filters.empty() || !f.is_static.empty()) {
    for (std::size_t k = 0; k < hits.size; ++k)
      if (eligible(f, hits.a[k], hits.b[k])) out.emit(hits.a[k], hits.b[k]);
    return;
  }
  Pair* pairs = out.room(hits.size);
  for (std::size_t k = 0; k < hits.size; ++k)
    pairs[k] = {std::min(hits.a[k], hits.b[k]), std::max(hits.a[k], hits.b[k])};
  out.commit(hits.size);
}

/// The walk carries down a list of the boxes met so far that reach into the node at hand: the
/// nodes' own ones above it, and those of earlier siblings where subtrees overlap. Entering a child
/// keeps what overlaps the child's bounds; at each node its own boxes are compared with the list
/// and with each other. So every pair is compared once, in the deepest node that holds one of the
/// two and reaches the other, and every loop runs over neighboring memory.
///
/// Where the lists outgrow their room (n rows: nearly everything overlaps nearly everything), the
/// child's rows are compared with the whole list at once, and the child starts with an empty one.
///
/// Cost: O(n * depth) comparisons of a box with bounds, several in one instruction, and those of
/// boxes with each other.
class SubtreeJoin {
 public:
  static constexpr std::uint16_t kMaxDepth = 64;

  /// For n boxes; allocates when that is more than ever.
  void reserve(std::size_t n) { lists_.resize(room_ = n); }

  /// Emits the pairs of `rows`, in the tree `nodes` (root first; may be empty).
  template <class T>
  void run(const Frame& f, const BoxRows& rows, std::span<const Subtree> nodes, PairSink& out,
           T& trace) {
    comparisons_ = 0, hits_.size = 0;
    if (nodes.empty()) return;
    walk(Walk<T>{f, rows, nodes, out, trace}, 0, {});
    emit_hits(f, hits_, out);
    hits_.size = 0;
  }

  /// Pairs of boxes that the last run compared.
  std::uint64_t comparisons() const { return comparisons_; }

 private:
  static constexpr std::size_t kRowsAtOnce = 2048;

  template <class T>
  struct Walk {
    const Frame& f;
    const BoxRows& rows;
    std::span<const Subtree> nodes;
    PairSink& out;
    T& trace;
  };

  template <class T>
  void walk(const Walk<T>& w, std::uint32_t number, RowRun list) {
    const Subtree& node = w.nodes[number];
    const RowRun own{node.begin, node.own_end};
    if constexpr (T::on)
      w.trace.add(
          {EventKind::visit, Axis::x, node.depth, number, node.end - node.begin, node.bounds});
    across(w, own, lists_, list, node.depth);
    within(w, own, node.depth);
    for (std::uint32_t k = 0; k < node.children; ++k)
      walk(w, node.first_child + k, carry(w, node, k, list));
  }

  /// What child `k` inherits, behind the list of its parent.
  template <class T>
  RowRun carry(const Walk<T>& w, const Subtree& node, std::uint32_t k, RowRun list) {
    const Subtree& child = w.nodes[node.first_child + k];
    RowRun carried{list.to, list.to};
    take(w, child, lists_, list, carried);
    take(w, child, w.rows, {node.begin, node.own_end}, carried);
    for (std::uint32_t earlier = 0; earlier < k; ++earlier) {
      const Subtree& sibling = w.nodes[node.first_child + earlier];
      if (overlaps(sibling.bounds, child.bounds))
        take(w, child, w.rows, {sibling.begin, sibling.end}, carried);
    }
    return carried;
  }

  template <class T>
  void take(const Walk<T>& w, const Subtree& child, const BoxRows& from, RowRun run,
            RowRun& carried) {
    const RowRun rest = keep_in_room(from, run, child.bounds, lists_, room_, carried);
    if (rest.size() > 0) across(w, {child.begin, child.end}, from, rest, child.depth);
  }

  template <class T>
  void across(const Walk<T>& w, RowRun left, const BoxRows& from, RowRun right,
              std::uint16_t depth) {
    comparisons_ += left.size() * right.size();
    if constexpr (T::on) {
      for (std::size_t i = left.from; i < left.to; ++i)
        for (std::size_t k = right.from; k < right.to; ++k)
          test_pair(w.f, from.id(k), w.rows.id(i), w.out, w.trace, depth);
    } else if (right.size() > 0) {
      for (; left.from < left.to; left.from = std::min(left.from + kRowsAtOnce, left.to)) {
        if (left.size() > kRowsAtOnce) check_limit(w.f);
        join_across(w.rows, {left.from, std::min(left.from + kRowsAtOnce, left.to)}, from, right,
                    hits_, [&](const Hits& h) { emit_hits(w.f, h, w.out); });
      }
    }
  }

  template <class T>
  void within(const Walk<T>& w, RowRun own, std::uint16_t depth) {
    if (own.size() < 2) return;
    comparisons_ += own.size() * (own.size() - 1) / 2;
    if constexpr (T::on) {
      for (std::size_t i = own.from; i < own.to; ++i)
        for (std::size_t k = i + 1; k < own.to; ++k)
          test_pair(w.f, w.rows.id(i), w.rows.id(k), w.out, w.trace, depth);
    } else {
      const auto flush = [&](const Hits& h) { emit_hits(w.f, h, w.out); };
      for (; own.size() > kRowsAtOnce; own.from += kRowsAtOnce) {
        check_limit(w.f);
        const RowRun part{own.from, own.from + kRowsAtOnce};
        join_within(w.rows, part, hits_, flush);
        join_across(w.rows, part, w.rows, {part.to, own.to}, hits_, flush);
      }
      join_within(w.rows, own, hits_, flush);
    }
  }

  BoxRows lists_;
  std::size_t room_ = 0;
  Hits hits_;
  std::uint64_t comparisons_ = 0;
};

/// Appends the sprites of the tree that overlap `box`, descending where the bounds do. A node of
/// depth d has at most `kFanout - 1` siblings waiting on each of d levels.
template <std::size_t kFanout, std::size_t kMaxDepth>
void find_in_tree(const BoxRows& rows, std::span<const Subtree> nodes, const Aabb& box,
                  Sink<SpriteId>& out, Recorder* log) {
  std::array<std::uint32_t, (kFanout - 1) * kMaxDepth + kFanout> waiting;
  std::size_t size = 0;
  if (!nodes.empty()) waiting[size++] = 0;
  while (size > 0) {
    const std::uint32_t number = waiting[--size];
    const Subtree& node = nodes[number];
    if (!overlaps(node.bounds, box)) continue;
    if (log) log->add({EventKind::visit, Axis::x, node.depth, number, 0, node.bounds});
    for (std::uint32_t at = node.begin; at < node.own_end; ++at)
      if (overlaps(rows.box(at), box)) out.push(rows.id(at));
    for (std::uint32_t k = node.children; k-- > 0;) waiting[size++] = node.first_child + k;
  }
}

}  // namespace phasebox
