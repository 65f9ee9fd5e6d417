// SPDX-License-Identifier: MIT
// Sorts the boundaries of an event log to find those that share a position.
#include "session/coincident_boundaries.hpp"

#include <algorithm>

#include "base/radix_sort.hpp"

namespace phasebox {
namespace {

// Sorts the numbers, drops repetitions and returns how many are left.
std::uint32_t distinct(std::vector<std::uint32_t>& numbers) {
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return static_cast<std::uint32_t>(numbers.size());
}

}  // namespace

std::span<const CoincidentBoundary> CoincidentBoundaryFinder::find(std::span<const Event> events,
                                                                   Axis axis,
                                                                   std::optional<Vec2> swept) {
  sorted_.clear();
  std::uint32_t pass = 0;
  for (const Event& e : events) {
    if (e.kind == EventKind::enter) ++pass;
    if (e.kind != EventKind::boundary || e.axis != axis) continue;
    const float at = is_slanted(swept) ? dot(e.box.min, *swept) : low(e.box, axis);
    sorted_.push_back({ordered(at), pass, e.a << 1 | (e.b ? 1 : 0)});
  }
  std::ranges::sort(sorted_);
  sorted_.erase(std::unique(sorted_.begin(), sorted_.end()), sorted_.end());
  found_.clear();
  boundaries_ = 0;
  for (std::size_t first = 0, end = 0; first < sorted_.size(); first = end) {
    const std::uint32_t place = sorted_[first].place;
    all_.clear();
    tied_.clear();
    for (; end < sorted_.size() && sorted_[end].place == place; ++end) {
      const bool follows = end > first && sorted_[end].pass == sorted_[end - 1].pass;
      if (follows) tied_.push_back(sorted_[end - 1].boundary);
      if (follows) tied_.push_back(sorted_[end].boundary);
      all_.push_back(sorted_[end].boundary);
    }
    boundaries_ += distinct(all_);
    if (const std::uint32_t count = distinct(tied_)) found_.push_back({unordered(place), count});
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
