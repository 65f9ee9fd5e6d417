// SPDX-License-Identifier: MIT
// The distances from the cells of an image to its nearest opaque pixel.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "collide/narrowphase/pixels/opacity_mask.hpp"

namespace phasebox {

/// Holds for each cell of 4 x 4 px of an image a lower bound of the distance from any point of the
/// cell to the nearest opaque pixel: 0 where the cell holds or touches one. The cells cover the
/// bounds of the mask and a margin around them. They are coarse and of 8 bits, so that the field
/// stays in the cache beside those of many other images. Memory: 1/16 byte per pixel of the bounds,
/// and the margin.
struct DistanceField {
  static constexpr int kCellBits = 2;           ///< a cell has 2^kCellBits px per side
  static constexpr int kCell = 1 << kCellBits;  ///< px
  static constexpr int kMargin = 3;             ///< cells on each side of the bounds
  static constexpr int kPerPixel = 2;           ///< distances are counted in halves of a px
  static constexpr int kMaxDistance = 255;      ///< halves of a px; larger distances count as this

  int columns = 0, rows = 0;            ///< cells, with the margin
  std::vector<std::uint8_t> distances;  ///< [columns * rows] halves of a px, rounded down

  /// Returns a lower bound of the distance from an image point to the nearest opaque pixel, halves
  /// of a px. `u` and `v` are 32.32 px from the top-left corner of the mask's bounds, and may lie
  /// anywhere. Cost: O(1).
  int at(std::int64_t u, std::int64_t v) const {
    const int x = static_cast<int>(u >> (32 + kCellBits)) + kMargin;
    const int y = static_cast<int>(v >> (32 + kCellBits)) + kMargin;
    if (static_cast<unsigned>(x) >= static_cast<unsigned>(columns) ||
        static_cast<unsigned>(y) >= static_cast<unsigned>(rows))
      return beyond(x, y);
    return distances[static_cast<std::size_t>(y * columns + x)];
  }

 private:
  // The bound for a point outside of all cells: the margin and the cells between the point and the
  // field lie before the mask's bounds.
  int beyond(int x, int y) const {
    const int across = std::max(-x, x - columns + 1), down = std::max(-y, y - rows + 1);
    return (kMargin + std::max(across, down) - 1) * kCell * kPerPixel;
  }
};

/// Makes the field of a mask; it has no cells when the mask is empty. Cost: O(pixels) where opaque
/// pixels are near everywhere, some 16 times as much where the image is almost empty.
DistanceField make_distance_field(const OpacityMask& mask);

}  // namespace phasebox
