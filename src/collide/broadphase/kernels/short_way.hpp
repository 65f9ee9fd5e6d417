// SPDX-License-Identifier: MIT
// Small frames: no larger than a leaf, they need no structure.
#pragma once
#include <memory>
#include <utility>

#include "collide/broadphase.hpp"
#include "collide/broadphase/kernels/all_pairs.hpp"

namespace phasebox {

/// Around an algorithm that keeps nothing of moving boxes from frame to frame: a frame of at most
/// `kLeaf` boxes is one leaf, all pairs of which are compared at once, which takes less time than
/// to reset a structure. What the algorithm keeps is left as it was then, and is brought up to date
/// when somebody looks: a remark, a traced query, the costs of one. A traced frame is the
/// algorithm's own, whatever its size, so that it can be looked at. An algorithm whose answer is
/// not exact always runs.
class ShortWay final : public Broadphase {
 public:
  static constexpr std::size_t kLeaf = kLeafBoxes;

  explicit ShortWay(std::unique_ptr<Broadphase> algorithm) : algorithm_(std::move(algorithm)) {}

  ParamView params() override { return algorithm_->params(); }
  bool is_exact() const override { return algorithm_->is_exact(); }
  void reset(const Frame& f) override { algorithm_->reset(f); }
  void edit(const Frame& f, std::span<const Edit> edits) override { algorithm_->edit(f, edits); }
  void find_pairs(const Frame& f, PairSink& out, Recorder* log) override;
  void query(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder* log) override;
  bool query_along(const Frame& f, const SegmentBand& band, Sink<SpriteId>& out) override;
  void query_costs(const Frame& f, const Aabb& box, std::vector<QueryCost>& out) override;
  const BroadphaseEntry* delegate() const override { return algorithm_->delegate(); }
  void remark(const Frame& f, std::vector<Remark>& out) const override;

 private:
  void catch_up(const Frame& f) const;

  std::unique_ptr<Broadphase> algorithm_;
  mutable bool is_behind_ = false;  // it has not seen the last frame
  mutable PairSink unseen_;
};

/// The line of pseudocode that says so.
inline constexpr CodeLine kShortWayLine{"up to 16 boxes, when timed: all pairs at once"};

/// What a registry line's `make` points at where small frames take the short way:
/// `make_broadphase<Rdc, ShortWay>`.
template <class Self, class Around>
std::unique_ptr<Broadphase> make_broadphase() {
  return std::make_unique<Around>(std::make_unique<Self>());
}

}  // namespace phasebox
