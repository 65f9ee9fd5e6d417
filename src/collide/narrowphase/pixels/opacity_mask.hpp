// SPDX-License-Identifier: MIT
// The opaque pixels of an image as bits.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "collide/image.hpp"

namespace phasebox {

/// The opaque pixels of an image, cropped to their bounds. They are kept in strips: columns of 64
/// px whose rows follow each other in memory, so that one vector instruction takes several rows. A
/// strip of zeros on either side, and rows of zeros between the strips, let readers go past the
/// edges without a test. Memory: 1/8 byte per pixel of the bounds, rounded up to 64 px.
struct OpacityMask {
  /// The number of rows of zeros above and below each strip, which is what one step of the widest
  /// vectors takes.
  static constexpr int kMargin = 16;
  /// The number of words after the last row. A reader of 32 rows that begins within the last margin
  /// ends in them.
  static constexpr int kPastEnd = 32;

  int left = 0, top = 0;      ///< px, the top-left corner of the bounds from the image's pivot
  int width = 0, height = 0;  ///< px of the bounds; 0 when nothing is opaque
  std::ptrdiff_t pitch = 0;   ///< words per strip
  std::vector<std::uint64_t> words;

  bool empty() const { return width == 0; }
  /// The number of strips, without the two of zeros.
  int strips() const { return (width + 63) / 64; }
  /// Returns row 0 of strip `s`, from -1 to strips() (the first and the last are the strips of
  /// zeros); its other rows follow. The lowest bit of a row is its leftmost pixel.
  const std::uint64_t* strip(int s) const { return words.data() + kMargin + (s + 1) * pitch; }
  /// Whether the pixel (x, y) from the bounds' top-left corner is opaque; false outside of the
  /// bounds.
  bool is_opaque(int x, int y) const {
    if (x < 0 || x >= width || y < 0 || y >= height) return false;
    return strip(x >> 6)[y] >> (x & 63) & 1;
  }
  /// Whether any pixel of columns x0 to x1 and rows y0 to y1, both included, is opaque. O(rows *
  /// strips).
  bool has_opaque(int x0, int y0, int x1, int y1) const {
    x0 = std::max(x0, 0);
    x1 = std::min(x1, width - 1);
    y0 = std::max(y0, 0);
    y1 = std::min(y1, height - 1);
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

/// Makes the mask of the pixels with at least this alpha (1 to 255). Cost: two passes over the
/// pixels.
OpacityMask make_opacity_mask(const Image& image, int alpha_threshold);

}  // namespace phasebox
