// SPDX-License-Identifier: MIT
// Nodes of a tree made level by level, each level by several threads.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "collide/broadphase/kernels/box_columns.hpp"
#include "collide/broadphase/tree/subtree.hpp"

namespace phasebox {

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

}  // namespace phasebox
