// SPDX-License-Identifier: MIT
// One bit per pixel of an image: set where the image is opaque.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "collide/image.hpp"

namespace phasebox {

/// The opaque pixels of an image, cropped to their bounds, in strips: columns of 64 px, each with
/// its rows one after the other, so that one vector instruction takes several rows of a strip.
/// A strip of zeros on either side and rows of zeros between let readers look past the edges
/// instead of asking where they are. Memory: 1/8 byte per pixel of the bounds, rounded up to 64 px.
struct OpacityMask {
  /// Rows of zeros above and below each strip: as many as one step of the widest vectors takes.
  static constexpr int kMargin = 16;

  int left = 0, top = 0;      ///< px, where the bounds begin, from the image's pivot
  int width = 0, height = 0;  ///< px of the bounds; 0 when nothing is opaque
  std::ptrdiff_t pitch = 0;   ///< words per strip
  std::vector<std::uint64_t> words;

  bool empty() const { return width == 0; }
  /// Number of strips, without the two of zeros.
  int strips() const { return (width + 63) / 64; }
  /// The rows of a strip, -1 to strips(); lowest bit is leftmost.
  const std::uint64_t* strip(int s) const { return words.data() + kMargin + (s + 1) * pitch; }
};

/// The mask of the pixels with at least this alpha (1 to 255). Cost: two passes over the pixels.
OpacityMask make_opacity_mask(const Image& image, int alpha_threshold);

}  // namespace phasebox
