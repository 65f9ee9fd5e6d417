// SPDX-License-Identifier: MIT
// Quadtree: boxes in the deepest square of a four-way division that contains them (R. Finkel, J.
// Bentley, "Quad Trees", 1974; defaults of Timo Hausmann's quadtree-js).
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/number_format.hpp"
#include "collide/broadphase.hpp"
#include "collide/broadphase/kernels/short_way.hpp"
#include "collide/broadphase/tree/quad_nodes.hpp"
#include "collide/broadphase/tree/split_trees.hpp"

namespace phasebox {
namespace {

constexpr auto kMaxLevels = static_cast<std::uint32_t>(QuadNodes::kMaxDepth);

constexpr std::array kQuadtreeRows{
    param<&QuadtreeParams::max_objects>("max-objects", 1, 100, "sprites",
                                        "A node with more sprites than this is divided.")
        .tuned(2, 64),
    param<&QuadtreeParams::max_levels>("max-levels", 1, kMaxLevels, "",
                                       "Divisions between the root and the smallest node "
                                       "(quadtree-js: 4).")
        .tuned(4, kMaxLevels, TuneRange::Scale::linear),
    param<&QuadtreeParams::looseness>(
        "looseness", 1, 2, "",
        "How far a node reaches beyond its cell: 1 is the cell itself, "
        "2 twice its width and height, so that boxes on a border sink "
        "deeper.")
        .tuned(1, 2, TuneRange::Scale::linear),
};

/// Each frame the tree is rebuilt over the bounds of all boxes, so none lies outside. A node
/// with more than `max-objects` boxes gives each to the quadrant of its center, if that one's
/// (loose) cell contains it, and keeps the rest. Every box is stored once.
///
/// How the tree is built: see QuadNodes. Pairs: see SubtreeJoin. Which cell a box is in decides
/// only how much is compared, never the answer: nodes are pruned by the exact bounds of what is in
/// them.
///
/// Static sprites have a tree of their own, which stands until one of them changes: see SplitTrees.
///
/// Cost: build O(n); pairs O(n * levels + k) for small, spread boxes; worst case n(n-1)/2 when no
/// box fits a quadrant, as when all lie across the center lines. Query O(levels + k) likewise.
/// Large frames are built and searched on several threads. Keeps between frames: the tree of the
/// static sprites; its memory, some 100 bytes per sprite, 240 where some are static. Source: R. A.
/// Finkel and J. L. Bentley, "Quad Trees: A Data Structure for Retrieval on Composite Keys", 1974;
/// boxes in inner nodes: G. Kedem, "The Quad-CIF Tree", 1982; in sorted order: I. Gargantini, "An
/// Effective Way to Represent Quadtrees", 1982; looseness: T. Ulrich, "Loose Octrees", Game
/// Programming Gems, 2000, 4.11; defaults: quadtree-js by Timo Hausmann, shown in the HT for Web
/// demo of QuadTree collision detection.
class Quadtree final : public BroadphaseOf<Quadtree, QuadtreeParams, kQuadtreeRows> {
 public:
  void reset(const Frame& f) override { trees_.reset(f); }

  template <class T>
  void run(const Frame& f, PairSink& out, T& trace) {
    trees_.build(f, p_);
    retrieved_ = {};
    if constexpr (T::on)
      if (trees_.node_count() > 0) {
        trees_.trace(trace);
        retrieved_ = count_retrieved(f);
        trace.add(Measure::retrieved, retrieved_->sum);
      }
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
    out.push_back({false, rounded(static_cast<double>(trees_.comparisons()) / n, 1) +
                              " comparisons per sprite instead of " + rounded((n - 1) / 2, 1) +
                              ", in " + counted(trees_.node_count(), "node") + "."});
    if (retrieved_)
      out.push_back({false, "A query with each object's box retrieves " +
                                rounded(static_cast<double>(retrieved_->sum) / n, 1) +
                                " objects on average, " + grouped(retrieved_->least) + " to " +
                                grouped(retrieved_->most) + " (quadtree-js counts these)."});
    trees_.remark(out);
  }

 private:
  /// Objects that queries with all boxes retrieve: together, and the extremes of one query.
  struct Retrieved {
    std::uint64_t sum, least, most;
  };

  /// As quadtree-js retrieves: all that is stored in nodes whose cells a box reaches, but for the
  /// object itself.
  Retrieved count_retrieved(const Frame& f) const {
    Retrieved all{0, std::numeric_limits<std::uint64_t>::max(), 0};
    for (const Aabb& box : f.boxes) {
      check_limit(f);
      const std::uint64_t stored =
          trees_.of_static().retrieved(box) + trees_.of_moving().retrieved(box);
      const std::uint64_t n = std::max<std::uint64_t>(stored, 1) - 1;
      all = {all.sum + n, std::min(all.least, n), std::max(all.most, n)};
    }
    return all;
  }

  SplitTrees<QuadNodes> trees_;
  std::optional<Retrieved> retrieved_;  // of the last frame, if it was traced
};

constexpr auto kCode = std::to_array<CodeLine>({
    {"a node holds too many sprites", on(EventKind::enter)},
    {"  divide it into four, but for empty quarters", on(EventKind::split)},
    {"a node keeps what no quarter can hold", on(EventKind::node)},
    {"  a sprite that is stored there", on(EventKind::member)},
    {"walk down the tree, node by node", on(EventKind::visit)},
    {"  compare its sprites, also with those above", on(EventKind::test) | on(EventKind::skip)},
    {"    they overlap: a candidate pair", on(EventKind::hit)},
    kShortWayLine,
});

}  // namespace

extern const BroadphaseEntry quadtree_entry{
    "quadtree",
    "Quadtree",
    "Divides the field into four, and again, until few boxes share a cell; each box lies in the "
    "deepest cell that contains it.",
    "R. Finkel and J. Bentley, Quad Trees, 1974, https://doi.org/10.1007/BF00288933; quadtree-js "
    "by "
    "Timo Hausmann, https://github.com/timohausmann/quadtree-js, shown in the HT for Web demo of "
    "QuadTree collision detection",
    make_broadphase<Quadtree, ShortWay>,
    {.code = kCode, .part = "node", .limit = "max-objects", .counted = "node"},
    false,
    4};

}  // namespace phasebox
