// SPDX-License-Identifier: MIT
// Opaque pixels as bits, with how far the nearest one is and how thick what they form is.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "collide/frame.hpp"

namespace phasebox {

/// The opaque pixels of an image, cropped to their bounds, in strips: columns of 64 px, each with
/// its rows one after the other, so that one vector instruction takes several rows of a strip.
/// A strip of zeros on either side and rows of zeros between let readers look past the edges
/// instead of asking where they are. Memory: 1/8 byte per pixel of the bounds, rounded up to 64 px.
struct OpacityMask {
  /// Rows of zeros above and below each strip: as many as one step of the widest vectors takes.
  static constexpr int kMargin = 16;
  /// Words after the last row: a reader of 32 rows that begins within the last margin ends in them.
  static constexpr int kPastEnd = 32;

  int left = 0, top = 0;      ///< px, where the bounds begin, from the image's pivot
  int width = 0, height = 0;  ///< px of the bounds; 0 when nothing is opaque
  std::ptrdiff_t pitch = 0;   ///< words per strip
  std::vector<std::uint64_t> words;

  bool empty() const { return width == 0; }
  /// Number of strips, without the two of zeros.
  int strips() const { return (width + 63) / 64; }
  /// The rows of a strip, -1 to strips(); lowest bit is leftmost.
  const std::uint64_t* strip(int s) const { return words.data() + kMargin + (s + 1) * pitch; }
  /// The pixel (x, y) from the bounds' top-left corner; outside of them none is opaque.
  bool is_opaque(int x, int y) const {
    if (x < 0 || x >= width || y < 0 || y >= height) return false;
    return strip(x >> 6)[y] >> (x & 63) & 1;
  }
  /// Whether any pixel of columns x0 to x1 and rows y0 to y1, both included, is opaque. O(rows *
  /// strips).
  bool has_opaque(int x0, int y0, int x1, int y1) const {
    x0 = std::max(x0, 0), x1 = std::min(x1, width - 1);
    y0 = std::max(y0, 0), y1 = std::min(y1, height - 1);
    std::uint64_t found = 0;
    for (int s = x0 >> 6; s <= x1 >> 6; ++s) {
      const int from = std::max(x0 - 64 * s, 0), to = std::min(x1 - 64 * s, 63);
      if (from > to) break;
      const std::uint64_t columns = ~std::uint64_t{0} >> (63 - (to - from)) << from;
      for (int y = y0; y <= y1; ++y) found |= strip(s)[y] & columns;
    }
    return found != 0;
  }
};

/// The mask of the pixels with at least this alpha (1 to 255). Cost: two passes over the pixels.
OpacityMask make_opacity_mask(const Image& image, int alpha_threshold);

/// Two masks, one on the other. a is the one whose left edge the common part begins at.
struct MaskOverlap {
  const OpacityMask *a, *b;
  int ay;             ///< row of a where the common part begins
  int bx, by;         ///< pixel of b where it begins
  int width, height;  ///< >= 1
};

/// A pixel of the common part, from its top-left corner; x < 0: none.
struct CommonBit {
  int x = -1, y = 0;
};

/// How a square of world pixels lies over a turned or scaled mask, wherever it is: where its pixels
/// are from its first one, 32.32 px of the image.
struct MaskBlock {
  static constexpr int kSide = 8;  ///< world px

  /// `right` is from a world pixel to that on its right, `down` to that below.
  MaskBlock(std::int64_t right_u, std::int64_t right_v, std::int64_t down_u, std::int64_t down_v);

