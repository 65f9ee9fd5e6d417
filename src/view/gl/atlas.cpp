// SPDX-License-Identifier: MIT
// Packs the atlas: images are placed side by side in rows, the highest first. Mipmaps go down to
// 1/8. They are made here and not by the driver, because each of them has distances of its own.
#include "view/gl/atlas.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace phasebox {

const char* const kAtlasFunctions = R"(
const float kStepsPerTexel = 24.0;
const float kLastLevel = 3.0;
const float kPad = 8.0;
float opacity_of(float alpha) { return max(alpha * 255.0 - 128.0, 0.0) / 127.0; }
float steps_of(float alpha) { return max(128.0 - alpha * 255.0, 0.0); }
)";

namespace {

constexpr float kStepsPerTexel = 24;

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

// An image as it stands in a mipmap: RGBA, colors multiplied by alpha.
struct Texels {
  int width, height;
  std::vector<std::uint8_t> rgba;  // [width * height * 4]

  // Index of the first byte of the texel at (x, y).
  std::ptrdiff_t index(int x, int y) const {
    return 4 * (static_cast<std::ptrdiff_t>(y) * width + x);
  }
  // The texel at (x, y), or at the nearest place inside.
  const std::uint8_t* at(int x, int y) const {
    return rgba.data() + index(std::clamp(x, 0, width - 1), std::clamp(y, 0, height - 1));
  }
};

Texels premultiplied(const Image& image) {
  Texels out{image.width, image.height, image.rgba};
  for (std::size_t i = 0; i < out.rgba.size(); ++i)
    if (i % 4 != 3)
      out.rgba[i] = static_cast<std::uint8_t>((out.rgba[i] * out.rgba[i | 3] + 127) / 255);
  return out;
}

// An image of that size whose texels are the means of blocks of 2^n x 2^n of `from`.
Texels shrunk(const Texels& from, int n, int width, int height) {
  Texels out{width, height, {}};
  const int block = 1 << n, count = block * block;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      int sum[4] = {};
      for (int k = 0; k < count; ++k) {
        const std::uint8_t* p = from.at(x * block + k % block, y * block + k / block);
        for (int c = 0; c < 4; ++c) sum[c] += p[c];
      }
      for (const int part : sum)
        out.rgba.push_back(static_cast<std::uint8_t>((part + count / 2) / count));
    }
  return out;
}

// Whether more than a 50th of the image is translucent and not just the soft edge of what is
// opaque. There the outline follows the opacity, and not the distance from what can be seen.
bool is_soft(const Texels& image) {
  int soft = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      const int alpha = image.at(x, y)[3];
      bool is_edge = alpha == 0 || alpha >= 128;
      for (int k = 0; k < 9 && !is_edge; ++k)
        is_edge = image.at(x + k % 3 - 1, y + k / 3 - 1)[3] >= 128;
      soft += !is_edge;
    }
  return 50 * soft > image.width * image.height;
}

// Replaces alpha by what kAtlasFunctions read. Each texel at a silhouette offers its distance to
// the transparent ones around it. The silhouette passes through the middle of a texel of half
// opacity.
void write_distances(Texels& image) {
  constexpr int kReach = 5;  // texels; further away there is no step left
  const auto count = static_cast<std::size_t>(image.width * image.height);
  std::vector<float> distances(count, 128 / kStepsPerTexel);
  const auto is_clear = [&](int x, int y) { return image.at(x, y)[3] == 0; };
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      const bool is_edge =
          is_clear(x - 1, y) || is_clear(x + 1, y) || is_clear(x, y - 1) || is_clear(x, y + 1);
      if (is_clear(x, y) || !is_edge) continue;
      const float inside = static_cast<float>(image.at(x, y)[3]) / 255 - 0.5f;
      for (int v = std::max(0, y - kReach); v <= std::min(image.height - 1, y + kReach); ++v)
        for (int u = std::max(0, x - kReach); u <= std::min(image.width - 1, x + kReach); ++u) {
          float& d = distances[static_cast<std::size_t>(v * image.width + u)];
          const float squared = static_cast<float>((u - x) * (u - x) + (v - y) * (v - y));
          d = std::min(d, std::sqrt(squared) - inside);
        }
    }
  for (std::size_t i = 0; i < count; ++i) {
    std::uint8_t& alpha = image.rgba[4 * i + 3];
    const int code = alpha ? 128 + (alpha * 127 + 127) / 255
                           : 128 - static_cast<int>(kStepsPerTexel * distances[i] + 0.5f);
    alpha = static_cast<std::uint8_t>(code);
  }
}

// The image with kPad transparent texels around it, and up to the next place where an image may
// begin.
Texels padded(const Texels& image) {
  Texels out{aligned(image.width) + 2 * kPad, aligned(image.height) + 2 * kPad, {}};
  out.rgba.resize(4 * static_cast<std::size_t>(out.width * out.height));
  for (int y = 0; y < image.height; ++y)
    std::copy_n(image.at(0, y), 4 * image.width, out.rgba.begin() + out.index(kPad, kPad + y));
  return out;
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

void Atlas::upload() {
  std::vector<std::vector<std::uint8_t>> levels;
  for (int level = 0; level <= kLevels; ++level) {
    const auto side = static_cast<std::size_t>(side_ >> level);
    levels.emplace_back(side * side * 4);
  }
  for (std::size_t i = 0; i < images_.size(); ++i) {
    AtlasRect& r = rects_[i];
    if (r.width == 0) continue;
    int n = 0;
    while (std::max(1, images_[i].width >> n) > r.width ||
           std::max(1, images_[i].height >> n) > r.height)
      ++n;
    const Texels image = shrunk(premultiplied(images_[i]), n, r.width, r.height);
    r.is_soft = is_soft(image);
    const Texels whole = padded(image);
    for (int level = 0; level <= kLevels; ++level) {
      Texels part = shrunk(whole, level, whole.width >> level, whole.height >> level);
      write_distances(part);
      const int side = side_ >> level, left = (r.x - kPad) >> level, top = (r.y - kPad) >> level;
      for (int y = 0; y < part.height; ++y)
        std::copy_n(part.at(0, y), 4 * part.width,
                    levels[static_cast<std::size_t>(level)].begin() +
                        4 * (static_cast<std::ptrdiff_t>(top + y) * side + left));
    }
  }
  for (int level = 0; level <= kLevels; ++level)
    upload_mipmap(*texture_, level, side_ >> level, levels[static_cast<std::size_t>(level)].data());
}

}  // namespace phasebox
