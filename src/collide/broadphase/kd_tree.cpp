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
#include "collide/broadphase/kernels/short_way.hpp"
#include "collide/broadphase/tree/kd_nodes.hpp"
#include "collide/broadphase/tree/split_trees.hpp"

namespace phasebox {
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

/// Each frame the plane is cut into two cells, and these again, until few boxes share a cell: see
/// KdNodes. Pairs: see SubtreeJoin. Static sprites have a tree of their own, which stands until one
/// of them changes: see SplitTrees.
///
/// Cost: build O(n) per level, of which there are at most max(8, 2 log2(n / leaf-size)); pairs
/// O(n log n + k) for small, spread boxes; worst case n(n-1)/2 when every cut would cut most boxes.
/// Query O(log n + k) likewise. Large frames are built and searched on several threads, but for the
/// first cut. Keeps between frames: the tree of the static sprites; its
/// memory, some 125 bytes per sprite, 290 where some are static.
/// Source: J. L. Bentley, "Multidimensional Binary Search Trees Used for Associative Searching",
/// 1975; cost: J. Goldsmith and J. Salmon, "Automatic Creation of Object Hierarchies for Ray
/// Tracing", 1987, and J. D. MacDonald and K. S. Booth, "Heuristics for Ray Tracing Using Space
/// Subdivision", 1990, there with surface areas.
class KdTree final : public BroadphaseOf<KdTree, KdTreeParams, kKdTreeRows> {
 public:
  void reset(const Frame& f) override { trees_.reset(f); }

  template <class T>
  void run(const Frame& f, PairSink& out, T& trace) {
    trees_.build(f, p_);
    if constexpr (T::on) trees_.trace(trace);
    trees_.find_pairs(f, out, trace);
  }

  void query(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder* log) override {
    trees_.query(f, box, out, log);
  }
  bool query_along(const Frame&, const SegmentBand& band, Sink<SpriteId>& out) override {
    trees_.query_along(band, out);
    return true;
  }

  void remark(const Frame& f, std::vector<Remark>& out) const override {
    if (f.size() < 2) return;
    const auto n = static_cast<double>(f.size());
    const double comparisons = static_cast<double>(trees_.comparisons());
    const auto deepest = std::max(trees_.of_static().deepest(), trees_.of_moving().deepest());
    out.push_back({false, rounded(comparisons / n, 1) + " comparisons per sprite instead of " +
                              rounded((n - 1) / 2, 1) + ", in " +
                              counted(trees_.node_count(), "node") + ", at most " +
                              counted(deepest, "cut") + " deep."});
    trees_.remark(out);
  }

 private:
  SplitTrees<KdNodes> trees_;
};

constexpr auto kCode = std::to_array<CodeLine>({
    kShortWayLine,
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
    make_broadphase<KdTree, ShortWay>,
    {.code = kCode, .part = "node", .limit = "leaf-size", .counted = "node"},
    false,
    5};

}  // namespace phasebox