  std::int64_t right_u, right_v, down_u, down_v;
  std::int64_t min_u, max_u, min_v, max_v;  ///< of all its pixels
};

/// A block at a place: its first pixel, 32.32 px from the top-left corner of the mask's bounds, and
/// anywhere.
struct PlacedBlock {
  const OpacityMask& mask;
  const MaskBlock& block;
  std::int64_t u, v;
};

/// The parts of the bit-mask test compiled once per instruction set, with the same answers.
struct MaskKernels {
  /// Each overlap's first pixel in row order set in both. O(strips * height / rows per vector).
  void (*first_common)(std::span<const MaskOverlap>, CommonBit* found);
  /// A block's pixels set in both masks, by rows, lowest bit first; outside none is. Cost: O(1).
  std::uint64_t (*common_bits)(const PlacedBlock&, const PlacedBlock&);
};

/// The best for this machine; resolved once.
const MaskKernels& mask_kernels();

/// For each cell of 4 x 4 px a lower bound of the distance from any point of it to the nearest
/// opaque pixel: 0 where the cell holds or touches one. Cells cover the bounds of the mask and a
/// margin around them. So coarse and in so few bits it stays in the cache beside the masks of many
/// other images. Memory: 1/16 byte per pixel of the bounds, margin apart.
struct DistanceField {
  static constexpr int kCellBits = 2;           ///< a cell has 2^kCellBits px per side
  static constexpr int kCell = 1 << kCellBits;  ///< px
  static constexpr int kMargin = 3;             ///< cells on each side of the bounds
  static constexpr int kPerPixel = 2;           ///< distances are counted in halves of a px
  static constexpr int kMaxDistance = 255;      ///< halves of a px; what is further counts so

  int columns = 0, rows = 0;            ///< cells, with the margin
  std::vector<std::uint8_t> distances;  ///< [columns * rows] halves of a px, rounded down

  /// A lower bound of the distance from an image point to the nearest opaque pixel, halves of a px.
  /// `u` and `v` are 32.32 px from the top-left corner of the mask's bounds, anywhere. Cost: O(1).
  int at(std::int64_t u, std::int64_t v) const {
    const int x = static_cast<int>(u >> (32 + kCellBits)) + kMargin;
    const int y = static_cast<int>(v >> (32 + kCellBits)) + kMargin;
    if (static_cast<unsigned>(x) >= static_cast<unsigned>(columns) ||
        static_cast<unsigned>(y) >= static_cast<unsigned>(rows))
      return beyond(x, y);
    return distances[static_cast<std::size_t>(y * columns + x)];
  }

 private:
  // Outside of all cells: at least the margin and the cells between lie before the bounds.
  int beyond(int x, int y) const {
    const int across = std::max(-x, x - columns + 1), down = std::max(-y, y - rows + 1);
    return (kMargin + std::max(across, down) - 1) * kCell * kPerPixel;
  }
};

/// The field of a mask; without cells when the mask is empty. Cost: O(pixels) where opaque pixels
/// are near everywhere, O(16 * pixels) where the image is almost empty.
DistanceField make_distance_field(const OpacityMask& mask);

/// The largest n such that every opaque pixel lies in a square of n x n opaque pixels; 0 when none
/// has at least that alpha (1 to 255). With n up to this, every lattice of step n has a point in
/// each of these squares, wherever it begins: no part of the image is skipped where all of it is
/// common to both sprites. Where less is common, contacts can be missed at any n above 1, but only
/// such as hold no n x n square. From the distance transform that gives each pixel the largest
/// opaque square that ends there. Cost: O(pixels * log(thickness)) time, 2 bytes per pixel while it
/// runs. Source: A. Rosenfeld and J. Pfaltz, "Distance functions on digital pictures", 1968, for
/// the transform; an opening by squares, J. Serra, "Image Analysis and Mathematical Morphology",
/// 1982, for the thickness.
int opaque_thickness(const Image& image, int alpha_threshold);

/// The same for a sprite that shows an image of that thickness, in world px, at least 1: the side
/// of the largest upright square within one that is turned and scaled, rounded down.
int safe_step(int thickness, Rotation rotation, Vec2 scale);

/// n of a sprite in proportion to its size: `n` is for sprites 64 px wide, twice as large ones get
/// twice as much; at least 1. Size is the smaller side of the opaque area, scaled.
int step_by_size(int n, const Image& image, Vec2 scale);

}  // namespace phasebox
