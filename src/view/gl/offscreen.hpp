// SPDX-License-Identifier: MIT
// A framebuffer without a window, for pictures made by the command line and by tests.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "base/result.hpp"

namespace phasebox {

/// An OpenGL 3.3 context of its own through EGL, with a framebuffer; needs no X server.
class Offscreen {
 public:
  /// Makes the context current in this thread and binds the framebuffer. Refuses sizes outside 1 to
  /// 8192 px and machines without EGL or OpenGL 3.3.
  static Result<std::unique_ptr<Offscreen>> create(int width, int height);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  /// Makes its context and framebuffer current again, after another one was.
  void make_current() const;
  /// [width * height * 4] RGBA, rows from the top. Waits until all drawing is done.
  std::vector<std::uint8_t> pixels() const;

 private:
  Offscreen(int width, int height) : width_(width), height_(height) {}
  bool open(void* display);
  bool make_framebuffer();

  int width_, height_;
  void *display_ = nullptr, *context_ = nullptr, *surface_ = nullptr;  // as in EGL/egl.h
  std::uint32_t framebuffer_ = 0, color_ = 0;
};

}  // namespace phasebox
