// SPDX-License-Identifier: MIT
// Renderbuffers that are made again only when the size changes.
#include "view/gl/depth_target.hpp"

#include <algorithm>

namespace phasebox {

DepthTarget::DepthTarget(int samples) {
  GLint most = 0;
  glGetIntegerv(GL_MAX_SAMPLES, &most);
  samples_ = std::clamp(samples, 0, most);
  glGenFramebuffers(1, &framebuffer_);
  glGenRenderbuffers(1, &color_);
  glGenRenderbuffers(1, &depth_);
}

DepthTarget::~DepthTarget() {
  glDeleteFramebuffers(1, &framebuffer_);
  glDeleteRenderbuffers(1, &color_);
  glDeleteRenderbuffers(1, &depth_);
}

bool DepthTarget::begin(int width, int height) {
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before_);
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read_before_);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  if (width == width_ && height == height_) return true;
  width_ = std::max(width, 1), height_ = std::max(height, 1);
  const auto attach = [&](GLuint buffer, GLenum format, GLenum where) {
    glBindRenderbuffer(GL_RENDERBUFFER, buffer);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples_, format, width_, height_);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, where, GL_RENDERBUFFER, buffer);
  };
  attach(color_, GL_RGBA8, GL_COLOR_ATTACHMENT0);
  attach(depth_, GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT);
  glBindRenderbuffer(GL_RENDERBUFFER, 0);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) return true;
  width_ = height_ = 0;
  leave();
  return false;
}

void DepthTarget::leave() const {
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(before_));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(read_before_));
}

void DepthTarget::end(int left, int bottom) {
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(before_));
  glBlitFramebuffer(0, 0, width_, height_, left, bottom, left + width_, bottom + height_,
                    GL_COLOR_BUFFER_BIT, GL_NEAREST);
  leave();
}

}  // namespace phasebox
