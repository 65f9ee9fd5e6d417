// SPDX-License-Identifier: MIT
// kd-tree: an axis-aligned binary space partition (J. Bentley, "Multidimensional Binary Search
// Trees", 1975; Brown CS collision detection notes, BSP).
#include "collide/broadphase/tree/node_trees.hpp"

namespace phasebox::kd {

/// A box with its sprite: what is moved while boxes are parted by the sides of a plane.
struct Item {
  Aabb box;
  SpriteId id;
};

/// The side of a plane on which a box lies.
enum Side : std::uint32_t { across, below, above };
using Counts = std::array<std::uint32_t, 3>;  // [Side] number of boxes on that side

/// The plane that cuts a cell in two: the line where the coordinate on `axis` is `at`, px.
struct Plane {
  Axis axis = Axis::x;
  float at = 0;
};

/// Returns the side on which a box lies. A box that touches the plane is not across it; a box
/// without extent that lies on it is below.
template <Axis axis>
Side side_of(const Aabb& box, float at) {
  const auto is_below = static_cast<std::uint32_t>(high(box, axis) <= at);
  const auto is_above = static_cast<std::uint32_t>(low(box, axis) >= at) & ~is_below;
  return static_cast<Side>(is_below * below | (is_above & 1) * above);
}

/// The numbers of boxes that begin and end in each of 16 equal stripes of a cell, on one axis.
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
  /// Sets `best` to the edge between two stripes with the fewest expected comparisons, and `least`
  /// to their number, if that is below `least`. `size` is the number of boxes added,
  /// `across_length` the cell's extent on the other axis, px. A box that reaches the cell is
  /// expected to reach either part in proportion to the part's perimeter, and is compared with the
  /// boxes there and across.
  void improve(std::uint32_t size, double across_length, double& least, Plane& best) const {
    std::uint32_t ended = 0, begun = 0;
    for (std::uint32_t edge = 1; edge < kCount; ++edge) {
      ended += ends_[edge - 1];
      begun += begins_[edge - 1];
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

/// The boxes by which a plane is chosen: those of a cell, or 64 of many, at even distances.
class Sample {
 public:
  /// Takes at most `kMax` of the items, of which there is at least one.
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
  /// Returns the plane through the median of the boxes' centers.
  Plane median(Axis axis) const {
    std::array<float, kMax> centers{};
    for (std::size_t k = 0; k < size_; ++k) centers[k] = along(center(boxes_[k]), axis);
    const auto middle = centers.begin() + static_cast<std::ptrdiff_t>(size_ / 2);
    std::nth_element(centers.begin(), middle, centers.begin() + static_cast<std::ptrdiff_t>(size_));
    return {axis, *middle};
  }
  /// Returns the plane with the least expected comparisons, among the edges of stripes on both
  /// axes.
  Plane cheapest() const {
    Stripes<Axis::x> x(bounds_);
    Stripes<Axis::y> y(bounds_);
    for (std::size_t k = 0; k < size_; ++k) {
      x.add(boxes_[k]);
      y.add(boxes_[k]);
    }
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

}  // namespace phasebox::kd

namespace phasebox {

// The nodes of a kd-tree part boxes by the sides of one plane after the other.

enum class SplitRule : std::uint8_t { median, cost };
struct KdTreeParams {
  SplitRule split = SplitRule::cost;
  std::uint32_t leaf_size = 24;
  std::uint32_t max_depth = 0;
};

/// A kd-tree of some boxes, built at once. The boxes on either side of a cut go down; those that it
/// would cut stay. So every box is stored once, and boxes on different sides are never compared.
///
/// `median` cuts the longer side at the middle one of the boxes' centers; `cost` tries 15 planes on
/// either axis and takes the one with the least expected number of comparisons, the surface area
/// heuristic with perimeters. In a cell of more boxes both look at 64 of them. A cut that helps
/// little (it cuts more than three quarters of the boxes, or leaves nearly all or none on one side)
/// is replaced by a median on the longer, then on the shorter side. Where that helps little too, as
/// with identical boxes, the cell stays whole. So do cells of at most `leaf-size` boxes, cells at
/// `max-depth` (or at a depth chosen by the number of boxes), and all when there are as many nodes
/// as memory is reserved for.
class KdNodes : public LevelTree {
 public:
  using Rules = KdTreeParams;
  static constexpr std::size_t kFanout = 2, kMaxDepth = 48;

  /// Makes room for n boxes; allocates when that is more than ever.
  void reserve(std::size_t n) {
    reserve_nodes(n);
    if (cuts_.size() < pool_size(n)) cuts_.resize(pool_size(n));
    items_.reserve(n);
    spare_.reserve(n);
  }
  /// Replaces the tree by one over these boxes of sprites `ids`; without ids sprite k has box k.
  /// Uses as many threads as there are parts; the tree does not depend on their number. O(n) per
  /// level.
  void build(std::span<const Aabb> boxes, std::span<const SpriteId> ids, const Rules& rules,
             unsigned parts) {
    rules_ = rules;
    clear(boxes.size());
    items_.resize(boxes.size());
    spare_.resize(boxes.size());
    has_threads_ = parts > 1;
    if (boxes.empty()) return;
    const auto each_row = [&](auto set) {
      for_each_run(items_.size(), parts, [&](Run run) {
        for (std::uint32_t at = run.begin; at < run.end; ++at) set(at);
      });
    };
    each_row([&](std::uint32_t k) { items_[k] = {boxes[k], ids.empty() ? k : ids[k]}; });
    choose_depth_limit(boxes.size());
    grow(parts, kFanout, 2, [&](std::size_t node, auto& to) { divide(node, to); });
    each_row([&](std::uint32_t at) { rows_.set(at, items_[at].box, items_[at].id); });
    fit_all(parts);
  }

  /// The number of cuts above the deepest node, which is the last one, as nodes lie level by level;
  /// 0 without nodes.
  std::uint16_t deepest() const { return nodes_.empty() ? std::uint16_t{0} : nodes_.back().depth; }

  /// Logs the nodes and their boxes, in cells as the cuts leave them. The root has number `first`.
  template <class T>
  void trace(std::uint32_t first, T& log) const {
    if (!nodes_.empty()) trace_node(0, nodes_[0].bounds, first, log);
  }

 private:
  void choose_depth_limit(std::size_t n) {
    const auto halves = static_cast<std::uint32_t>(std::bit_width(n / rules_.leaf_size));
    depth_limit_ = rules_.max_depth > 0 ? rules_.max_depth
                                        : std::clamp(2 * halves, 8u, std::uint32_t{kMaxDepth});
  }

  void divide(std::size_t number, std::vector<Subtree>& to) {
    const Subtree node = nodes_[number];
    if (node.end - node.begin <= rules_.leaf_size || node.depth >= depth_limit_) return;
    if (!has_room(kFanout)) return;
    const kd::Counts sides = cut(number);
    if (!helps(sides)) return;
    const std::uint32_t first = node.begin + sides[kd::across], second = first + sides[kd::below];
    nodes_[number].own_end = first;
    nodes_[number].first_child = count(to.size());
    nodes_[number].children = 2;
    add_node(to, {first, second}, node.depth + 1u);
    add_node(to, {second, node.end}, node.depth + 1u);
  }

  /// Parts the node's items by the sides of the first plane that helps, or of the last of the three
  /// tried if none does. Returns the number of items on each side.
  kd::Counts cut(std::size_t number) {
    const Subtree& node = nodes_[number];
    const kd::Sample sample({items_.data() + node.begin, items_.data() + node.end});
    const Axis longer = sample.longer_axis();
    kd::Plane plane = rules_.split == SplitRule::cost ? sample.cheapest() : sample.median(longer);
    for (unsigned tried = 0;; ++tried) {
      const kd::Counts sides =
          plane.axis == Axis::x ? part<Axis::x>(node, plane.at) : part<Axis::y>(node, plane.at);
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

  /// Orders the items by side: first those across, then those below, then those above. One pass
  /// without branches leaves the first in place and moves the others to the two ends of the spare.
  template <Axis axis>
  kd::Counts part(const Subtree& node, float at) {
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

  Rules rules_;
  std::vector<kd::Plane> cuts_;          // [node] the plane that cut it, if it has children
  std::vector<kd::Item> items_, spare_;  // the rows while the tree grows; work space of `part`
  bool has_threads_ = false;             // whether each node has a spare of its own
  std::uint32_t depth_limit_ = 0;
};

namespace {

constexpr std::array<std::string_view, 2> kSplitNames{"median", "cost"};

constexpr std::array kKdTreeRows{
    choice<&KdTreeParams::split>("split", kSplitNames,
                                 "Where a cell is cut: at the middle box of its longer side, or "
                                 "where the expected number of comparisons is least.")
        .tuned(),
    param<&KdTreeParams::leaf_size>("leaf-size", 1, 200, "sprites",
                                    "A cell with this many sprites or fewer is not cut.")
        .tuned(4, 128),
    param<&KdTreeParams::max_depth>(
        "max-depth", 0, KdNodes::kMaxDepth, "cuts",
        "A cell this many cuts deep is not cut; 0 allows twice as many as halves would need.")
        .zero_means("auto"),
};

/// In each frame the field is cut into two cells, and these again, until few boxes share a cell:
/// see KdNodes. The pairs are found by SubtreeJoin. Static sprites have a tree of their own: see
/// SplitTreesOf.
///
/// Cost: build O(n) per level, of which there are at most max(8, 2 log2(n / leaf-size)); pairs
/// O(n log n + k) for small, spread boxes; worst case n(n-1)/2 when every cut would cut most boxes.
/// Query O(log n + k) for such boxes. Large frames are built and searched on several threads, but
/// the first cut is made by one. Keeps between frames: the tree of the static sprites; its memory,
/// some 125 bytes per sprite, 290 where some are static. Source: J. L. Bentley, "Multidimensional
/// Binary Search Trees Used for Associative Searching", 1975; cost: J. Goldsmith and J. Salmon,
/// "Automatic Creation of Object Hierarchies for Ray Tracing", 1987, and J. D. MacDonald and K. S.
/// Booth, "Heuristics for Ray Tracing Using Space Subdivision", 1990, there with surface areas.
class KdTree final : public SplitTreesOf<KdTree, KdNodes, kKdTreeRows> {
 public:
  template <class T>
  void run(const Frame& f, PairSink& out, T& trace) {
    build(f);
    if constexpr (T::on) trace_nodes(trace);
    join(f, out, trace);
  }

  void remark(const Frame& f, std::vector<Remark>& out) const override {
    if (f.size() < 2) return;
    const auto deepest = std::max(of_static().deepest(), of_moving().deepest());
    out.push_back(
        {false,
         {"{}, at most {} deep.", {comparisons_text(f), counted(deepest, "axis-parallel cut")}}});
    remark_statics(out);
  }
};

constexpr auto kCode = std::to_array<CodeLine>({
    kSmallFrameLine,
    {"a cell holds too many sprites", EventKind::enter},
    {"  cut it in two, parallel to an axis, where that saves most", EventKind::split},
    {"a cell keeps what the cut would go through", EventKind::node},
    {"  a sprite that is stored there", EventKind::member},
    {"walk down the tree, cell by cell", EventKind::visit},
    {"  compare its sprites, also with those above", EventKind::test | EventKind::skip},
    {"    they overlap: a candidate pair", EventKind::hit},
});

}  // namespace

extern const BroadphaseEntry kd_tree_entry{
    "kd-tree",
    "kd-tree",
    "Axis-parallel cuts divide the field in two, and each part again (binary space partition), "
    "until few boxes share a cell; a box that a cut would go through stays above it.",
    "J. Bentley, Multidimensional Binary Search Trees, 1975, "
    "https://doi.org/10.1145/361002.361007; "
    "Brown CS course notes on collision detection (BSP)",
    make_broadphase<KdTree, SmallFrame>,
    {.code = kCode, .part = "node", .limit = "leaf-size", .counted = "node"},
    false,
    5};

}  // namespace phasebox
