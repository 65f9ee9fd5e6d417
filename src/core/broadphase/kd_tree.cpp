// SPDX-License-Identifier: MIT
// kd-tree: an axis-aligned binary space partition (J. Bentley, "Multidimensional Binary Search
// Trees", 1975; Brown CS collision detection notes, BSP).
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

#include "core/broadphase/box_rows.hpp"
#include "core/broadphase/broadphase.hpp"
#include "core/broadphase/subtree_join.hpp"
#include "core/broadphase/wording.hpp"

namespace phasebox {
namespace {

enum class SplitRule : std::uint8_t { median, cost };
constexpr std::array<std::string_view, 2> kSplitNames{"median", "cost"};

struct KdTreeParams {
  SplitRule split = SplitRule::cost;
  std::uint32_t leaf_size = 16;
  std::uint32_t max_depth = 0;
};

constexpr std::uint32_t kMostDepth = 48;

constexpr std::array kKdTreeRows{
    choice<&KdTreeParams::split>("split", kSplitNames,
                                 "Where a cell is cut: at the middle box of its longer side, or "
                                 "where the expected number of "
                                 "comparisons is least."),
    param<&KdTreeParams::leaf_size>("leaf-size", 1, 200, "sprites",
                                    "A cell with this many sprites or fewer is not cut."),
    param<&KdTreeParams::max_depth>(
        "max-depth", 0, kMostDepth, "cuts",
        "A cell this many cuts deep is not cut; 0 allows twice as many as halves would need."),
};

/// A box with its sprite, as it is dealt out to the two sides of a plane.
struct Item {
  Aabb box;
  SpriteId id;
};

/// Where a box lies.
enum Side : std::uint32_t { across, below, above };
using Counts = std::array<std::uint32_t, 3>;  // [Side]

/// A plane that cuts a cell in two, and what it does to the boxes.
struct Cut {
  Axis axis = Axis::x;
  float at = 0;
  Counts counts{};
};

/// A box that touches the plane is not across it. One on the plane, without extent, is below.
template <Axis axis>
Side side_of(const Aabb& box, float at) {
  const auto is_below = static_cast<std::uint32_t>(high(box, axis) <= at);
  const auto is_above = static_cast<std::uint32_t>(low(box, axis) >= at) & ~is_below;
  return static_cast<Side>(is_below * below | (is_above & 1) * above);
}

/// Boxes that begin and end in each of 16 equal stripes of a cell, on one axis.
template <Axis axis>
class Stripes {
 public:
  static constexpr std::uint32_t kCount = 16;

  explicit Stripes(const Aabb& cell)
      : origin_(low(cell, axis)), length_(static_cast<double>(high(cell, axis)) - origin_) {
    if (length_ > 0) per_unit_ = kCount / length_;
  }
  void add(const Aabb& box) {
    ++begins_[stripe(low(box, axis))];
    ++ends_[stripe(high(box, axis))];
  }
  /// The edge of a stripe with the least expected comparisons: a box met in the cell reaches either
  /// part in proportion to its perimeter, and is compared with what lies there; with those across
  /// always.
  void improve(std::uint32_t size, double across_length, double& least, Cut& best) const {
    std::uint32_t ended = 0, begun = 0;
    for (std::uint32_t edge = 1; edge < kCount; ++edge) {
      ended += ends_[edge - 1], begun += begins_[edge - 1];
      const double part = length_ * edge / kCount, all = length_ + across_length;
      const double cost = ended * (part + across_length) / all + (begun - ended) +
                          (size - begun) * (length_ - part + across_length) / all;
      if (cost >= least || ended == size || begun == 0) continue;
      least = cost;
      best.axis = axis, best.at = static_cast<float>(origin_ + part);
    }
  }

 private:
  std::uint32_t stripe(float at) const {
    const auto whole = static_cast<std::uint32_t>((static_cast<double>(at) - origin_) * per_unit_);
    return std::min(whole, kCount - 1);
  }

  double origin_, length_, per_unit_ = 0;
  std::array<std::uint32_t, kCount> begins_{}, ends_{};
};

/// Each frame the plane is cut anew into two cells, and these again, until few boxes share a cell.
/// Boxes on either side of a cut go down; those that it would cut stay, so every box is stored once
/// and what lies on different sides is never compared. Pairs: see SubtreeJoin.
///
/// `median` cuts the longer side at the middle one of the boxes' centres (of a sample of 63);
/// `cost` tries 15 planes on either axis and takes the one with the least expected number of
/// comparisons, the surface area heuristic with perimeters. A cut that helps little (it cuts more
/// than three quarters of the boxes, or leaves nearly all or none on one side) is replaced by a
/// median on the longer, then on the shorter side; where that helps little too, as with identical
/// boxes, the cell stays whole, as it does at `max-depth` and when the pool of n + 64 nodes is used
/// up.
///
/// Cost: build O(n) per level, of which there are at most max(8, 2 log2(n / leaf-size)); pairs
/// O(n log n + k) for small, spread boxes; worst case n(n-1)/2 when every cut would cut most boxes.
/// Query O(log n + k) likewise. Keeps between frames: only its memory, some 125 bytes per sprite.
/// Source: J. L. Bentley, "Multidimensional Binary Search Trees Used for Associative Searching",
/// 1975; cost: J. Goldsmith and J. Salmon, "Automatic Creation of Object Hierarchies for Ray
/// Tracing", 1987, and J. D. MacDonald and K. S. Booth, "Heuristics for Ray Tracing Using Space
/// Subdivision", 1990, there with surface areas.
class KdTree final : public BroadphaseOf<KdTree, KdTreeParams, kKdTreeRows> {
 public:
  void reset(const Frame& f) override {
    reserve(f.size());
    nodes_.clear(), cuts_.clear();
  }

