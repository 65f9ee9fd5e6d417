// SPDX-License-Identifier: MIT
// What quadtree and kd-tree share: nodes that lie level by level, the walk that finds the pairs,
// and a tree of the static sprites that is kept from frame to frame.
#pragma once
#include <cassert>
#include <string>

#include "base/number_format.hpp"
#include "collide/broadphase/kernels/small_frame.hpp"
#include "collide/broadphase/kernels/static_split.hpp"
#include "collide/broadphase/tree/tree_kernels.hpp"

namespace phasebox {

/// The base of quadtree and kd-tree: nodes over boxes in rows. The tree is divided from the root
/// down; bounds are set from the leaves up. Nodes lie level by
/// level, those of a level in the order of their rows. With several threads each divides the nodes
/// of a level that lie in its share of the rows, into a list of its own. The lists are joined in
/// order, so the nodes are those of one thread, in the same order. There are at most n + 64 nodes.
///
/// Memory with several threads: 36 more bytes per row, as a thread's list is as long as its share.
class LevelTree {
 public:
  const BoxColumns& rows() const { return rows_; }
  std::span<const Subtree> nodes() const { return nodes_; }  ///< parents before children

 protected:
  static std::uint32_t count(std::size_t n) { return static_cast<std::uint32_t>(n); }

  /// The most nodes that a tree of n boxes may have; memory for so many is reserved.
  static std::size_t pool_size(std::size_t n) { return n + 64; }
  void reserve_nodes(std::size_t n) {
    nodes_.reserve(pool_size(n));
    rows_.resize(n);
  }
  /// Removes all nodes and makes n rows, all of which the caller must set.
  void clear(std::size_t n) {
    nodes_.clear();
    rows_.resize(n);
  }
  /// Whether the tree may have `more` nodes beside those that it has.
  bool has_room(std::size_t more) const { return nodes_.size() + more <= pool_size(rows_.size()); }

  /// Appends a node without children; its bounds are not set.
  static void add_node(std::vector<Subtree>& to, Run rows, std::size_t depth) {
    to.push_back({.bounds = {},
                  .begin = rows.begin,
                  .own_end = rows.end,
                  .end = rows.end,
                  .depth = static_cast<std::uint16_t>(depth)});
  }

  /// Grows the tree from a root with all rows, with `parts` threads. `divide(number, to)` appends
  /// the children of a node to `to`, at most `fanout` and none without rows, and sets the node's
  /// `children` and `first_child`, the latter as a place in `to`. Levels of fewer nodes than
  /// `worth` are divided by one thread. So are levels that may fill the pool, so that it is not
  /// exceeded.
  template <class Divide>
  void grow(unsigned parts, std::size_t fanout, std::size_t worth, Divide divide) {
    add_node(nodes_, {0, count(rows_.size())}, 0);
    if (parts == 1) {
      for (std::size_t node = 0; node < nodes_.size(); ++node) divide(node, nodes_);  // size grows
      return;
    }
    reserve_lists(parts, fanout);
    levels_.clear();
    for (Run level{0, 1}; level.size() > 0; level = {level.end, count(nodes_.size())}) {
      levels_.push_back(level);
      if (level.size() >= worth && has_room(fanout * level.size()))
        divide_in_parts(level, parts, divide);
      else
        for (std::uint32_t node = level.begin; node < level.end; ++node) divide(node, nodes_);
    }
  }

  /// Sets the bounds of all nodes. Must follow `grow` with the same number of parts.
  void fit_all(unsigned parts) {
    constexpr std::uint32_t kWorthParts = 256;
    const auto fit_run = [&](Run run) {
      for (std::size_t node = run.end; node-- > run.begin;) fit(nodes_[node]);
    };
    if (parts == 1) return fit_run({0, count(nodes_.size())});
    for (std::size_t k = levels_.size(); k-- > 0;) {
      const Run level = levels_[k];
      for_each_run(level, level.size() >= kWorthParts ? parts : 1, fit_run);
    }
  }

  std::vector<Subtree> nodes_;
  BoxColumns rows_;

 private:
  static constexpr std::size_t kMostLevels = 64;
  /// Sets the bounds of a node, from its own rows and the bounds of its children, which are set
  /// before.
  void fit(Subtree& node) {
    node.bounds = node.begin < node.own_end ? rows_.bounds({node.begin, node.own_end})
                                            : nodes_[node.first_child].bounds;
    for (std::uint32_t k = 0; k < node.children; ++k)
      node.bounds = united(node.bounds, nodes_[node.first_child + k].bounds);
  }

