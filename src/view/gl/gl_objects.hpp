// SPDX-License-Identifier: MIT
// What both renderers need of OpenGL: names that are deleted with their owner, streams of
// instances, the state around a picture, and programs.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <epoxy/gl.h>

#include "base/geometry.hpp"
#include "base/result.hpp"
#include "view/theme.hpp"

namespace phasebox {

/// Owns one name; `Kind` knows how to make and delete it.
template <class Kind>
class GlObject {
 public:
  GlObject() : name_(Kind::make()) {}
  ~GlObject() {
    if (name_) Kind::free(name_);
  }
  GlObject(GlObject&& o) noexcept : name_(std::exchange(o.name_, 0)) {}
  GlObject& operator=(GlObject&& o) noexcept {
    std::swap(name_, o.name_);
    return *this;
  }
  GLuint operator*() const { return name_; }

 private:
  GLuint name_;
};

struct GlBufferKind {
  static GLuint make() {
    GLuint name = 0;
    glGenBuffers(1, &name);
    return name;
  }
  static void free(GLuint name) { glDeleteBuffers(1, &name); }
};
struct GlVertexArrayKind {
  static GLuint make() {
    GLuint name = 0;
    glGenVertexArrays(1, &name);
    return name;
  }
  static void free(GLuint name) { glDeleteVertexArrays(1, &name); }
};
struct GlTextureKind {
  static GLuint make() {
    GLuint name = 0;
    glGenTextures(1, &name);
    return name;
  }
  static void free(GLuint name) { glDeleteTextures(1, &name); }
};
struct GlProgramKind {
  static GLuint make() { return glCreateProgram(); }
  static void free(GLuint name) { glDeleteProgram(name); }
};

using GlBuffer = GlObject<GlBufferKind>;
using GlVertexArray = GlObject<GlVertexArrayKind>;
using GlTexture = GlObject<GlTextureKind>;
using GlProgram = GlObject<GlProgramKind>;

// Small steps common to all that streams instances to OpenGL.

/// An attribute of the bound buffer that advances once per instance (`every` 1) or vertex (0).
inline void attribute(GLuint location, GLint size, GLenum type, bool normalized, std::size_t stride,
                      std::size_t offset, GLuint every = 1) {
  glEnableVertexAttribArray(location);
  glVertexAttribDivisor(location, every);
  // What OpenGL wants: an offset, typed as a pointer.
  glVertexAttribPointer(location, size, type, normalized ? GL_TRUE : GL_FALSE,
                        static_cast<GLsizei>(stride), reinterpret_cast<const void*>(offset));
}

/// New storage for the bound buffer: the driver need not wait for the last frame to be done with
/// the old one.
inline void stream(const void* data, std::size_t bytes) {
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_STREAM_DRAW);
  if (bytes) glBufferSubData(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(bytes), data);
}

// The state of OpenGL around a picture.

/// Clears what the viewport and the scissors show, and sets all that blending on top of each other
/// needs, whatever was drawn before: colors are premultiplied, no test is on. `with_depth`: clears
/// the depths too, and lets them be written, nearest first.
void begin_picture(Color ground, bool with_depth);
/// Binds nothing, and switches blending and depth test off.
void end_picture();

// Shader programs and the uniforms that all of them share.

/// From the coordinates of instances to screen px: `(p - center) * zoom + origin`.
struct Mapping {
  Vec2 center, origin;
  float zoom = 1;
};

/// One linked program.
class Program {
 public:
  /// Both sources get `#version 330 core` and `#define name` in front.
  static Result<Program> create(std::string_view name, std::string_view vertex,
                                std::string_view fragment);

  /// Makes it current; `frame` is the framebuffer's size in px.
  void use(const Mapping&, Vec2 frame, float thickness) const;
  /// Makes it current; its uniforms are set by `uniform`.
  void use() const { glUseProgram(*program_); }
  GLint uniform(const char* name) const { return glGetUniformLocation(*program_, name); }

 private:
  Status build(std::string_view name, std::string_view vertex, std::string_view fragment);

  GlProgram program_;
  GLint mapping_ = -1, zoom_ = -1, frame_ = -1, thickness_ = -1;
};

}  // namespace phasebox
