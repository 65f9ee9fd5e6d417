// SPDX-License-Identifier: MIT
// Sorts the boundaries of an event log to find those that share a position.
#include "session/coincident_boundaries.hpp"

#include <algorithm>

#include "base/radix_sort.hpp"

namespace phasebox {
namespace {

std::uint32_t place_of_key(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }

}  // namespace

std::span<const CoincidentBoundary> CoincidentBoundaryFinder::find(std::span<const Event> events,
                                                                   Axis axis,
                                                                   std::optional<Vec2> swept) {
  keys_.clear();
  for (const Event& e : events) {
    if (e.kind != EventKind::boundary || e.axis != axis) continue;
    const float at = is_slanted(swept) ? dot(e.box.min, *swept) : low(e.box, axis);
    keys_.push_back(std::uint64_t{ordered(at)} << 32 | (std::uint64_t{e.a} << 1 | (e.b ? 1 : 0)));
  }
  std::ranges::sort(keys_);
  keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
  found_.clear();
  for (std::size_t first = 0, end = 0; first < keys_.size(); first = end) {
    const std::uint32_t place = place_of_key(keys_[first]);
    while (end < keys_.size() && place_of_key(keys_[end]) == place) ++end;
    if (end - first > 1)
      found_.push_back({unordered(place), static_cast<std::uint32_t>(end - first)});
  }
  return found_;
}

Coinciding coinciding_boundaries(std::span<const Event> events, std::optional<Vec2> swept) {
  CoincidentBoundaryFinder finder;
  Coinciding sum;
  for (const Axis axis : {Axis::x, Axis::y}) {
    for (const CoincidentBoundary& place : finder.find(events, axis, swept))
      sum.boundaries += place.count;
    sum.all += finder.boundaries();
  }
  return sum;
}

}  // namespace phasebox
