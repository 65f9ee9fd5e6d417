// SPDX-License-Identifier: MIT
// Names of OpenGL objects that are deleted with their owner.
#pragma once
#include <utility>

#include <epoxy/gl.h>

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

}  // namespace phasebox
