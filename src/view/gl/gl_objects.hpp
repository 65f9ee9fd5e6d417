// SPDX-License-Identifier: MIT
// What both renderers need of OpenGL: names that are deleted with their owner, streams of
// instances, the state around a picture, programs, and all images in one texture.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <epoxy/gl.h>

#include "base/geometry.hpp"
#include "base/result.hpp"
#include "collide/image.hpp"
#include "view/theme.hpp"

namespace phasebox {

/// Owns one name that `make` gives and `free` takes back: function pointers of libepoxy.
template <auto make, auto free>
class GlObject {
 public:
  GlObject() { (*make)(1, &name_); }
  ~GlObject() {
    if (name_) (*free)(1, &name_);
  }
  GlObject(GlObject&& o) noexcept : name_(std::exchange(o.name_, 0)) {}
  GlObject& operator=(GlObject&& o) noexcept {
    std::swap(name_, o.name_);
    return *this;
  }
  GLuint operator*() const { return name_; }

 private:
  GLuint name_ = 0;
};

using GlBuffer = GlObject<&glGenBuffers, &glDeleteBuffers>;
using GlVertexArray = GlObject<&glGenVertexArrays, &glDeleteVertexArrays>;
using GlTexture = GlObject<&glGenTextures, &glDeleteTextures>;
using GlFramebuffer = GlObject<&glGenFramebuffers, &glDeleteFramebuffers>;
using GlRenderbuffer = GlObject<&glGenRenderbuffers, &glDeleteRenderbuffers>;

/// An attribute of the bound buffer, per instance (`every` 1) or vertex (0). Bytes are colors.
inline void attribute(GLuint location, GLint size, GLenum type, std::size_t stride,
                      std::size_t offset, GLuint every = 1) {
  glEnableVertexAttribArray(location);
  glVertexAttribDivisor(location, every);
  // What OpenGL wants: an offset, typed as a pointer.
  glVertexAttribPointer(location, size, type, type == GL_UNSIGNED_BYTE,
                        static_cast<GLsizei>(stride), reinterpret_cast<const void*>(offset));
}

/// New storage for the bound buffer: the driver need not wait for the last frame's use of the old.
inline void stream(const void* data, std::size_t bytes) {
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_STREAM_DRAW);
  if (bytes) glBufferSubData(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(bytes), data);
}

/// Uploads RGBA pixels with up to `levels` levels of detail; `minify` chooses among smaller ones.
void upload_texture(GLuint texture, int width, int height, const std::uint8_t* rgba, GLint minify,
                    GLint levels = 1000);

/// Clears viewport and scissors (`with_depth`: depths too), sets premultiplied blending, tests off.
void begin_picture(Color ground, bool with_depth);
/// Binds nothing, and switches blending and depth test off; depths are written, nearest first.
void end_picture();

/// A part of a framebuffer in whole px; rows count from below.
struct FramebufferRect {
  GLint left, bottom;
  GLsizei width, height;
};
/// The pixels of a part of the screen.
FramebufferRect framebuffer_rect(const Aabb& on_screen, int fb_height);
/// [width * height * 4] RGBA of the framebuffer, rows from the top. Waits for all drawing.
std::vector<std::uint8_t> read_pixels(const FramebufferRect&);

class Program {
 public:
  Program() = default;
  ~Program() { glDeleteProgram(name_); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Both sources get the version and `#define define` in front.
  Status build(std::string_view define, std::string_view vertex, std::string_view fragment);
  void use() const { glUseProgram(name_); }
  GLint uniform(const char* name) const { return glGetUniformLocation(name_, name); }

 private:
  GLuint name_ = glCreateProgram();
};

/// Where an image lies in the atlas, in texels; an image without room has no size.
struct AtlasRect {
  std::uint16_t x = 0, y = 0, width = 0, height = 0;
};

/// Premultiplied alpha; every image has its edge repeated round it, wide enough for the mipmaps.
/// Images that would not fit are kept at half their size, or a quarter, and so on.
class Atlas {
 public:
  /// Packs and uploads again if the set has changed; otherwise only compares.
  void update(const ImageSet& images) {
    if (images == images_ && side_ != 0) return;
    images_ = images;
    pack();
    upload();
  }
  AtlasRect operator[](std::size_t image) const { return rects_[image]; }
  std::size_t size() const { return rects_.size(); }
  GLuint texture() const { return *texture_; }
  int side() const { return side_; }  ///< texels

 private:
  void pack();
  bool pack_into(int side, int largest);
  void upload() const;

  GlTexture texture_;
  int side_ = 0;
  ImageSet images_;  // held, so that no address is used twice
  std::vector<AtlasRect> rects_;
};

/// One texture per image, for the launcher. Needs the OpenGL context in every call.
class Thumbnails {
 public:
  /// The textures by number, after what is new or has changed was uploaded.
  std::span<const std::uint64_t> update(const ImageSet& images);

 private:
  std::vector<GlTexture> textures_;
  std::vector<std::uint64_t> names_;
  std::vector<std::shared_ptr<const Image>> images_;
};

}  // namespace phasebox
