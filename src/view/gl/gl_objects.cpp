// SPDX-License-Identifier: MIT
// Compiles and links programs, uploads textures, reads pixels, and sets OpenGL's state before and
// after a picture.
#include "view/gl/gl_objects.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

namespace phasebox {
namespace {

// The first lines of every shader. WebGL 2 needs the precision, because fragment shaders have no
// default one there.
#ifdef __wasi__
constexpr const char* kHead = "#version 300 es\nprecision highp float;\nprecision highp int;";
#else
constexpr const char* kHead = "#version 330 core";
#endif

// Compiles a shader and attaches it to the program, which keeps it alive. Returns the driver's
// message if it does not compile.
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

Status Program::build(std::string_view define, std::string_view vertex, std::string_view fragment) {
  const std::string head = fmt::format("{}\n#define {}\n", kHead, define);
  if (auto status = attach(name_, GL_VERTEX_SHADER, head + std::string(vertex)); status.failed())
    return status;
  if (auto status = attach(name_, GL_FRAGMENT_SHADER, head + std::string(fragment));
      status.failed())
    return status;
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

namespace {

// Binds the texture, uploads one of its mipmaps and sets how it is read.
void upload(GLuint texture, GLint level, int width, int height, const std::uint8_t* rgba,
            GLint minify) {
  glBindTexture(GL_TEXTURE_2D, texture);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, minify);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

}  // namespace

void upload_texture(GLuint texture, int width, int height, const std::uint8_t* rgba, GLint minify) {
  upload(texture, 0, width, height, rgba, minify);
  glGenerateMipmap(GL_TEXTURE_2D);
  glBindTexture(GL_TEXTURE_2D, 0);
}

void upload_mipmap(GLuint texture, GLint level, int side, const std::uint8_t* rgba) {
  upload(texture, level, side, side, rgba, GL_LINEAR_MIPMAP_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, level);
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

}  // namespace phasebox
