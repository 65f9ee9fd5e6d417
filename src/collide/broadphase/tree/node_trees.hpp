// SPDX-License-Identifier: MIT
// Trees whose nodes lie level by level, as the quadtree and the kd-tree build them: nodes, joins,
// and static boxes in a tree that is kept.
#pragma once
#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "collide/broadphase.hpp"
#include "collide/broadphase/kernels/box_columns.hpp"
#include "collide/broadphase/kernels/static_split.hpp"
#include "collide/broadphase/tree/tree_kernels.hpp"

namespace phasebox {

// Nodes of a tree made level by level, each level by several threads.

/// Sets the bounds of a node; those of its children, which come after it, must be set.
inline void fit(std::span<Subtree> nodes, std::size_t number, const BoxColumns& rows) {
  Subtree& node = nodes[number];
  node.bounds = node.begin < node.own_end ? rows.bounds({node.begin, node.own_end})
                                          : nodes[node.first_child].bounds;
  for (std::uint32_t k = 0; k < node.children; ++k)
    node.bounds = united(node.bounds, nodes[node.first_child + k].bounds);
}

/// Divides the nodes of a tree from the root down and sets their bounds from the leaves up. Nodes
/// lie level by level, those of a level in the order of their rows. With several threads each
/// divides the nodes of a level that lie in its share of the rows, into a list of its own; the
/// lists follow each other, so the nodes are those of one thread, in the same order.
///
/// Memory with several threads: 36 bytes per row, a thread's list being as long as its share.
class NodeLevels {
 public:
  struct Plan {
    unsigned parts;          ///< threads
    std::size_t fanout;      ///< children of a node, at most
    std::size_t worth;       ///< levels of fewer nodes are divided by one thread
    std::size_t most_nodes;  ///< `divide` keeps to it; in the last levels it has one thread
  };

  /// `nodes` holds the root, and has memory for all. `divide(number, to)` appends the children of a
  /// node to `to`, none without rows, and sets `children` and `first_child`, by its place in `to`.
  template <class Divide>
  void grow(std::vector<Subtree>& nodes, const Plan& plan, Divide divide) {
    if (plan.parts == 1) {
      for (std::size_t node = 0; node < nodes.size(); ++node) divide(node, nodes);  // grows
      return;
    }
    reserve(nodes[0].end, plan);
    levels_.clear();
    for (Run level{0, 1}; level.size() > 0; level = {level.end, count(nodes.size())}) {
      levels_.push_back(level);
      const bool has_room = nodes.size() + plan.fanout * level.size() <= plan.most_nodes;
      if (level.size() >= plan.worth && has_room)
        divide_in_parts(nodes, level, plan.parts, divide);
      else
        for (std::uint32_t node = level.begin; node < level.end; ++node) divide(node, nodes);
    }
  }

  /// Sets the bounds of all nodes; after `grow` of the same ones, with the same number of parts.
  void fit_all(std::span<Subtree> nodes, const BoxColumns& rows, unsigned parts) const {
    constexpr std::uint32_t kWorthParts = 256;
    const auto fit_run = [&](Run run) {
      for (std::size_t node = run.end; node-- > run.begin;) fit(nodes, node, rows);
    };
    if (parts == 1) return fit_run({0, count(nodes.size())});
    for (std::size_t k = levels_.size(); k-- > 0;) {
      const Run level = levels_[k];
      const unsigned shares = level.size() >= kWorthParts ? parts : 1;
      for_each_part(shares, [&](unsigned part) { fit_run(part_of(level, shares, part)); });
    }
  }

 private:
  static constexpr std::size_t kMostLevels = 64;

  static std::uint32_t count(std::size_t n) { return static_cast<std::uint32_t>(n); }

  /// Children have rows of their own, so a share makes no more of them than it has rows; but for
  /// those of its first and last node, which may lie partly in other shares.
  void reserve(std::size_t rows, const Plan& plan) {
    levels_.reserve(kMostLevels);
    if (lists_.size() < plan.parts) lists_.resize(plan.parts);
    for (std::vector<Subtree>& list : lists_) list.reserve(rows / plan.parts + 1 + 2 * plan.fanout);
  }

  template <class Divide>
  void divide_in_parts(std::vector<Subtree>& nodes, Run level, unsigned parts, Divide divide) {
    for_each_part(parts, [&](unsigned part) {
      lists_[part].clear();
      const Run share = share_of(nodes, level, parts, part);
      for (std::uint32_t node = share.begin; node < share.end; ++node) divide(node, lists_[part]);
    });
    std::size_t all = nodes.size();
    for (unsigned part = 0; part < parts; ++part) all += lists_[part].size();
    nodes.resize(all);
    for_each_part(parts, [&](unsigned part) {
      std::uint32_t to = level.end;
      for (unsigned before = 0; before < part; ++before) to += count(lists_[before].size());
      std::ranges::copy(lists_[part], nodes.begin() + to);
      const Run share = share_of(nodes, level, parts, part);
      for (std::uint32_t node = share.begin; node < share.end; ++node)
        if (nodes[node].children > 0) nodes[node].first_child += to;
    });
  }

