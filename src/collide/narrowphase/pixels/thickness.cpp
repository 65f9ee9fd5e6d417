// SPDX-License-Identifier: MIT
// Finds the thickness by squares of opaque pixels.
#include "collide/narrowphase/pixels/thickness.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace phasebox {
namespace {

/// Holds for each pixel the side of the largest opaque square whose lower right corner it is.
class Squares {
 public:
  Squares(const Image& image, int threshold)
      : width_(static_cast<std::size_t>(image.width)), sides_(image.alpha.size()) {
    for (std::size_t i = 0; i < sides_.size(); ++i)
      if (image.alpha[i] >= threshold) sides_[i] = ending_at(i);
  }

  int largest() const { return *std::ranges::max_element(sides_); }

  /// Whether every opaque pixel lies in an opaque square of that side. Such a square ends at most
  /// side - 1 px to the right of the pixel and below it. The loop goes backwards and counts down
  /// from the ends of the squares.
  bool cover_all(int side) const {
    std::vector<int> below(width_, 0);
    for (std::size_t i = sides_.size(), right = 0; i-- > 0;) {
      const std::size_t x = i % width_;
      if (x + 1 == width_) right = 0;
      if (sides_[i] >= side) right = static_cast<std::size_t>(side);
      if (right > 0) {
        below[x] = side;
        --right;
      }
      if (below[x] == 0 && sides_[i] > 0) return false;
      if (below[x] > 0) --below[x];
    }
    return true;
  }

 private:
  std::uint16_t ending_at(std::size_t i) const {
    if (i < width_ || i % width_ == 0) return 1;
    const std::uint16_t others[] = {sides_[i - 1], sides_[i - width_], sides_[i - width_ - 1]};
    return static_cast<std::uint16_t>(1 + *std::ranges::min_element(others));
  }

  std::size_t width_;
  std::vector<std::uint16_t> sides_;
};

}  // namespace

int opaque_thickness(const Image& image, int alpha_threshold) {
  const Squares squares(image, alpha_threshold);
  int covered = 0, uncovered = squares.largest() + 1;
  if (uncovered > 1) covered = 1;
  // A binary search for the side works: what squares of one side cover, smaller ones cover too.
  while (uncovered - covered > 1) {
    const int side = (covered + uncovered) / 2;
    (squares.cover_all(side) ? covered : uncovered) = side;
  }
  return covered;
}

int safe_step(int thickness, Rotation rotation, Vec2 scale) {
  // Rotations are precise to 1e-6. This close to a quarter turn, a world pixel still shows one
  // image pixel.
  const float turn = std::abs(rotation.c) + std::abs(rotation.s);
  const bool is_upright = turn < 1 + 3e-6f;
  double side = static_cast<double>(thickness) * static_cast<double>(std::min(scale.x, scale.y));
  // The side is made a little smaller to make up for the rounding of the map.
  if (!is_upright || scale != Vec2{1, 1})
    side *= (1 - 1e-5) / static_cast<double>(is_upright ? 1 : turn);
  return std::max(1, static_cast<int>(side));
}

int step_by_size(int n, const Image& image, Vec2 scale) {
  constexpr double kUnit = 64;  // px
  const Vec2 size = extent(image.opaque) * scale;
  const double side = static_cast<double>(std::min(size.x, size.y));
  return std::max(1, static_cast<int>(n * side / kUnit));
}

}  // namespace phasebox
