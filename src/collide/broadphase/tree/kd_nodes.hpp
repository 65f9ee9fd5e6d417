// SPDX-License-Identifier: MIT
// The nodes of a kd-tree: boxes dealt out to the sides of one plane after the other.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "collide/broadphase/tree/kd_planes.hpp"
#include "collide/broadphase/tree/node_levels.hpp"
#include "collide/broadphase/tree/subtree_join.hpp"

namespace phasebox {

enum class SplitRule : std::uint8_t { median, cost };
struct KdTreeParams {
  SplitRule split = SplitRule::cost;
  std::uint32_t leaf_size = 24;
  std::uint32_t max_depth = 0;
};

/// A kd-tree of some boxes, built at once. The boxes on either side of a cut go down; those that it
/// would cut stay, so every box is stored once and what lies on different sides is never compared.
///
/// `median` cuts the longer side at the middle one of the boxes' centers; `cost` tries 15 planes on
/// either axis and takes the one with the least expected number of comparisons, the surface area
/// heuristic with perimeters. In a large cell both look at 64 of the boxes. A cut that helps little
/// (it cuts more than three quarters of the boxes, or leaves nearly all or none on one side) is
/// replaced by a median on the longer, then on the shorter side; where that helps little too, as
/// with identical boxes, the cell stays whole, as it does at `max-depth` and when the pool of n +
/// 64 nodes is used up.
class KdNodes {
 public:
  using Rules = KdTreeParams;
  static constexpr std::size_t kFanout = 2, kMaxDepth = 48;

  /// For up to n boxes; allocates when that is more than ever.
  void reserve(std::size_t n) {
    nodes_.reserve(pool_size(n));
    if (cuts_.size() < pool_size(n)) cuts_.resize(pool_size(n));
    items_.reserve(n), spare_.reserve(n), rows_.resize(n);
  }
  /// Replaces the tree by one over these boxes of sprites `ids`; without ids sprite k has box k.
  /// The same on as many threads as there are parts. O(n) per level.
  void build(std::span<const Aabb> boxes, std::span<const SpriteId> ids, const Rules& rules,
             unsigned parts) {
    rules_ = rules;
    nodes_.clear();
    items_.resize(boxes.size()), spare_.resize(boxes.size()), rows_.resize(boxes.size());
    deepest_ = 0, has_threads_ = parts > 1;
    if (boxes.empty()) return;
    for_each_part(parts, [&](unsigned part) {
      const Run run = part_of(items_.size(), parts, part);
      for (SpriteId k = run.begin; k < run.end; ++k)
        items_[k] = {boxes[k], ids.empty() ? k : ids[k]};
    });
    choose_depth_limit(boxes.size());
    add_node(nodes_, {0, count(boxes.size())}, 0);
    levels_.grow(nodes_, {parts, kFanout, 2, pool_size(boxes.size())},
                 [&](std::size_t node, auto& to) { divide(node, to); });
    for_each_part(parts, [&](unsigned part) {
      const Run run = part_of(items_.size(), parts, part);
      for (std::uint32_t at = run.begin; at < run.end; ++at)
        rows_.set(at, items_[at].box, items_[at].id);
    });
    levels_.fit_all(nodes_, rows_, parts);
    deepest_ = nodes_.back().depth;  // they lie level by level
  }

  const BoxColumns& rows() const { return rows_; }
  std::span<const Subtree> nodes() const { return nodes_; }  ///< parents before children
  std::uint16_t deepest() const { return deepest_; }         ///< cuts above the deepest node

  /// Says what each node holds: cells as the cuts leave them; what a node holds is smaller. The
  /// root has number `first`.
  template <class T>
  void trace(std::uint32_t first, T& log) const {
    if (!nodes_.empty()) trace_node(0, nodes_[0].bounds, first, log);
  }

 private:
  static std::size_t pool_size(std::size_t n) { return n + 64; }

  void choose_depth_limit(std::size_t n) {
    const auto halves = static_cast<std::uint32_t>(std::bit_width(n / rules_.leaf_size));
    depth_limit_ = rules_.max_depth > 0 ? rules_.max_depth
                                        : std::clamp(2 * halves, 8u, std::uint32_t{kMaxDepth});
  }

