// SPDX-License-Identifier: MIT
// Every stripe between two neighboring boundaries, by how many sprites lie across it.
#include "collide/broadphase/rdc/weakest_cut.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "collide/broadphase/rdc/gap_filter.hpp"

namespace phasebox {
std::optional<WeakestCut> WeakestCutFinder::find(const Frame& f, std::span<const SpriteId> members,
                                                 float threshold) {
  best_.reset();
  gone_.clear();
  look(f, members, threshold, Axis::x);
  look(f, members, threshold, Axis::y);
  if (!best_) return {};
  WeakestCut cut{best_->axis, best_->at, {}, {}, {}};
  bool has_before = false, has_after = false;
  for (const SpriteId id : members) {
    const auto [from, to] = boundaries_of(f.boxes[id], cut.axis, threshold);
    if (from < cut.at && cut.at < to) {
      gone_.push_back(id);
      continue;
    }
    const bool is_before = to <= cut.at;
    Aabb& side = is_before ? cut.before : cut.after;
    bool& has_any = is_before ? has_before : has_after;
    side = std::exchange(has_any, true) ? united(side, f.boxes[id]) : f.boxes[id];
  }
  cut.gone = gone_;
  return cut;
}

void WeakestCutFinder::look(const Frame& f, std::span<const SpriteId> members, float threshold,
                            Axis axis) {
  ends_.clear();
  for (const SpriteId id : members) {
    const auto [from, to] = boundaries_of(f.boxes[id], axis, threshold);
    ends_.push_back({from, true});
    ends_.push_back({to, false});
  }
  std::ranges::sort(ends_, {}, [](const End& e) { return std::tuple(e.at, e.opens); });
  std::uint32_t opened = 0, closed = 0;
  const auto all = static_cast<std::uint32_t>(members.size());
  for (std::size_t k = 0; k + 1 < ends_.size(); ++k) {
    ++(ends_[k].opens ? opened : closed);
    const float at = ends_[k].at + (ends_[k + 1].at - ends_[k].at) / 2;
    const std::uint32_t smaller = std::min(closed, all - opened), open = opened - closed;
    // A stripe without width, or narrower than a float can say, is none.
    if (smaller == 0 || !(ends_[k].at < at && at < ends_[k + 1].at)) continue;
    if (!best_ || open < best_->open ||
        (open == best_->open && best_->axis == axis && smaller > best_->smaller))
      best_ = Stripe{axis, at, open, smaller};
  }
}

}  // namespace phasebox
