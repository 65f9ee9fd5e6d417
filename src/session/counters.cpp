// SPDX-License-Identifier: MIT
// Counters from the events of a log.
#include "session/counters.hpp"

#include <algorithm>
#include <utility>

#include "base/radix_sort.hpp"

namespace phasebox {

Counters counters_of(const EventLog& log, const BroadphaseEntry& shown, std::uint64_t sprites) {
  const auto count = [&](EventKind kind) { return log.broad.count(kind); };
  Counters c{.sprites = sprites,
             .box_tests = count(EventKind::test),
             .pixel_reads = log.narrow.count(EventKind::read),
             .circle_rejects = log.narrow.count(EventKind::skip),
             .rechecks = count(EventKind::recheck),
             .interfering = log.broad.measured(Measure::interfering),
             .voids = log.broad.measured(Measure::voids),
             .kept = log.narrow.measured(Measure::kept),
             .walked = log.narrow.measured(Measure::walked),
             .boundaries = count(EventKind::boundary),
             .swaps = count(EventKind::swap),
             .depth = log.broad.max_depth()};
  if (const auto retrieved = log.broad.measured(Measure::retrieved); retrieved && sprites > 0)
    c.retrieved = static_cast<double>(*retrieved) / static_cast<double>(sprites);
  if (c.kept) c.searched = log.narrow.count(EventKind::search);
  const std::string_view counted = shown.walkthrough.counted;
  constexpr std::pair<EventKind, std::string_view> kParts[] = {
      {EventKind::group, "group"}, {EventKind::cell, "cell"}, {EventKind::node, "node"}};
  for (const auto& [kind, name] : kParts)
    if (name == counted || (counted.empty() && count(kind) > 0))
      c.groups = count(kind), c.part = name;
  c.has_parts = !counted.empty() || c.groups > 0;
  return c;
}

namespace {

std::uint32_t place_of_key(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }

}  // namespace

std::span<const CoincidentBoundary> CoincidentBoundaryFinder::find(std::span<const Event> events,
                                                                   Axis axis) {
  keys_.clear();
  for (const Event& e : events)
    if (e.kind == EventKind::boundary && e.axis == axis)
      keys_.push_back(std::uint64_t{ordered(low(e.box, axis))} << 32 |
                      (std::uint64_t{e.a} << 1 | (e.b ? 1 : 0)));
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

Coinciding coinciding_boundaries(std::span<const Event> events) {
  CoincidentBoundaryFinder finder;
  Coinciding sum;
  for (const Axis axis : {Axis::x, Axis::y}) {
    for (const CoincidentBoundary& place : finder.find(events, axis)) sum.boundaries += place.count;
    sum.all += finder.boundaries();
  }
  return sum;
}

}  // namespace phasebox
