// SPDX-License-Identifier: MIT
// Packs the atlas: images are placed side by side in rows, the highest first. Mipmaps go down to
// 1/8.
#include "view/gl/atlas.hpp"

#include <algorithm>
#include <numeric>

namespace phasebox {
namespace {

constexpr int kFirstSide = 256, kLastSide = 4096;
constexpr int kLargestImage = 2048, kSmallestImage = 8;
constexpr int kLevels = 3;          // mipmaps beyond the first
constexpr int kPad = 1 << kLevels;  // texels around an image, one in the smallest mipmap

// The next multiple of kPad, so that images begin at whole texels of all mipmaps.
int aligned(int n) { return (n + kPad - 1) / kPad * kPad; }

// How often an image is halved until its longer side is at most `largest`.
int halvings(const Image& image, int largest) {
  int n = 0;
  while (std::max(image.width, image.height) >> n > largest) ++n;
  return n;
}

using Rgba = std::vector<std::uint8_t>;

// The texels, RGBA with premultiplied alpha, of an image that is halved `n` times: each is the mean
// of a block of 2^n x 2^n pixels. `width` and `height` are those of the result.
Rgba texels_of(const Image& image, int n, int width, int height) {
  Rgba out(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
  const int block = 1 << n, count = block * block;
  std::size_t at = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x, at += 4) {
      int sum[4] = {};
      for (int k = 0; k < count; ++k) {
        const int sx = std::min(x * block + k % block, image.width - 1);
        const int sy = std::min(y * block + k / block, image.height - 1);
        const auto* p = image.rgba.data() +
                        4 * (static_cast<std::size_t>(sy) * static_cast<std::size_t>(image.width) +
                             static_cast<std::size_t>(sx));
        for (int c = 0; c < 3; ++c) sum[c] += (p[c] * p[3] + 127) / 255;
        sum[3] += p[3];
      }
      for (std::size_t c = 0; c < 4; ++c) out[at + c] = static_cast<std::uint8_t>(sum[c] / count);
    }
  return out;
}

// Copies the texels of an image into the atlas at `r`, and repeats its edge around it. `side` is
// that of the atlas.
void place(Rgba& atlas, int side, const Rgba& texels, AtlasRect r) {
  const int right = aligned(r.x + r.width) + kPad, bottom = aligned(r.y + r.height) + kPad;
  for (int y = r.y - kPad; y < bottom; ++y)
    for (int x = r.x - kPad; x < right; ++x) {
      const int sx = std::clamp(x - r.x, 0, r.width - 1), sy = std::clamp(y - r.y, 0, r.height - 1);
      const auto from = 4 * static_cast<std::ptrdiff_t>(sy * r.width + sx);
      const auto to = 4 * (static_cast<std::ptrdiff_t>(y) * side + x);
      std::copy_n(texels.begin() + from, 4, atlas.begin() + to);
    }
}

}  // namespace

void Atlas::pack() {
  GLint limit = kLastSide;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
  limit = std::min(limit, kLastSide);
  for (int largest = kLargestImage; largest >= kSmallestImage; largest /= 2)
    for (side_ = kFirstSide; side_ <= limit; side_ *= 2)
      if (pack_into(side_, largest)) return;
  side_ = limit;  // those that found room are drawn, the others have size 0
}

bool Atlas::pack_into(int side, int largest) {
  std::vector<std::size_t> order(images_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return images_[a].height >> halvings(images_[a], largest) > images_[b].height >>
           halvings(images_[b], largest);
  });
  rects_.assign(images_.size(), {});
  int x = 0, y = 0, shelf = 0;
  for (const std::size_t i : order) {
    const int n = halvings(images_[i], largest);
    const int width = std::max(1, images_[i].width >> n);
    const int height = std::max(1, images_[i].height >> n);
    const int block_width = aligned(width) + 2 * kPad, block_height = aligned(height) + 2 * kPad;
    if (x + block_width > side) {
      y += shelf;
      x = shelf = 0;
    }
    if (x + block_width > side || y + block_height > side) return false;
    const auto u16 = [](int v) { return static_cast<std::uint16_t>(v); };
    rects_[i] = {u16(x + kPad), u16(y + kPad), u16(width), u16(height)};
    x += block_width;
    shelf = std::max(shelf, block_height);
  }
  return true;
}

void Atlas::upload() const {
  Rgba atlas(static_cast<std::size_t>(side_) * static_cast<std::size_t>(side_) * 4);
  for (std::size_t i = 0; i < images_.size(); ++i) {
    const AtlasRect r = rects_[i];
    if (r.width == 0) continue;
    int n = 0;
    while (std::max(1, images_[i].width >> n) > r.width ||
           std::max(1, images_[i].height >> n) > r.height)
      ++n;
    place(atlas, side_, texels_of(images_[i], n, r.width, r.height), r);
  }
  upload_texture(*texture_, side_, side_, atlas.data(), GL_LINEAR_MIPMAP_NEAREST, kLevels);
}

}  // namespace phasebox
