// SPDX-License-Identifier: MIT
// How different in size boxes are: what a hierarchical grid has to span.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "base/geometry.hpp"

namespace phasebox {

/// Longer sides of the largest and the smallest of some boxes, px. Boxes without extent do not
/// count.
struct SizeRange {
  double largest = 0, smallest = std::numeric_limits<double>::infinity();

  void add(const Aabb& box) {
    const Vec2 size = extent(box);
    const auto side = static_cast<double>(std::max(size.x, size.y));
    if (side <= 0) return;
    largest = std::max(largest, side), smallest = std::min(smallest, side);
  }
  /// R, the largest over the smallest, from 1; 1 without any box.
  double ratio() const { return largest > 0 ? largest / smallest : 1; }
  /// log2 R: so many levels a hierarchical grid wants whose cells double from level to level, on
  /// top of the first one.
  double levels() const { return std::log2(ratio()); }
};

inline SizeRange size_range(std::span<const Aabb> boxes) {
  SizeRange range;
  for (const Aabb& box : boxes) range.add(box);
  return range;
}

}  // namespace phasebox
