// SPDX-License-Identifier: MIT
// The tools for OpenGL that both renderers share: objects that are deleted with their owner,
// textures, the state around a picture, and programs.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <epoxy/gl.h>

#include "base/geometry.hpp"
#include "base/result.hpp"
#include "view/theme.hpp"

namespace phasebox {

/// Owns the name of an OpenGL object. `make` and `free` are the function pointers of libepoxy that
/// make and delete such names.
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

/// Uploads RGBA pixels and makes mipmaps up to level number `levels`. `minify` is the filter for
/// pictures smaller than the image.
void upload_texture(GLuint texture, int width, int height, const std::uint8_t* rgba, GLint minify,
                    GLint levels = 1000);

/// Clears the area of the scissor test to `ground` (`with_depth`: the depths too), switches depth
/// test, stencil test and culling off, and sets blending for premultiplied colors.
void begin_picture(Color ground, bool with_depth);
/// Unbinds all objects, and switches blending and depth test off. Sets OpenGL's defaults for later
/// depth tests: depths are written, and less is nearer.
void end_picture();

/// A part of a framebuffer in whole px; rows count from below.
struct FramebufferRect {
  GLint left, bottom;
  GLsizei width, height;
};
/// The part of a framebuffer of `fb_height` px that shows this part of the screen.
FramebufferRect framebuffer_rect(const Aabb& on_screen, int fb_height);
/// Reads RGBA pixels [width * height * 4] of the framebuffer, rows from the top. Waits for all
/// drawing.
std::vector<std::uint8_t> read_pixels(const FramebufferRect&);

class Program {
 public:
  Program() = default;
  ~Program() { glDeleteProgram(name_); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Compiles and links both sources, each preceded by the version and `#define define`. Returns
  /// the driver's message if it refuses them.
  Status build(std::string_view define, std::string_view vertex, std::string_view fragment);
  void use() const { glUseProgram(name_); }
  GLint uniform(const char* name) const { return glGetUniformLocation(name_, name); }

 private:
  GLuint name_ = glCreateProgram();
};

}  // namespace phasebox
