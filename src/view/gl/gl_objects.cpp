// SPDX-License-Identifier: MIT
// Programs are compiled and linked; what the driver says comes back as the error.
#include "view/gl/gl_objects.hpp"

#include <array>

#include <epoxy/gl.h>
#include <fmt/format.h>

namespace phasebox {
namespace {

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

}  // namespace

Result<Program> Program::create(std::string_view name, std::string_view vertex,
                                std::string_view fragment) {
  Program program;
  if (auto error = program.build(name, vertex, fragment)) return *error;
  return program;
}

Status Program::build(std::string_view name, std::string_view vertex, std::string_view fragment) {
  const std::string head = fmt::format("#version 330 core\n#define {}\n", name);
  if (auto error = attach(*program_, GL_VERTEX_SHADER, head + std::string(vertex))) return error;
  if (auto error = attach(*program_, GL_FRAGMENT_SHADER, head + std::string(fragment)))
    return error;
  glLinkProgram(*program_);
  GLint done = 0;
  glGetProgramiv(*program_, GL_LINK_STATUS, &done);
  if (!done) return Error{fmt::format("the graphics driver cannot link the shader {}", name)};
  mapping_ = glGetUniformLocation(*program_, "mapping");
  zoom_ = glGetUniformLocation(*program_, "zoom");
  frame_ = glGetUniformLocation(*program_, "frame");
  thickness_ = glGetUniformLocation(*program_, "thickness");
  return {};
}

void Program::use(const Mapping& m, Vec2 frame, float thickness) const {
  glUseProgram(*program_);
  glUniform4f(mapping_, m.center.x, m.center.y, m.origin.x, m.origin.y);
  glUniform1f(zoom_, m.zoom);
  glUniform2f(frame_, frame.x, frame.y);
  glUniform1f(thickness_, thickness);
}

void begin_picture(Color ground, bool with_depth) {
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_CULL_FACE);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glClearColor(static_cast<float>(ground.r) / 255, static_cast<float>(ground.g) / 255,
               static_cast<float>(ground.b) / 255, static_cast<float>(ground.a) / 255);
  if (with_depth) {
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
    glClearDepth(1);
  }
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
  glDisable(GL_BLEND);
}

}  // namespace phasebox
