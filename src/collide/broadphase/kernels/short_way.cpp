// SPDX-License-Identifier: MIT
// When the short way is taken, and how an algorithm catches up.
#include "collide/broadphase/kernels/short_way.hpp"

namespace phasebox {

void ShortWay::find_pairs(const Frame& f, PairSink& out, Recorder* log) {
  is_behind_ = !log && f.size() <= kLeaf && algorithm_->is_exact();
  if (!is_behind_) return algorithm_->find_pairs(f, out, log);
  WorkLimit* const outer = out.limit();
  out.obey(nullptr);  // so few cannot be too many for memory
  find_few_pairs(f, out);
  out.obey(outer);
  if (!f.limit) return;
  if (out.size() > f.limit->max_pairs) f.limit->stop(WorkLimit::Reason::pairs);
  if (f.limit->is_stopped()) out.clear();
}

/// A scan of so few takes less time than to catch up.
void ShortWay::query(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder* log) {
  if (is_behind_ && !log) return Broadphase::query(f, box, out, nullptr);
  catch_up(f);
  algorithm_->query(f, box, out, log);
}

bool ShortWay::query_along(const Frame& f, const SegmentBand& band, Sink<SpriteId>& out) {
  if (!is_behind_) return algorithm_->query_along(f, band, out);
  scan_along(f, band, out);
  return true;
}

void ShortWay::query_costs(const Frame& f, const Aabb& box, std::vector<QueryCost>& out) {
  catch_up(f);
  algorithm_->query_costs(f, box, out);
}

void ShortWay::remark(const Frame& f, std::vector<Remark>& out) const {
  catch_up(f);
  algorithm_->remark(f, out);
}

/// Without a limit: a search that is stopped would need a reset.
void ShortWay::catch_up(const Frame& f) const {
  if (!is_behind_) return;
  Frame unlimited = f;
  unlimited.limit = nullptr;
  unseen_.clear();
  algorithm_->find_pairs(unlimited, unseen_, nullptr);
  is_behind_ = false;
}

}  // namespace phasebox