  template <class T>
  void run(const Frame& f, PairSink& out, T& trace) {
    build(f);
    if constexpr (T::on) trace_nodes(trace);
    join_.run(f, rows_, nodes_, out, trace);
  }

  void find_near([[maybe_unused]] const Frame& f, const Aabb& box, Sink<SpriteId>& out,
                 Recorder* log) override {
    assert(items_.size() == f.size() && "find_near comes after find_pairs of the same frame");
    find_in_tree<2, kMostDepth>(rows_, nodes_, box, out, log);
  }

  void remark(const Frame& f, std::vector<Remark>& out) const override {
    if (f.size() < 2) return;
    const auto n = static_cast<double>(f.size());
    const double comparisons = static_cast<double>(join_.comparisons());
    out.push_back({false, rounded(comparisons / n, 1) + " comparisons per sprite instead of " +
                              rounded((n - 1) / 2, 1) + ", in " + counted(nodes_.size(), "node") +
                              ", at most " + counted(deepest_, "cut") + " deep."});
  }

 private:
  static std::size_t pool_size(std::size_t n) { return n + 64; }
  void reserve(std::size_t n) {
    nodes_.reserve(pool_size(n)), cuts_.reserve(pool_size(n));
    items_.reserve(n), spare_.reserve(n), rows_.resize(n), join_.reserve(n);
  }

  void build(const Frame& f) {
    reserve(f.size());
    nodes_.clear(), cuts_.clear();
    items_.resize(f.size()), spare_.resize(f.size());
    deepest_ = 0;
    if (f.size() == 0) return;
    Aabb field = f.boxes[0];
    for (SpriteId i = 0; i < f.size(); ++i) {
      items_[i] = {f.boxes[i], i};
      field = united(field, f.boxes[i]);
    }
    choose_depth_limit(f.size());
    add_node(field, 0, count(f.size()), 0);
    for (std::size_t node = 0; node < nodes_.size(); ++node) divide(node);  // grows meanwhile
    for (std::size_t at = 0; at < items_.size(); ++at) rows_.set(at, items_[at].box, items_[at].id);
  }

  void choose_depth_limit(std::size_t n) {
    const auto halves = static_cast<std::uint32_t>(std::bit_width(n / p_.leaf_size));
    depth_limit_ = p_.max_depth > 0 ? p_.max_depth : std::clamp(2 * halves, 8u, kMostDepth);
  }

  void add_node(const Aabb& bounds, std::uint32_t begin, std::uint32_t end, std::uint16_t depth) {
    nodes_.push_back(
        {.bounds = bounds, .begin = begin, .own_end = end, .end = end, .depth = depth});
    cuts_.push_back({});
    deepest_ = std::max(deepest_, depth);
  }

  void divide(std::size_t number) {
    const Subtree node = nodes_[number];
    if (node.end - node.begin <= p_.leaf_size || node.depth >= depth_limit_) return;
    if (nodes_.size() + 2 > pool_size(items_.size())) return;
    const std::optional<Cut> cut = choose_cut(node);
    if (!cut) return;
    cuts_[number] = {cut->axis, cut->at};
    const auto bounds =
        cut->axis == Axis::x ? deal<Axis::x>(node, *cut) : deal<Axis::y>(node, *cut);
    std::uint32_t begin = node.begin + cut->counts[across];
    nodes_[number].own_end = begin;
    nodes_[number].first_child = count(nodes_.size());
    for (const Side side : {below, above}) {
      const std::uint32_t end = begin + cut->counts[side];
      if (begin == end) continue;
      add_node(bounds[side], begin, end, static_cast<std::uint16_t>(node.depth + 1));
      ++nodes_[number].children;
      begin = end;
    }
  }

  /// Nothing when no cut helps.
  std::optional<Cut> choose_cut(const Subtree& node) {
    const Vec2 half = node.bounds.max * 0.5f - node.bounds.min * 0.5f;
    const Axis longer = half.x >= half.y ? Axis::x : Axis::y;
    Cut cut = p_.split == SplitRule::cost ? cheapest(node) : median(node, longer);
    for (unsigned tried = 0;; ++tried) {
      cut.counts = cut.axis == Axis::x ? count_sides<Axis::x>(node, cut.at)
                                       : count_sides<Axis::y>(node, cut.at);
      if (helps(cut.counts)) return cut;
      if (tried == 2) return std::nullopt;
      cut = median(node, tried == 0 ? longer : other(longer));
    }
  }

