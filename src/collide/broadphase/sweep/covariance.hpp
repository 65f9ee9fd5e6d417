// SPDX-License-Identifier: MIT
// How the centers of the boxes are spread: what an axis is chosen by.
#pragma once
#include <cmath>

#include "collide/frame.hpp"

namespace phasebox {

/// Second moments of the centers about their mean, px^2. In double and taken about the first
/// center, since coordinates may be large.
struct Covariance {
  double xx = 0, xy = 0, yy = 0;

  Axis widest() const { return yy > xx ? Axis::y : Axis::x; }
  /// Unit vector along which the centers are spread most; (1, 0) where no direction stands out. The
  /// eigenvector of the larger eigenvalue; its components are never both tiny, so that it can be
  /// scaled to length 1.
  Vec2 direction() const {
    const double half = (xx - yy) / 2, root = std::sqrt(half * half + xy * xy);
    if (!(root > 0)) return {1, 0};
    const double x = half >= 0 ? root + half : std::abs(xy);
    const double y = half >= 0 ? xy : xy < 0 ? half - root : root - half;
    const double length = std::sqrt(x * x + y * y);
    return {static_cast<float>(x / length), static_cast<float>(y / length)};
  }
};

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
    x += dx, y += dy;
    sums.xx += dx * dx, sums.xy += dx * dy, sums.yy += dy * dy;
  }
  return {sums.xx / n - x / n * (x / n), sums.xy / n - x / n * (y / n),
          sums.yy / n - y / n * (y / n)};
}

}  // namespace phasebox
