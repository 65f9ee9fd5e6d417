// SPDX-License-Identifier: MIT
// Shader programs and the uniforms that all of them share.
#pragma once
#include <string>
#include <string_view>

#include "base/geometry.hpp"
#include "base/result.hpp"
#include "view/gl/gl_object.hpp"

namespace phasebox {

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
