// SPDX-License-Identifier: MIT
// Compiles and links; what the driver says comes back as the error.
#include "view/gl/program.hpp"

#include <array>

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

}  // namespace phasebox
