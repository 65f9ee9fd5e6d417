// SPDX-License-Identifier: MIT
// Finds gaps by counting which boxes cover an axis.
#include "collide/broadphase/rdc/gaps.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "collide/broadphase/kernels/box_columns.hpp"

namespace phasebox {
namespace {

double length_of(const Aabb& box, Axis axis) {
  return static_cast<double>(high(box, axis)) - static_cast<double>(low(box, axis));
}

// Whether these sprites leave a gap between them on the axis. It counts in 1,024 equal bins of
// their common extent: gaps of at least two bins are seen, smaller ones perhaps.
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

std::vector<SpriteId> blockers(const Frame& f, std::span<const SpriteId> members, Axis axis) {
  constexpr std::size_t kMax = 3;
  constexpr double kLong = 0.25;  // share of the group's extent
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
