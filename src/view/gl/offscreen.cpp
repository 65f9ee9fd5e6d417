// SPDX-License-Identifier: MIT
// Makes offscreen contexts and their framebuffers, and reads their pixels.
#include "view/gl/offscreen.hpp"

#include <fmt/format.h>

#include "view/gl/gl_objects.hpp"

namespace phasebox {
namespace {

constexpr int kMaxSide = 8192;

}  // namespace

bool Offscreen::make_framebuffer() {
  glGenFramebuffers(1, &framebuffer_);
  glGenRenderbuffers(1, &color_);
  glBindRenderbuffer(GL_RENDERBUFFER, color_);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width_, height_);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color_);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) return false;
  glViewport(0, 0, width_, height_);
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  return true;
}

Result<std::unique_ptr<Offscreen>> Offscreen::create(int width, int height) {
  if (width < 1 || height < 1 || width > kMaxSide || height > kMaxSide)
    return Error{fmt::format("a picture of {} x {} px cannot be drawn; each side is 1 to {} px",
                             width, height, kMaxSide)};
  for (int way = 0; way < kWays; ++way) {
    std::unique_ptr<Offscreen> made(new Offscreen(width, height));
    if (made->open(way) && made->make_framebuffer()) return made;
  }
  return Error{std::string("there is no OpenGL 3.3 without a window here; ") + kRemedy};
}

std::vector<std::uint8_t> Offscreen::pixels() const {
  make_current();
  return read_pixels({0, 0, width_, height_});
}

}  // namespace phasebox