  static void add_node(std::vector<Subtree>& to, Run rows, std::uint16_t depth) {
    to.push_back(
        {.bounds = {}, .begin = rows.begin, .own_end = rows.end, .end = rows.end, .depth = depth});
  }

  void divide(std::size_t number, std::vector<Subtree>& to) {
    const Subtree node = nodes_[number];
    if (node.end - node.begin <= rules_.leaf_size || node.depth >= depth_limit_) return;
    if (nodes_.size() + 2 > pool_size(items_.size())) return;
    const kd::Counts sides = cut(number);
    if (!helps(sides)) return;
    const std::uint32_t first = node.begin + sides[kd::across], second = first + sides[kd::below];
    nodes_[number].own_end = first;
    nodes_[number].first_child = count(to.size());
    nodes_[number].children = 2;
    const auto depth = static_cast<std::uint16_t>(node.depth + 1);
    add_node(to, {first, second}, depth);
    add_node(to, {second, node.end}, depth);
  }

  /// Deals the node's items out to the sides of the first plane that helps, if one does.
  kd::Counts cut(std::size_t number) {
    const Subtree& node = nodes_[number];
    const kd::Sample sample({items_.data() + node.begin, items_.data() + node.end});
    const Axis longer = sample.longer_axis();
    kd::Plane plane = rules_.split == SplitRule::cost ? sample.cheapest() : sample.median(longer);
    for (unsigned tried = 0;; ++tried) {
      const kd::Counts sides =
          plane.axis == Axis::x ? deal<Axis::x>(node, plane.at) : deal<Axis::y>(node, plane.at);
      cuts_[number] = plane;
      if (helps(sides) || tried == 2) return sides;
      plane = sample.median(tried == 0 ? longer : other(longer));
    }
  }

  static bool helps(const kd::Counts& sides) {
    const std::uint32_t all = sides[kd::across] + sides[kd::below] + sides[kd::above];
    const auto [fewer, more] = std::minmax(sides[kd::below], sides[kd::above]);
    return fewer > 0 && 4 * (fewer + more) >= all && 16 * more <= 15 * all;
  }

  /// Brings the items of each side together: first those across, then those below, then those
  /// above. In one pass, without branches: the former stay, the others wait at either end of the
  /// spare.
  template <Axis axis>
  kd::Counts deal(const Subtree& node, float at) {
    kd::Item* const spare = spare_.data() + (has_threads_ ? node.begin : 0);
    std::array<kd::Item*, 3> next{&items_[node.begin], spare, spare + (node.end - node.begin) - 1};
    constexpr std::array<std::ptrdiff_t, 3> kStep{1, 1, -1};
    kd::Counts sides{};
    for (std::uint32_t k = node.begin; k < node.end; ++k) {
      const kd::Item item = items_[k];
      const kd::Side side = kd::side_of<axis>(item.box, at);
      *next[side] = item;
      next[side] += kStep[side];
      ++sides[side];
    }
    const auto size = static_cast<std::ptrdiff_t>(node.end - node.begin);
    kd::Item* to = std::copy_n(spare, sides[kd::below], next[kd::across]);
    std::copy(spare + size - sides[kd::above], spare + size, to);
    return sides;
  }

  template <class T>
  void trace_node(std::uint32_t number, const Aabb& cell, std::uint32_t first, T& log) const {
    const Subtree& node = nodes_[number];
    trace_subtree(node, first + number, cell, rows_, log);
    if (node.children == 0) return;
    const auto [axis, at] = cuts_[number];
    Aabb lower = cell, upper = cell;
    (axis == Axis::x ? lower.max.x : lower.max.y) = at;
    (axis == Axis::x ? upper.min.x : upper.min.y) = at;
    trace_node(node.first_child, lower, first, log);
    trace_node(node.first_child + 1, upper, first, log);
  }

  static std::uint32_t count(std::size_t n) { return static_cast<std::uint32_t>(n); }

  Rules rules_;
  std::vector<Subtree> nodes_;
  std::vector<kd::Plane> cuts_;  // [node]
  std::vector<kd::Item> items_, spare_;
  BoxColumns rows_;  // the items, once they are in order
  NodeLevels levels_;
  bool has_threads_ = false;  // each node then has a spare of its own
  std::uint32_t depth_limit_ = 0;
  std::uint16_t deepest_ = 0;
};

}  // namespace phasebox
