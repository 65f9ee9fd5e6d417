// SPDX-License-Identifier: MIT
// A framebuffer without a window, for pictures made by the command line and by tests.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "base/result.hpp"

namespace phasebox {

/// An OpenGL 3.3 context of its own, with a framebuffer; needs no X server.
class Offscreen {
 public:
  /// Makes the context current, binds the framebuffer. Refuses sizes not 1..8192 px, no OpenGL 3.3.
  static Result<std::unique_ptr<Offscreen>> create(int width, int height);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  /// Makes its context and framebuffer current again, after another one was.
  void make_current() const;
  /// What helps where there is no OpenGL 3.3.
  static const char* const kRemedy;
  /// [width * height * 4] RGBA, rows from the top. Waits until all drawing is done.
  std::vector<std::uint8_t> pixels() const;

 private:
  Offscreen(int width, int height) : width_(width), height_(height) {}
  bool open(int way);  ///< 0 to kWays - 1
  bool make_framebuffer();

  static const int kWays;

  int width_, height_;
  // As in EGL/egl.h; a window, a rendering and a device context on Windows.
  void *display_ = nullptr, *context_ = nullptr, *surface_ = nullptr;
  std::uint32_t framebuffer_ = 0, color_ = 0;
};

}  // namespace phasebox
