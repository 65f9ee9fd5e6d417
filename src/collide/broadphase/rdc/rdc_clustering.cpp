// SPDX-License-Identifier: MIT
// What RDC says of a frame: which boxes hold its largest group together.
#include "collide/broadphase/rdc/rdc_clustering.hpp"

#include <tuple>
#include <utility>

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

namespace {

double length_of(const Aabb& box, Axis axis) {
  return static_cast<double>(high(box, axis)) - static_cast<double>(low(box, axis));
}

// Whether a stretch of the axis is empty: seen for gaps of two bins and more.
bool has_gap(const Frame& f, std::span<const SpriteId> ids, Axis axis) {
  constexpr std::size_t kBins = 1024;
  const Aabb all = bounds_of(f, ids);
  const double origin = static_cast<double>(low(all, axis)), length = length_of(all, axis);
  if (!(length > 0)) return false;
  std::vector<std::int32_t> change(kBins + 1, 0);
  const auto bin = [&](float at) {
    const double part = (static_cast<double>(at) - origin) / length;
    return std::min(static_cast<std::size_t>(part * static_cast<double>(kBins)), kBins - 1);
  };
  for (const SpriteId id : ids) {
    ++change[bin(low(f.boxes[id], axis))];
    --change[bin(high(f.boxes[id], axis)) + 1];
  }
  std::int32_t open = 0;
  for (std::size_t k = 0; k < kBins; ++k)
    if ((open += change[k]) == 0) return true;
  return false;
}

}  // namespace

double wasted_tests(const Frame& f, std::span<const SpriteId> members, bool sweeps) {
  constexpr std::size_t kSample = 256;
  const std::size_t n = members.size(), taken = std::min(n, kSample);
  if (taken < 2) return 0;
  const Aabb all = bounds_of(f, members);
  const Axis along = length_of(all, Axis::x) >= length_of(all, Axis::y) ? Axis::x : Axis::y;
  std::size_t wasted = 0;
  for (std::size_t i = 0; i < taken; ++i)
    for (std::size_t j = i + 1; j < taken; ++j) {
      const Aabb &a = f.boxes[members[i * n / taken]], &b = f.boxes[members[j * n / taken]];
      const bool is_tested =
          !sweeps || (low(a, along) < high(b, along) && low(b, along) < high(a, along));
      wasted += is_tested && !overlaps(a, b);
    }
  const auto pairs = static_cast<double>(taken) * static_cast<double>(taken - 1) / 2;
  return static_cast<double>(wasted) / pairs * static_cast<double>(n - 1) / 2;
}

std::vector<SpriteId> blockers(const Frame& f, std::span<const SpriteId> members, Axis axis) {
  constexpr std::size_t kMax = 3;
  constexpr double kLong = 0.25;  // of the group's extent
  const double all = length_of(bounds_of(f, members), axis);
  std::vector<SpriteId> rest(members.begin(), members.end()), found;
  const auto length = [&](SpriteId id) { return length_of(f.boxes[id], axis); };
  while (rest.size() > 2 && found.size() < kMax) {
    const auto longest = std::ranges::max_element(rest, [&](SpriteId a, SpriteId b) {
      return std::pair(length(a), b) < std::pair(length(b), a);
    });
    if (length(*longest) < kLong * all) return {};
    found.push_back(*longest);
    rest.erase(longest);
    if (has_gap(f, rest, axis)) return found;
  }
  return {};
}

double expected_gaps(const Frame& f, std::span<const SpriteId> ids, Axis axis) {
  double covered = 0;
  for (const SpriteId id : ids) covered += length_of(f.boxes[id], axis);
  const double field = ids.empty() ? 0 : length_of(bounds_of(f, ids), axis);
  const auto n = static_cast<double>(ids.size());
  return ids.size() < 2 || !(field > 0) ? 0 : n * std::exp(-covered / field);
}

}  // namespace phasebox