  /// Reserves the lists of the parts. Every child has rows, so a share makes no more children than
  /// it has rows, except in its first and last node, which may lie partly in other shares.
  void reserve_lists(unsigned parts, std::size_t fanout) {
    levels_.reserve(kMostLevels);
    if (lists_.size() < parts) lists_.resize(parts);
    for (std::vector<Subtree>& list : lists_) list.reserve(rows_.size() / parts + 1 + 2 * fanout);
  }

  /// Divides the nodes of a level, each part into its list, and appends the lists to the nodes.
  template <class Divide>
  void divide_in_parts(Run level, unsigned parts, Divide divide) {
    for_each_part(parts, [&](unsigned part) {
      lists_[part].clear();
      const Run share = share_of(level, parts, part);
      for (std::uint32_t node = share.begin; node < share.end; ++node) divide(node, lists_[part]);
    });
    std::size_t all = nodes_.size();
    for (unsigned part = 0; part < parts; ++part) all += lists_[part].size();
    nodes_.resize(all);
    for_each_part(parts, [&](unsigned part) {
      std::uint32_t to = level.end;
      for (unsigned before = 0; before < part; ++before) to += count(lists_[before].size());
      std::ranges::copy(lists_[part], nodes_.data() + to);
      const Run share = share_of(level, parts, part);
      for (std::uint32_t node = share.begin; node < share.end; ++node)
        if (nodes_[node].children > 0) nodes_[node].first_child += to;
    });
  }

  /// Returns the nodes of a level whose middles lie in a part's share of all rows.
  Run share_of(Run level, unsigned parts, unsigned part) const {
    const auto first_from = [&](unsigned number) {
      const std::size_t row = part_begin(rows_.size(), parts, number);
      const auto some = nodes().subspan(level.begin, level.size());
      const auto twice_middle = [](const Subtree& s) { return std::size_t{s.begin} + s.end; };
      const auto at = std::ranges::lower_bound(some, 2 * row, {}, twice_middle);
      return level.begin + count(static_cast<std::size_t>(at - some.begin()));
    };
    return {part == 0 ? level.begin : first_from(part),
            part + 1 == parts ? level.end : first_from(part + 1)};
  }

  std::vector<Run> levels_;                  // [level] the range of its nodes
  std::vector<std::vector<Subtree>> lists_;  // [part] the children that a thread has made
};

// The overlapping pairs of a tree whose subtrees are runs of rows are found in one walk from the
// root.

/// Logs a node of a tree: that it was divided, if it was, then the node and the boxes that it
/// keeps. `number` is the node's number in the log, `cell` the area that it is shown with.
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

/// Finds the overlapping pairs of a tree in one walk. The walk carries down a list of the boxes met
/// so far that reach into the current node: the own boxes of the nodes above it, and the boxes of
/// earlier siblings where subtrees overlap. Entering a child keeps the boxes of the list that
/// overlap the child's bounds; at each node its own boxes are compared with the list and with each
/// other. So every pair is compared once, in the deepest node that holds one of the two and reaches
/// the other, and every loop runs over neighboring memory.
///
/// A list has room for n rows. Where it is outgrown (nearly everything overlaps nearly everything),
/// the rest is compared with all rows of the child at once, and is not carried further.
///
/// Boxes in no tree, or in another one, can be let in from above: they are the root's list.
///
/// Each of several threads has an equal share of the rows. It walks down to these with lists of its
/// own, and compares the boxes of those nodes whose rows begin in its share; so the pairs, and
/// their order, are those of one thread.
///
/// Cost: O(n * depth) comparisons with bounds, several at once, and those of boxes with each other.
class SubtreeJoin {
 public:
  static constexpr std::uint16_t kMaxDepth = 64;

  /// A view of a tree of boxes, root first; it may be empty.
  struct Tree {
    const BoxColumns& rows;
    std::span<const Subtree> nodes;
    std::uint32_t first_number = 0;  ///< the number of the root in the event log
  };

  /// Makes room for n boxes; allocates when that is more than ever.
  void reserve(std::size_t n) {
    room_ = n;
    for (BoxColumns& lists : lists_) lists.resize(n);
  }
  /// Begins a frame: sets the count of comparisons to 0.
  void start() { comparisons_ = 0; }

  /// Emits the overlapping pairs of a tree, as far as they are eligible. Allocates lists when there
  /// are more threads than ever.
  template <class T>
  void run(const Frame& f, const Tree& tree, PairSink& out, T& trace) {
    if (tree.nodes.empty()) return;
    in_shares(f, tree, tree.rows.size(), out, trace, [](Walk<T>& w) { w.walk(0, {}); });
  }

