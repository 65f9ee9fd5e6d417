// SPDX-License-Identifier: MIT
// Compiles and links programs; errors are the driver's. Atlas: shelves by height, mips to 1/8.
#include "view/gl/gl_objects.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>

#include <fmt/format.h>

namespace phasebox {
namespace {

// Fragment shaders of WebGL 2 have no default precision.
#ifdef __wasi__
constexpr const char* kHead = "#version 300 es\nprecision highp float;\nprecision highp int;";
#else
constexpr const char* kHead = "#version 330 core";
#endif

// Attaches the shader; the program keeps it alive.
Status attach(GLuint program, GLenum stage, const std::string& source) {
  const GLuint shader = glCreateShader(stage);
  const char* text = source.c_str();
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  GLint done = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
  Status status;
  if (done) {
    glAttachShader(program, shader);
  } else {
    std::array<char, 1024> log{};
    glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), nullptr, log.data());
    status = Error{fmt::format("the graphics driver refuses a shader: {}", log.data())};
  }
  glDeleteShader(shader);
  return status;
}

constexpr int kFirstSide = 256, kLastSide = 4096;
constexpr int kLargestImage = 2048, kSmallestImage = 8;
constexpr int kLevels = 3;          // mipmaps beyond the first
constexpr int kPad = 1 << kLevels;  // texels; so the smallest mipmap still has one of its own edge

int aligned(int n) { return (n + kPad - 1) / kPad * kPad; }

// Halvings after which the longer side is at most `largest`.
int halvings(const Image& image, int largest) {
  int n = 0;
  while (std::max(image.width, image.height) >> n > largest) ++n;
  return n;
}

using Rgba = std::vector<std::uint8_t>;

// Premultiplied, and every 2^n x 2^n block averaged to one texel. Sizes are those of the result.
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

// Copies an image and repeats its edge into the padding.
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

Status Program::build(std::string_view define, std::string_view vertex, std::string_view fragment) {
  const std::string head = fmt::format("{}\n#define {}\n", kHead, define);
  if (auto error = attach(name_, GL_VERTEX_SHADER, head + std::string(vertex))) return error;
  if (auto error = attach(name_, GL_FRAGMENT_SHADER, head + std::string(fragment))) return error;
  glLinkProgram(name_);
  GLint done = 0;
  glGetProgramiv(name_, GL_LINK_STATUS, &done);
  if (!done) return Error{fmt::format("the graphics driver cannot link the shader {}", define)};
  return {};
}

FramebufferRect framebuffer_rect(const Aabb& on_screen, int fb_height) {
  const auto whole = [](float v) { return static_cast<GLint>(std::lround(v)); };
  const GLint left = whole(on_screen.min.x), right = whole(on_screen.max.x);
  const GLint top = whole(on_screen.min.y), bottom = whole(on_screen.max.y);
  return {left, fb_height - bottom, std::max(0, right - left), std::max(0, bottom - top)};
}

std::vector<std::uint8_t> read_pixels(const FramebufferRect& part) {
  const auto row = static_cast<std::ptrdiff_t>(part.width) * 4;
  std::vector<std::uint8_t> out(static_cast<std::size_t>(row * part.height));
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glPixelStorei(GL_PACK_ROW_LENGTH, 0);
  glReadPixels(part.left, part.bottom, part.width, part.height, GL_RGBA, GL_UNSIGNED_BYTE,
               out.data());
  for (std::ptrdiff_t top = 0, bottom = part.height - 1; top < bottom; ++top, --bottom)
    std::swap_ranges(out.begin() + top * row, out.begin() + (top + 1) * row,
                     out.begin() + bottom * row);
  return out;
}

void upload_texture(GLuint texture, int width, int height, const std::uint8_t* rgba, GLint minify,
                    GLint levels) {
  glBindTexture(GL_TEXTURE_2D, texture);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, levels);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, minify);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glGenerateMipmap(GL_TEXTURE_2D);
  glBindTexture(GL_TEXTURE_2D, 0);
}

void begin_picture(Color ground, bool with_depth) {
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_CULL_FACE);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glClearColor(static_cast<float>(ground.r) / 255, static_cast<float>(ground.g) / 255,
               static_cast<float>(ground.b) / 255, static_cast<float>(ground.a) / 255);
  glClear(with_depth ? GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT : GL_COLOR_BUFFER_BIT);
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
}

void end_picture() {
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  glBindTexture(GL_TEXTURE_2D, 0);
  glUseProgram(0);
  glDisable(GL_DEPTH_TEST);
  glDepthMask(GL_TRUE);
  glDepthFunc(GL_LESS);
  glDisable(GL_BLEND);
}

void Atlas::pack() {
  GLint limit = kLastSide;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
  limit = std::min(limit, kLastSide);
  for (int largest = kLargestImage; largest >= kSmallestImage; largest /= 2)
    for (side_ = kFirstSide; side_ <= limit; side_ *= 2)
      if (pack_into(side_, largest)) return;
  side_ = limit;  // what found room stays, the rest has no size
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

std::span<const std::uint64_t> Thumbnails::update(const ImageSet& images) {
  for (std::size_t i = 0; i < images.size(); ++i) {
    if (i == images_.size()) {
      images_.emplace_back();
      names_.push_back(*textures_.emplace_back());
    }
    if (images_[i] == images.shared(i)) continue;
    images_[i] = images.shared(i);
    upload_texture(*textures_[i], images[i].width, images[i].height, images[i].rgba.data(),
                   GL_LINEAR_MIPMAP_LINEAR);
  }
  return names_;
}

}  // namespace phasebox
