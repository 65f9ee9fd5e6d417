// SPDX-License-Identifier: MIT
// The spread of the centers of boxes, by which an axis or a line is chosen.
#pragma once
#include <cmath>

#include "collide/frame.hpp"

namespace phasebox {

/// The covariance of the centers of boxes: their second moments about their mean, px^2.
struct Covariance {
  double xx = 0, xy = 0, yy = 0;

  /// The axis on which the centers are spread more widely; x if equally.
  Axis widest() const { return yy > xx ? Axis::y : Axis::x; }
  /// Returns the unit vector along which the centers are spread most: the eigenvector of the larger
  /// eigenvalue, with x >= 0. It is (1, 0) where no direction stands out.
  Vec2 direction() const {
    const double half = (xx - yy) / 2, root = std::sqrt(half * half + xy * xy);
    if (!(root > 0)) return {1, 0};
    const double x = half >= 0 ? root + half : std::abs(xy);
    const double y = half >= 0 ? xy : xy < 0 ? half - root : root - half;
    const double length = std::sqrt(x * x + y * y);
    return {static_cast<float>(x / length), static_cast<float>(y / length)};
  }
};

/// Returns the covariance of the boxes' centers; 0 without boxes. O(n), in double and about the
/// first center, since coordinates may be large.
inline Covariance covariance_of(const Frame& f) {
  if (f.size() == 0) return {};
  const auto n = static_cast<double>(f.size());
  const Vec2 first = center(f.boxes[0]);
  double x = 0, y = 0;
  Covariance sums;
  for (const Aabb& box : f.boxes) {
    const Vec2 c = center(box);
    const double dx = static_cast<double>(c.x) - static_cast<double>(first.x);
    const double dy = static_cast<double>(c.y) - static_cast<double>(first.y);
    x += dx;
    y += dy;
    sums.xx += dx * dx;
    sums.xy += dx * dy;
    sums.yy += dy * dy;
  }
  return {sums.xx / n - x / n * (x / n), sums.xy / n - x / n * (y / n),
          sums.yy / n - y / n * (y / n)};
}

}  // namespace phasebox