  /// Emits the overlapping pairs of a box of a tree and one of `others`, as far as they are
  /// eligible; skips nodes that none of `others` overlaps.
  template <class T>
  void run(const Frame& f, const Tree& tree, const BoxColumns& others, PairSink& out, T& trace) {
    if (tree.nodes.empty() || others.size() == 0) return;
    const std::size_t n = tree.rows.size() + others.size();
    in_shares(f, tree, n, out, trace, [&](Walk<T>& w) {
      Run list{};
      w.take(tree.nodes[0], others, {0, static_cast<std::uint32_t>(others.size())}, list);
      w.let_in(0, list);
    });
  }

  /// The number of pairs of boxes compared since `start`.
  std::uint64_t comparisons() const { return comparisons_; }

 private:
  static constexpr std::uint32_t kRowsAtOnce = 2048;
  static constexpr std::uint32_t kLetInAtOnce = 128;

  /// The walk of one thread through a tree. It compares the boxes of nodes that begin in its share.
  template <class T>
  struct Walk {
    const Frame& f;
    const Tree tree;
    const Run share;  // the part of the rows that this thread owns
    PairSink& out;
    BoxColumns& lists;
    T& trace;
    PairWriter writer{f, out};
    std::uint64_t comparisons = 0;

    /// Walks a subtree that inherits `list`, a run of `lists`.
    void walk(std::uint32_t number, Run list) {
      if (is_stopped(f)) return;
      const Subtree& node = tree.nodes[number];
      const Run own{node.begin, node.own_end};
      trace_visit(number);
      if (owns(node)) {
        across(own, lists, list, node.depth);
        within(own, node.depth);
      }
      for (std::uint32_t k = 0; k < node.children; ++k)
        if (reaches(tree.nodes[node.first_child + k]))
          walk(node.first_child + k, carry(node, k, list));
    }

    /// Walks a subtree and compares its boxes with those of `list`, not with each other. A subtree
    /// of at most `kLetInAtOnce` boxes is compared at once, which takes less time than visiting its
    /// nodes.
    void let_in(std::uint32_t number, Run list) {
      if (list.size() == 0 || is_stopped(f)) return;
      const Subtree& node = tree.nodes[number];
      trace_visit(number);
      const bool is_small = node.end - node.begin <= kLetInAtOnce;
      if (owns(node))
        across({node.begin, is_small ? node.end : node.own_end}, lists, list, node.depth);
      for (std::uint32_t k = 0; k < node.children && !is_small; ++k) {
        const Subtree& child = tree.nodes[node.first_child + k];
        if (!reaches(child)) continue;
        Run carried{list.end, list.end};
        take(child, lists, list, carried);
        let_in(node.first_child + k, carried);
      }
    }

    /// Adds the boxes of `from[run]` that overlap the child to `carried`. Those for which the lists
    /// have no room are compared with all rows of the child at once.
    void take(const Subtree& child, const BoxColumns& from, Run run, Run& carried) {
      const Run rest = keep_in_room(from, run, child.bounds, lists, carried);
      if (rest.size() > 0 && owns(child)) across({child.begin, child.end}, from, rest, child.depth);
    }

   private:
    bool owns(const Subtree& node) const { return node.begin - share.begin < share.size(); }
    bool reaches(const Subtree& node) const {
      return node.begin < share.end && share.begin < node.end;
    }

    void trace_visit(std::uint32_t number) {
      const Subtree& node = tree.nodes[number];
      if constexpr (T::on)
        trace.add({EventKind::visit, Axis::x, node.depth, tree.first_number + number,
                   node.end - node.begin, node.bounds});
    }

    /// Makes the list that child number `k` of a node inherits, by the node's own list, its boxes
    /// and earlier children. It lies behind the node's list in `lists`.
    Run carry(const Subtree& node, std::uint32_t k, Run list) {
      const Subtree& child = tree.nodes[node.first_child + k];
      Run carried{list.end, list.end};
      take(child, lists, list, carried);
      take(child, tree.rows, {node.begin, node.own_end}, carried);
      for (std::uint32_t earlier = 0; earlier < k; ++earlier) {
        const Subtree& sibling = tree.nodes[node.first_child + earlier];
        if (overlaps(sibling.bounds, child.bounds))
          take(child, tree.rows, {sibling.begin, sibling.end}, carried);
      }
      return carried;
    }