  /// The nodes of a level whose middles lie in a share of all rows.
  static Run share_of(std::span<const Subtree> nodes, Run level, unsigned parts, unsigned part) {
    const auto first_from = [&](unsigned number) {
      const std::size_t row = part_begin(nodes[0].end, parts, number);
      const auto some = nodes.subspan(level.begin, level.size());
      const auto twice_middle = [](const Subtree& s) { return std::size_t{s.begin} + s.end; };
      const auto at = std::ranges::lower_bound(some, 2 * row, {}, twice_middle);
      return level.begin + count(static_cast<std::size_t>(at - some.begin()));
    };
    return {part == 0 ? level.begin : first_from(part),
            part + 1 == parts ? level.end : first_from(part + 1)};
  }

  std::vector<Run> levels_;
  std::vector<std::vector<Subtree>> lists_;  // [part]
};

// All overlapping pairs of a tree whose subtrees are runs of rows, found in one walk from the root.

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

// Two trees, of the static sprites and of the others, and the pairs within one and between them.

/// The tree of the static sprites is built again when one of them has changed (StaticSplit); that
/// of the moving sprites in each frame. The pairs are those within the latter, and those of a
/// moving sprite and a static one, found by letting the boxes of the tree that has fewer into the
/// other from above. Where few or none are static, all are in the tree of the moving ones.
///
/// `Nodes` has `reserve`, `build(boxes, ids, rules, parts)`, `rows()`, `nodes()` and `trace`. In
/// the event log the nodes of the moving sprites have the numbers behind those of the static ones.
///
/// Cost of a frame in which no static sprite changes, beside that of the moving ones: O(n) to see
/// that, and O(m log n + k) for m moving sprites among many static ones.
template <class Nodes>
class SplitTrees {
 public:
  /// Forgets what is static.
  void reset(const Frame& f) {
    split_.forget();
    reserve(f.size());
    build_none();
  }

  /// Allocates when there are more sprites than ever, or the first static ones.
  void build(const Frame& f, const typename Nodes::Rules& rules) {
    reserve(f.size());
    const bool are_others = split_.update(f);
    if (!split_.is_split()) {
      if (are_others) static_.build({}, {}, rules, 1);
      moving_.build(f.boxes, {}, rules, PairParts::parts_for(f, f.size()));
      return;
    }
    if (are_others) {
      static_.reserve(f.size());
      static_.build(split_.static_boxes(), split_.statics(), rules,
                    PairParts::parts_for(f, split_.statics().size()));
    }
    moving_.build(split_.moving_boxes(), split_.moving(), rules,
                  PairParts::parts_for(f, split_.moving().size()));
  }

  /// About what is static.
  void remark(std::vector<Remark>& out) const { split_.remark(out); }

  template <class T>
  void trace(T& log) const {
    static_.trace(0, log);
    moving_.trace(first_moving(), log);
  }

  /// Emits the pairs of the frame of the last `build`.
  template <class T>
  void find_pairs(const Frame& f, PairSink& out, T& trace) {
    const SubtreeJoin::Tree still{static_.rows(), static_.nodes(), 0};
    const SubtreeJoin::Tree moving{moving_.rows(), moving_.nodes(), first_moving()};
    join_.start();
    if (!split_.is_split()) return join_.run(f, moving, out, trace);
    const Frame seen = without_flags(f);
    join_.run(seen, moving, out, trace);
    if (still.rows.size() < moving.rows.size())
      join_.run(seen, moving, still.rows, out, trace);
    else
      join_.run(seen, still, moving.rows, out, trace);
  }

  /// Appends the sprites whose boxes overlap `box`.
  void query([[maybe_unused]] const Frame& f, const Aabb& box, Sink<SpriteId>& out,
             Recorder* log) const {
    assert(static_.rows().size() + moving_.rows().size() == f.size() &&
           "query comes after find_pairs of the same frame");
    constexpr std::size_t kDepth = Nodes::kMaxDepth;
    find_in_tree<Nodes::kFanout, kDepth>(static_.rows(), static_.nodes(), 0, box, out, log);
    find_in_tree<Nodes::kFanout, kDepth>(moving_.rows(), moving_.nodes(), first_moving(), box, out,
                                         log);
  }

  /// Appends the sprites whose boxes the band may meet.
  void query_along(const SegmentBand& band, Sink<SpriteId>& out) const {
    find_in_subtrees(static_.rows(), static_.nodes(), band, out);
    find_in_subtrees(moving_.rows(), moving_.nodes(), band, out);
  }

  const Nodes& of_static() const { return static_; }
  const Nodes& of_moving() const { return moving_; }
  std::size_t node_count() const { return static_.nodes().size() + moving_.nodes().size(); }
  /// Pairs of boxes that the last frame compared.
  std::uint64_t comparisons() const { return join_.comparisons(); }

 private:
  void reserve(std::size_t n) { moving_.reserve(n), join_.reserve(n); }
  void build_none() { static_.build({}, {}, {}, 1), moving_.build({}, {}, {}, 1); }
  std::uint32_t first_moving() const { return static_cast<std::uint32_t>(static_.nodes().size()); }

  StaticSplit split_;
  Nodes static_, moving_;
  SubtreeJoin join_;
};

/// Base of the algorithms that search such trees; `run` builds them.
template <class Self, class Nodes, const auto& Rows>
class SplitTreesOf : public BroadphaseOf<Self, typename Nodes::Rules, Rows> {
 public:
  void reset(const Frame& f) override { trees_.reset(f); }
  void query(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder* log) override {
    trees_.query(f, box, out, log);
  }
  bool query_along(const Frame&, const SegmentBand& band, Sink<SpriteId>& out) override {
    trees_.query_along(band, out);
    return true;
  }

 protected:
  SplitTrees<Nodes> trees_;
};

}  // namespace phasebox
