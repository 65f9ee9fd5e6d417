// SPDX-License-Identifier: MIT
// Finds all gaps of an axis by one sort of the centers.
#include "lab/gap_barcode.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace phasebox {
namespace {

// A box's interval on the axis, px. The center is computed, and so rounded, as in RDC.
struct Stretch {
  float center, low, high;
};

std::vector<Stretch> stretches_of(std::span<const Aabb> boxes, Axis axis) {
  std::vector<Stretch> all;
  all.reserve(boxes.size());
  for (const Aabb& box : boxes) {
    const float lo = low(box, axis), hi = high(box, axis);
    all.push_back({lo * 0.5f + hi * 0.5f, lo, hi});
  }
  std::ranges::sort(all, {}, &Stretch::center);
  return all;
}

}  // namespace

std::vector<double> gap_births(std::span<const Aabb> boxes, Axis axis) {
  const std::vector<Stretch> all = stretches_of(boxes, axis);
  std::vector<float> nearest(all.size());  // [k] the lowest begin of all[k] and those after it
  float begin = kMaxFloat;
  for (std::size_t k = all.size(); k-- > 0;) nearest[k] = begin = std::min(begin, all[k].low);
  std::vector<double> births;
  float furthest = -kMaxFloat;
  for (std::size_t k = 0; k + 1 < all.size(); ++k) {
    furthest = std::max(furthest, all[k].high);
    const auto end = static_cast<double>(furthest), next = static_cast<double>(nearest[k + 1]);
    const auto before = static_cast<double>(all[k].center),
               behind = static_cast<double>(all[k + 1].center);
    if (!(before < behind)) continue;
    // At threshold t the gap exists while max(end - t, before) < min(next + t, behind).
    const double touch = std::max((end - next) / 2, end - behind), point = before - next;
    // Where `point` decides, a box without extent at `before` bounds the gap. At the same place it
    // closes only after another box has opened, so the gap exists from just above `point` on and
    // never has width 0.
    births.push_back(touch > point ? touch
                                   : std::nextafter(point, std::numeric_limits<double>::max()));
  }
  std::ranges::sort(births);
  return births;
}

std::size_t gaps_at(std::span<const double> births, double threshold, bool at_touch) {
  const auto end = at_touch ? std::ranges::upper_bound(births, threshold)
                            : std::ranges::lower_bound(births, threshold);
  return static_cast<std::size_t>(end - births.begin());
}

GapBarcode gap_barcode(std::span<const Aabb> boxes) {
  return {{gap_births(boxes, Axis::x), gap_births(boxes, Axis::y)}};
}

std::string gap_csv(const GapBarcode& barcode) {
  std::string text = "axis,threshold in px\n";
  for (const Axis axis : {Axis::x, Axis::y})
    for (const double birth : barcode.of(axis))
      text += fmt::format("{},{}\n", axis == Axis::x ? 'x' : 'y', birth);
  return text;
}

}  // namespace phasebox