    /// Emits the overlapping pairs of a box in the run `left` of the tree's rows and one in the run
    /// `right` of `from`.
    void across(Run left, const BoxColumns& from, Run right, std::uint16_t depth) {
      comparisons += std::uint64_t{left.size()} * right.size();
      if constexpr (T::on) {
        for (std::uint32_t i = left.begin; i < left.end && !is_stopped(f); ++i)
          for (std::uint32_t k = right.begin; k < right.end; ++k)
            test_pair(f, from.id[k], tree.rows.id[i], out, trace, depth);
      } else if (right.size() >= left.size()) {
        in_parts(left, [&](Run part) { join_across(tree.rows, part, from, right, writer); });
      } else if (right.size() > 0) {  // vectors are filled from the longer run
        in_parts(right, [&](Run part) { join_across(from, part, tree.rows, left, writer); });
      }
    }

    /// Emits the overlapping pairs of the boxes in the run `own` of the tree's rows.
    void within(Run own, std::uint16_t depth) {
      if (own.size() < 2) return;
      comparisons += std::uint64_t{own.size()} * (own.size() - 1) / 2;
      if constexpr (T::on) {
        for (std::uint32_t i = own.begin; i < own.end && !is_stopped(f); ++i)
          for (std::uint32_t k = i + 1; k < own.end; ++k)
            test_pair(f, tree.rows.id[i], tree.rows.id[k], out, trace, depth);
      } else {
        in_parts(own, [&](Run part) {
          join_within(tree.rows, part, writer);
          join_across(tree.rows, part, tree.rows, {part.end, own.end}, writer);
        });
      }
    }

    /// Calls `use` with one part of the run after the other, and ends early when the search is
    /// stopped.
    template <class Use>
    void in_parts(Run run, Use use) {
      for (; run.size() > kRowsAtOnce; run.begin += kRowsAtOnce) {
        if (is_stopped(f)) return;
        use(Run{run.begin, run.begin + kRowsAtOnce});
      }
      use(run);
    }
  };

  /// Calls `walk` for each share of the rows, on a thread of its own. `n`, the number of boxes to
  /// compare, decides how many shares there are. A traced walk has one, as a log has one writer.
  template <class T, class Do>
  void in_shares(const Frame& f, const Tree& tree, std::size_t n, PairSink& out, T& trace,
                 Do walk) {
    const unsigned parts = T::on ? 1 : PairParts::parts_for(f, n);
    while (lists_.size() < parts) lists_.emplace_back().resize(room_);
    const auto walk_share = [&](unsigned part, PairSink& found) {
      Walk<T> w{f, tree, part_of(tree.rows.size(), parts, part), found, lists_[part], trace};
      walk(w);
      return w.comparisons;
    };
    if (parts == 1) {  // saves the joining of parts
      comparisons_ += walk_share(0, out);
      return;
    }
    if (comparisons_of_part_.size() < parts) comparisons_of_part_.resize(parts);
    pair_parts_.find(f, parts, out, [&](unsigned part, PairSink& found) {
      comparisons_of_part_[part] = walk_share(part, found);
    });
    for (unsigned part = 0; part < parts; ++part) comparisons_ += comparisons_of_part_[part];
  }

  std::size_t room_ = 0;           // boxes for which each list has room
  std::vector<BoxColumns> lists_;  // [part] the lists that its walk carries down
  std::vector<std::uint64_t> comparisons_of_part_;
  PairParts pair_parts_;
  std::uint64_t comparisons_ = 0;
};

/// Base of the algorithms with one tree of static sprites and one of moving ones; `run` of the
/// derived class builds them.
///
/// The tree of the static sprites is built again when one of them has changed (StaticSplit), that
/// of the moving sprites in each frame. The pairs are those of two moving sprites, found in the
/// latter, and those of a moving sprite and a static one, found by letting the boxes of the smaller
/// tree into the other from above. Where fewer than one in eight sprites are static, all are in the
/// tree of the moving ones.
///
/// `Nodes` is a LevelTree with `reserve`, `build(boxes, ids, rules, parts)` and `trace`. In the
/// event log the nodes of the moving sprites are numbered behind those of the static ones.
///
/// Cost: a frame in which no static sprite changes costs, beside the moving ones, O(n) to see that,
/// and O(m log n + k) for m moving sprites among many static ones.
template <class Self, class Nodes, const auto& Rows>
class SplitTreesOf : public BroadphaseOf<Self, typename Nodes::Rules, Rows> {
 public:
  void reset(const Frame& f) override {
    split_.forget();
    reserve(f.size());
    static_.build({}, {}, {}, 1);
    moving_.build({}, {}, {}, 1);
  }
  void query([[maybe_unused]] const Frame& f, const Aabb& box, Sink<SpriteId>& out,
             Recorder* log) override {
    static_assert((Nodes::kFanout - 1) * Nodes::kMaxDepth + Nodes::kFanout <= kMaxWaiting);
    assert(static_.rows().size() + moving_.rows().size() == f.size() &&
           "query comes after find_pairs of the same frame");
    for (const SubtreeJoin::Tree& tree : trees())
      if (log)
        trace_query(tree, 0, box, out, *log);
      else
        find_in_subtrees(tree.rows, tree.nodes, box, out);
  }
  bool query_along(const Frame&, const SegmentBand& band, Sink<SpriteId>& out) override {
    for (const SubtreeJoin::Tree& tree : trees())
      find_in_subtrees(tree.rows, tree.nodes, band, out);
    return true;
  }

