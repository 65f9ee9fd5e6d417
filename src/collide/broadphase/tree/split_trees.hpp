// SPDX-License-Identifier: MIT
// Two trees, of the static sprites and of the others, and the pairs within one and between them.
#pragma once
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "collide/broadphase.hpp"
#include "collide/broadphase/kernels/static_split.hpp"
#include "collide/broadphase/tree/subtree_join.hpp"

namespace phasebox {

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

}  // namespace phasebox