  static bool helps(const Counts& counts) {
    const std::uint32_t all = counts[across] + counts[below] + counts[above];
    const auto [fewer, more] = std::minmax(counts[below], counts[above]);
    return fewer > 0 && 4 * (fewer + more) >= all && 16 * more <= 15 * all;
  }

  Cut cheapest(const Subtree& node) const {
    Stripes<Axis::x> x(node.bounds);
    Stripes<Axis::y> y(node.bounds);
    for (std::uint32_t at = node.begin; at < node.end; ++at)
      x.add(items_[at].box), y.add(items_[at].box);
    const auto size_along = [&](Axis a) {
      return static_cast<double>(high(node.bounds, a)) - static_cast<double>(low(node.bounds, a));
    };
    const std::uint32_t size = node.end - node.begin;
    double least = std::numeric_limits<double>::max();
    Cut best{Axis::x, center(node.bounds).x, {}};
    x.improve(size, size_along(Axis::y), least, best);
    y.improve(size, size_along(Axis::x), least, best);
    return best;
  }

  /// Through the middle one of the centres of evenly spaced items: halves to within a few percent.
  Cut median(const Subtree& node, Axis axis) const {
    constexpr std::uint32_t kMost = 63;
    std::array<float, kMost> centers{};
    const std::uint32_t size = node.end - node.begin, taken = std::min(size, kMost);
    for (std::uint32_t k = 0; k < taken; ++k) {
      const std::uint64_t at = node.begin + std::uint64_t{k} * size / taken;
      centers[k] = along(center(items_[at].box), axis);
    }
    const auto middle = centers.begin() + taken / 2;
    std::nth_element(centers.begin(), middle, centers.begin() + taken);
    return {axis, *middle, {}};
  }

  template <Axis axis>
  Counts count_sides(const Subtree& node, float at) const {
    Counts counts{};
    for (std::uint32_t k = node.begin; k < node.end; ++k)
      ++counts[side_of<axis>(items_[k].box, at)];
    return counts;
  }

  /// Brings the items of each side together, those across first. Returns what each side covers.
  template <Axis axis>
  std::array<Aabb, 3> deal(const Subtree& node, const Cut& cut) {
    constexpr float kFar = std::numeric_limits<float>::max();
    std::array<Aabb, 3> bounds;
    bounds.fill({{kFar, kFar}, {-kFar, -kFar}});
    Counts next{node.begin, node.begin + cut.counts[across], node.end - cut.counts[above]};
    for (std::uint32_t k = node.begin; k < node.end; ++k) {
      const Side side = side_of<axis>(items_[k].box, cut.at);
      spare_[next[side]++] = items_[k];
      bounds[side] = united(bounds[side], items_[k].box);
    }
    std::copy(spare_.begin() + node.begin, spare_.begin() + node.end, items_.begin() + node.begin);
    return bounds;
  }

  /// Cells as the cuts leave them; what a node holds is smaller.
  template <class T>
  void trace_nodes(T& trace) const {
    if (nodes_.empty()) return;
    trace_node(0, nodes_[0].bounds, trace);
  }
  template <class T>
  void trace_node(std::uint32_t number, const Aabb& cell, T& trace) const {
    const Subtree& node = nodes_[number];
    trace.add({Mark::node, Axis::x, node.depth, number, node.own_end - node.begin, cell});
    for (std::uint32_t at = node.begin; at < node.own_end; ++at)
      trace.add({Mark::member, Axis::x, node.depth, rows_.id(at), number, rows_.box(at)});
    const Plane cut = cuts_[number];
    for (std::uint32_t k = 0; k < node.children; ++k) {
      const std::uint32_t child = node.first_child + k;
      Aabb part = cell;
      if (high(nodes_[child].bounds, cut.axis) <= cut.at)
        (cut.axis == Axis::x ? part.max.x : part.max.y) = cut.at;
      else
        (cut.axis == Axis::x ? part.min.x : part.min.y) = cut.at;
      trace_node(child, part, trace);
    }
  }

  struct Plane {
    Axis axis = Axis::x;
    float at = 0;
  };

  static std::uint32_t count(std::size_t n) { return static_cast<std::uint32_t>(n); }

  std::vector<Subtree> nodes_;  // parents before children
  std::vector<Plane> cuts_;     // [node]
  std::vector<Item> items_, spare_;
  BoxRows rows_;  // the items, once they are in order
  SubtreeJoin join_;
  std::uint32_t depth_limit_ = 0;
  std::uint16_t deepest_ = 0;
};

}  // namespace

extern const BroadphaseEntry kd_tree_entry{
    "kd-tree", "kd-tree",
    "Cuts the field in two, and each part again, until few boxes share a cell; a box that a cut "
    "would go through stays above it.",
    "J. Bentley, Multidimensional Binary Search Trees, 1975; Brown CS notes (BSP)",
    make_broadphase<KdTree>};

}  // namespace phasebox
