// SPDX-License-Identifier: MIT
// What the renderers share for OpenGL: objects that are deleted with their owner, uploads of
// textures, the state before and after a picture, and shader programs.
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

/// Owns an OpenGL object, by its name. `make` and `free` are the addresses of libepoxy's function
/// pointers that make and delete such names. The context in which it was made must be current in
/// its destructor.
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

/// Uploads RGBA pixels [width * height * 4] to a texture and makes its mipmaps. `minify` is
/// OpenGL's filter for drawing it smaller.
void upload_texture(GLuint texture, int width, int height, const std::uint8_t* rgba, GLint minify);

/// Uploads RGBA pixels [side * side * 4] as mipmap number `level` (0 is the full size) of a texture
/// whose mipmaps are uploaded one by one, the smallest last.
void upload_mipmap(GLuint texture, GLint level, int side, const std::uint8_t* rgba);

/// Begins a picture: fills the bound framebuffer, or the area of the scissor test if that is on,
/// with `ground`; clears its depths if `with_depth`; switches depth test, stencil test and culling
/// off; and sets blending for premultiplied colors.
void begin_picture(Color ground, bool with_depth);
/// Ends a picture: unbinds vertex array, buffer, texture and program, and switches blending and
/// depth test off. Restores OpenGL's defaults for depth: it is written, and the smaller is in
/// front.
void end_picture();

/// A rectangle of a framebuffer in whole px; `bottom` counts from the lower edge.
struct FramebufferRect {
  GLint left, bottom;
  GLsizei width, height;
};
/// The rectangle of a framebuffer of `fb_height` px that shows the part `on_screen` of the screen,
/// px from the top left.
FramebufferRect framebuffer_rect(const Aabb& on_screen, int fb_height);
/// Reads the RGBA pixels [width * height * 4] of a rectangle of the bound framebuffer, rows from
/// the top. Waits until all drawing is done.
std::vector<std::uint8_t> read_pixels(const FramebufferRect&);

/// An OpenGL program: a vertex and a fragment shader. The context in which it was made must be
/// current in every call and in the destructor.
class Program {
 public:
  Program() = default;
  ~Program() { glDeleteProgram(name_); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Compiles and links both sources, each with the GLSL version and `#define <define>` before it.
  /// Returns an error, with the driver's message about a shader, if the driver refuses them. To be
  /// called once.
  Status build(std::string_view define, std::string_view vertex, std::string_view fragment);
  void use() const { glUseProgram(name_); }
  /// The location of a uniform variable; -1, which OpenGL ignores, if the program does not use it.
  GLint uniform(const char* name) const { return glGetUniformLocation(name_, name); }

 private:
  GLuint name_ = glCreateProgram();
};

}  // namespace phasebox
