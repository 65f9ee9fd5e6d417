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
#include <span>
#include <string>
#include <vector>

#include "base/number_format.hpp"
#include "collide/broadphase.hpp"
#include "collide/broadphase/tree/subtree_join.hpp"

namespace phasebox {
namespace {

enum class SplitRule : std::uint8_t { median, cost };
constexpr std::array<std::string_view, 2> kSplitNames{"median", "cost"};

struct KdTreeParams {
  SplitRule split = SplitRule::cost;
  std::uint32_t leaf_size = 24;
  std::uint32_t max_depth = 0;
};

constexpr std::uint32_t kMaxDepth = 48;

constexpr std::array kKdTreeRows{
    choice<&KdTreeParams::split>("split", kSplitNames,
                                 "Where a cell is cut: at the middle box of its longer side, or "
                                 "where the expected number of comparisons is least.")
        .tuned(),
    param<&KdTreeParams::leaf_size>("leaf-size", 1, 200, "sprites",
                                    "A cell with this many sprites or fewer is not cut.")
        .tuned(4, 128),
    param<&KdTreeParams::max_depth>(
        "max-depth", 0, kMaxDepth, "cuts",
        "A cell this many cuts deep is not cut; 0 allows twice as many as halves would need.")
        .zero_means("auto"),
};

/// A box with its sprite, as it is dealt out to the two sides of a plane.
struct Item {
  Aabb box;
  SpriteId id;
};

/// Where a box lies.
enum Side : std::uint32_t { across, below, above };
using Counts = std::array<std::uint32_t, 3>;  // [Side]

/// What cuts a cell in two: a line, here.
struct Plane {
  Axis axis = Axis::x;
  float at = 0;
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
      : origin_(static_cast<double>(low(cell, axis))),
        length_(static_cast<double>(high(cell, axis)) - origin_) {
    if (length_ > 0) per_unit_ = kCount / length_;
  }
  void add(const Aabb& box) {
    ++begins_[stripe(low(box, axis))];
    ++ends_[stripe(high(box, axis))];
  }
  double length() const { return length_; }
  /// The edge of a stripe with the least expected comparisons: a box met in the cell reaches either
  /// part in proportion to its perimeter, and is compared with what lies there; with those across
  /// always.
  void improve(std::uint32_t size, double across_length, double& least, Plane& best) const {
    std::uint32_t ended = 0, begun = 0;
    for (std::uint32_t edge = 1; edge < kCount; ++edge) {
      ended += ends_[edge - 1], begun += begins_[edge - 1];
      const double part = length_ * edge / kCount, all = length_ + across_length;
      const double cost = ended * (part + across_length) / all + (begun - ended) +
                          (size - begun) * (length_ - part + across_length) / all;
      if (cost >= least || ended == size || begun == 0) continue;
      least = cost;
      best = {axis, static_cast<float>(origin_ + part)};
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

/// A cell's boxes, or where there are many, some of them at even distances: planes are chosen by
/// these.
class Sample {
 public:
  /// Of at least one item.
  explicit Sample(std::span<const Item> items) : size_(std::min(items.size(), kMax)) {
    for (std::size_t k = 0; k < size_; ++k) {
      boxes_[k] = items[k * items.size() / size_].box;
      bounds_ = k == 0 ? boxes_[0] : united(bounds_, boxes_[k]);
    }
  }

  Axis longer_axis() const {
    const Vec2 half = bounds_.max * 0.5f - bounds_.min * 0.5f;
    return half.x >= half.y ? Axis::x : Axis::y;
  }
  /// Through the middle one of the centers.
  Plane median(Axis axis) const {
    std::array<float, kMax> centers{};
    for (std::size_t k = 0; k < size_; ++k) centers[k] = along(center(boxes_[k]), axis);
    const auto middle = centers.begin() + static_cast<std::ptrdiff_t>(size_ / 2);
    std::nth_element(centers.begin(), middle, centers.begin() + static_cast<std::ptrdiff_t>(size_));
    return {axis, *middle};
  }
  /// Of the edges of stripes on both axes.
  Plane cheapest() const {
    Stripes<Axis::x> x(bounds_);
    Stripes<Axis::y> y(bounds_);
    for (std::size_t k = 0; k < size_; ++k) x.add(boxes_[k]), y.add(boxes_[k]);
    double least = std::numeric_limits<double>::max();
    Plane best = {Axis::x, center(bounds_).x};
    const auto size = static_cast<std::uint32_t>(size_);
    x.improve(size, y.length(), least, best);
    y.improve(size, x.length(), least, best);
    return best;
  }

 private:
  static constexpr std::size_t kMax = 64;

  std::array<Aabb, kMax> boxes_;
  std::size_t size_;
  Aabb bounds_;
};

/// Each frame the plane is cut into two cells, and these again, until few boxes share a cell.
/// Boxes on either side of a cut go down; those that it would cut stay, so every box is stored once
/// and what lies on different sides is never compared. Pairs: see SubtreeJoin.
///
/// `median` cuts the longer side at the middle one of the boxes' centers; `cost` tries 15 planes on
/// either axis and takes the one with the least expected number of comparisons, the surface area
/// heuristic with perimeters. In a large cell both look at 64 of the boxes. A cut that helps little
/// (it cuts more than three quarters of the boxes, or leaves nearly all or none on one side) is
/// replaced by a median on the longer, then on the shorter side; where that helps little too, as
/// with identical boxes, the cell stays whole, as it does at `max-depth` and when the pool of n +
/// 64 nodes is used up.
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

  void query([[maybe_unused]] const Frame& f, const Aabb& box, Sink<SpriteId>& out,
             Recorder* log) override {
    assert(items_.size() == f.size() && "query comes after find_pairs of the same frame");
    find_in_tree<2, kMaxDepth>(rows_, nodes_, box, out, log);
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
    for (SpriteId i = 0; i < f.size(); ++i) items_[i] = {f.boxes[i], i};
    choose_depth_limit(f.size());
    add_node(0, count(f.size()), 0);
    for (std::size_t node = 0; node < nodes_.size(); ++node) divide(node);  // grows meanwhile
    for (std::size_t at = 0; at < items_.size(); ++at) rows_.set(at, items_[at].box, items_[at].id);
    for (std::size_t node = nodes_.size(); node-- > 0;) fit(nodes_, node, rows_);
  }

  void choose_depth_limit(std::size_t n) {
    const auto halves = static_cast<std::uint32_t>(std::bit_width(n / p_.leaf_size));
    depth_limit_ = p_.max_depth > 0 ? p_.max_depth : std::clamp(2 * halves, 8u, kMaxDepth);
  }

  void add_node(std::uint32_t begin, std::uint32_t end, std::uint16_t depth) {
    nodes_.push_back({.bounds = {}, .begin = begin, .own_end = end, .end = end, .depth = depth});
    cuts_.push_back({});
    deepest_ = std::max(deepest_, depth);
  }

  void divide(std::size_t number) {
    const Subtree node = nodes_[number];
    if (node.end - node.begin <= p_.leaf_size || node.depth >= depth_limit_) return;
    if (nodes_.size() + 2 > pool_size(items_.size())) return;
    const Counts sides = cut(number);
    if (!helps(sides)) return;
    const std::uint32_t first = node.begin + sides[across], second = first + sides[below];
    nodes_[number].own_end = first;
    nodes_[number].first_child = count(nodes_.size());
    nodes_[number].children = 2;
    const auto depth = static_cast<std::uint16_t>(node.depth + 1);
    add_node(first, second, depth);
    add_node(second, node.end, depth);
  }

  /// Deals the node's items out to the sides of the first plane that helps, if one does.
  Counts cut(std::size_t number) {
    const Subtree& node = nodes_[number];
    const Sample sample({items_.data() + node.begin, items_.data() + node.end});
    const Axis longer = sample.longer_axis();
    Plane plane = p_.split == SplitRule::cost ? sample.cheapest() : sample.median(longer);
    for (unsigned tried = 0;; ++tried) {
      const Counts sides =
          plane.axis == Axis::x ? deal<Axis::x>(node, plane.at) : deal<Axis::y>(node, plane.at);
      cuts_[number] = plane;
      if (helps(sides) || tried == 2) return sides;
      plane = sample.median(tried == 0 ? longer : other(longer));
    }
  }

  static bool helps(const Counts& sides) {
    const std::uint32_t all = sides[across] + sides[below] + sides[above];
    const auto [fewer, more] = std::minmax(sides[below], sides[above]);
    return fewer > 0 && 4 * (fewer + more) >= all && 16 * more <= 15 * all;
  }

  /// Brings the items of each side together: first those across, then those below, then those
  /// above. In one pass, without branches: the former stay, the others wait at either end of the
  /// spare.
  template <Axis axis>
  Counts deal(const Subtree& node, float at) {
    std::array<Item*, 3> next{&items_[node.begin], spare_.data(),
                              spare_.data() + (node.end - node.begin) - 1};
    constexpr std::array<std::ptrdiff_t, 3> kStep{1, 1, -1};
    Counts sides{};
    for (std::uint32_t k = node.begin; k < node.end; ++k) {
      const Item item = items_[k];
      const Side side = side_of<axis>(item.box, at);
      *next[side] = item;
      next[side] += kStep[side];
      ++sides[side];
    }
    const auto size = static_cast<std::ptrdiff_t>(node.end - node.begin);
    Item* to = std::copy_n(spare_.data(), sides[below], next[across]);
    std::copy(spare_.data() + size - sides[above], spare_.data() + size, to);
    return sides;
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
    trace_subtree(node, number, cell, rows_, trace);
    if (node.children == 0) return;
    const auto [axis, at] = cuts_[number];
    Aabb lower = cell, upper = cell;
    (axis == Axis::x ? lower.max.x : lower.max.y) = at;
    (axis == Axis::x ? upper.min.x : upper.min.y) = at;
    trace_node(node.first_child, lower, trace);
    trace_node(node.first_child + 1, upper, trace);
  }

  static std::uint32_t count(std::size_t n) { return static_cast<std::uint32_t>(n); }

  std::vector<Subtree> nodes_;  // parents before children
  std::vector<Plane> cuts_;     // [node]
  std::vector<Item> items_, spare_;
  BoxColumns rows_;  // the items, once they are in order
  SubtreeJoin join_;
  std::uint32_t depth_limit_ = 0;
  std::uint16_t deepest_ = 0;
};

constexpr auto kCode = std::to_array<CodeLine>({
    {"a cell holds too many sprites", on(EventKind::enter)},
    {"  cut it in two where that saves most", on(EventKind::split)},
    {"a cell keeps what the cut would go through", on(EventKind::node)},
    {"  a sprite that is stored there", on(EventKind::member)},
    {"walk down the tree, cell by cell", on(EventKind::visit)},
    {"  compare its sprites, also with those above", on(EventKind::test) | on(EventKind::skip)},
    {"    they overlap: a candidate pair", on(EventKind::hit)},
});

}  // namespace

extern const BroadphaseEntry kd_tree_entry{
    "kd-tree",
    "kd-tree",
    "Cuts the field in two, and each part again, until few boxes share a cell; a box that a cut "
    "would go through stays above it.",
    "J. Bentley, Multidimensional Binary Search Trees, 1975, "
    "https://doi.org/10.1145/361002.361007; "
    "Brown CS course notes on collision detection (BSP)",
    make_broadphase<KdTree>,
    {.code = kCode, .part = "node", .limit = "leaf-size", .counted = "node"},
    false,
    5};

}  // namespace phasebox
