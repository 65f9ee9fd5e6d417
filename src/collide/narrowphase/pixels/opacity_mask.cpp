// SPDX-License-Identifier: MIT
// Crops an image to its opaque pixels, and packs these into bits.
#include "collide/narrowphase/pixels/opacity_mask.hpp"

#include <algorithm>

namespace phasebox {
namespace {

const std::uint8_t* row_of(const Image& image, int y) {
  return image.alpha.data() + static_cast<std::ptrdiff_t>(y) * image.width;
}

// Sets the mask's bounds; they stay empty when no pixel is opaque.
void crop(OpacityMask& mask, const Image& image, int threshold) {
  int left = image.width, right = 0, top = image.height, bottom = 0;
  for (int y = 0; y < image.height; ++y) {
    const std::uint8_t* row = row_of(image, y);
    for (int x = 0; x < image.width; ++x) {
      if (row[x] < threshold) continue;
      left = std::min(left, x);
      right = std::max(right, x + 1);
      top = std::min(top, y);
      bottom = y + 1;
    }
  }
  if (left >= right) return;
  mask.left = left - image.pivot_x;
  mask.width = right - left;
  mask.top = top - image.pivot_y;
  mask.height = bottom - top;
}

}  // namespace

OpacityMask make_opacity_mask(const Image& image, int alpha_threshold) {
  OpacityMask mask;
  crop(mask, image, alpha_threshold);
  if (mask.empty()) return mask;
  constexpr int kMargin = OpacityMask::kMargin;
  mask.pitch = mask.height + kMargin;
  mask.words.assign(
      static_cast<std::size_t>(kMargin + (mask.strips() + 2) * mask.pitch + OpacityMask::kPastEnd),
      0);
  for (int y = 0; y < mask.height; ++y) {
    const std::uint8_t* row =
        row_of(image, image.pivot_y + mask.top + y) + image.pivot_x + mask.left;
    for (int x = 0; x < mask.width; ++x) {
      const std::uint64_t bit = row[x] >= alpha_threshold;
      mask.words[static_cast<std::size_t>(kMargin + (x / 64 + 1) * mask.pitch + y)] |= bit
                                                                                       << (x % 64);
    }
  }
  return mask;
}

}  // namespace phasebox
