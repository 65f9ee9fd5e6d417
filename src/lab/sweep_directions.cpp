// SPDX-License-Identifier: MIT
// Counts interfering pairs and voids along a line at any angle.
#include "lab/sweep_directions.hpp"

#include <algorithm>
#include <utility>

#include "collide/broadphase/sweep/swept_line.hpp"

namespace phasebox {

SweepCount count_along(std::span<const Aabb> boxes, float degrees, std::vector<float>& begins,
                       std::vector<float>& ends) {
  const AlongDirection line = AlongDirection::at_angle(degrees);
  begins.clear();
  ends.clear();
  for (const Aabb& box : boxes) {
    const Aabb seen = line(box);
    begins.push_back(seen.min.x);
    ends.push_back(seen.max.x);
  }
  std::ranges::sort(begins);
  std::ranges::sort(ends);
  SweepCount count;
  std::uint64_t open = 0;
  // AlongDirection gives every box an extent, so at the same place an end can come before a begin.
  for (std::size_t b = 0, e = 0; e < ends.size();) {
    if (b < begins.size() && begins[b] < ends[e]) {
      count.interfering += open;
      ++open;
      ++b;
    } else {
      --open;
      ++e;
      count.voids += open == 0;
    }
  }
  return count;
}

Status SweepDirections::apply(const MeasureDirections& measure, const Session& session) {
  const bool is_large = session.frame().size() > kMaxWatched;
  if (done_ == 0 && (is_large ? !measure.asked : is_current(session))) return {};
  if (done_ == 0) begin(session);
  const std::size_t due = std::max<std::size_t>(kWork / std::max<std::size_t>(boxes_.size(), 1), 1);
  for (const std::size_t end = std::min(done_ + due, kAngles); done_ < end; ++done_)
    under_way_[done_] =
        count_along(boxes_, static_cast<float>(kStep) * static_cast<float>(done_), begins_, ends_);
  if (done_ < kAngles) return {};
  counts_ = under_way_;
  counted_ = begun_;
  done_ = 0;
  return {};
}

double SweepDirections::best() const {
  if (!counts_) return 0;
  const auto better = [](const SweepCount& a, const SweepCount& b) {
    return std::pair(a.interfering, b.voids) < std::pair(b.interfering, a.voids);
  };
  return kStep * static_cast<double>(std::ranges::min_element(*counts_, better) - counts_->begin());
}

}  // namespace phasebox
