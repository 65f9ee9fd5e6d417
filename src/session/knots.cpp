// SPDX-License-Identifier: MIT
// Knots: boundaries as numbers that are equal in their upper half where they coincide.
#include "session/knots.hpp"

#include <algorithm>

#include "base/radix_sort.hpp"

namespace phasebox {
namespace {

std::uint32_t knot_place(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }

}  // namespace

std::span<const Knot> KnotFinder::find(std::span<const Event> events, Axis axis) {
  keys_.clear();
  for (const Event& e : events)
    if (e.kind == EventKind::boundary && e.axis == axis)
      keys_.push_back(std::uint64_t{ordered(low(e.box, axis))} << 32 |
                      (std::uint64_t{e.a} << 1 | (e.b ? 1 : 0)));
  std::ranges::sort(keys_);
  keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
  knots_.clear();
  for (std::size_t first = 0, end = 0; first < keys_.size(); first = end) {
    const std::uint32_t place = knot_place(keys_[first]);
    while (end < keys_.size() && knot_place(keys_[end]) == place) ++end;
    if (end - first > 1)
      knots_.push_back({unordered(place), static_cast<std::uint32_t>(end - first)});
  }
  return knots_;
}

Coinciding coinciding_boundaries(std::span<const Event> events) {
  KnotFinder finder;
  Coinciding sum;
  for (const Axis axis : {Axis::x, Axis::y}) {
    for (const Knot& knot : finder.find(events, axis)) sum.boundaries += knot.count;
    sum.all += finder.boundaries();
  }
  return sum;
}

}  // namespace phasebox