 protected:
  /// Builds the trees of the frame. Allocates when there are more sprites than ever, or the first
  /// static ones.
  void build(const Frame& f) {
    reserve(f.size());
    const bool are_others = split_.update(f);
    const auto build_one = [&](Nodes& tree, auto boxes, auto ids) {
      tree.build(boxes, ids, this->p_, PairParts::parts_for(f, boxes.size()));
    };
    if (!split_.is_split()) {
      if (are_others) build_one(static_, std::span<const Aabb>(), std::span<const SpriteId>());
      return build_one(moving_, f.boxes, std::span<const SpriteId>());
    }
    if (are_others) {
      static_.reserve(f.size());
      build_one(static_, split_.static_boxes(), split_.statics());
    }
    build_one(moving_, split_.moving_boxes(), split_.moving());
  }

  /// Logs the nodes of both trees.
  template <class T>
  void trace_nodes(T& log) const {
    static_.trace(0, log);
    moving_.trace(trees()[1].first_number, log);
  }

  /// Emits the pairs of the frame of the last `build`.
  template <class T>
  void join(const Frame& f, PairSink& out, T& trace) {
    const auto [still, moving] = trees();
    join_.start();
    if (!split_.is_split()) return join_.run(f, moving, out, trace);
    const Frame seen = without_flags(f);
    join_.run(seen, moving, out, trace);
    if (still.rows.size() < moving.rows.size())
      join_.run(seen, moving, still.rows, out, trace);
    else
      join_.run(seen, still, moving.rows, out, trace);
  }

  const Nodes& of_static() const { return static_; }
  const Nodes& of_moving() const { return moving_; }
  std::size_t node_count() const { return static_.nodes().size() + moving_.nodes().size(); }
  /// Writes a remark about the last frame, such as "12.3 comparisons per sprite instead of 499.5,
  /// in 80 nodes"; without "instead of" where all pairs are compared.
  Sentence comparisons_text(const Frame& f) const {
    const auto n = static_cast<double>(f.size());
    const std::string mine = rounded(static_cast<double>(join_.comparisons()) / n, 1),
                      all = rounded((n - 1) / 2, 1);
    const Sentence nodes = counted(node_count(), "node");
    if (mine == all) return {"{} comparisons per sprite, in {}", {mine, nodes}};
    return {"{} comparisons per sprite instead of {}, in {}", {mine, all, nodes}};
  }
  void remark_statics(std::vector<Remark>& out) const { split_.remark(out); }

 private:
  std::array<SubtreeJoin::Tree, 2> trees() const {
    const auto statics = static_cast<std::uint32_t>(static_.nodes().size());
    return {{{static_.rows(), static_.nodes(), 0}, {moving_.rows(), moving_.nodes(), statics}}};
  }
  void reserve(std::size_t n) {
    moving_.reserve(n);
    join_.reserve(n);
  }

  /// Makes the walk of `find_in_subtrees` box by box and logs the visits to nodes.
  static void trace_query(const SubtreeJoin::Tree& tree, std::uint32_t number, const Aabb& box,
                          Sink<SpriteId>& out, Recorder& trace) {
    if (tree.nodes.empty() || !overlaps(tree.nodes[number].bounds, box)) return;
    const Subtree& node = tree.nodes[number];
    trace.add({EventKind::visit, Axis::x, node.depth, tree.first_number + number, 0, node.bounds});
    for (std::uint32_t at = node.begin; at < node.own_end; ++at)
      if (overlaps(tree.rows.box(at), box)) out.push(tree.rows.id[at]);
    for (std::uint32_t k = 0; k < node.children; ++k)
      trace_query(tree, node.first_child + k, box, out, trace);
  }

  StaticSplit split_;
  Nodes static_, moving_;
  SubtreeJoin join_;
};

}  // namespace phasebox
