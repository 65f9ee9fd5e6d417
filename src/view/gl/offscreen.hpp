// SPDX-License-Identifier: MIT
// OpenGL without a window, for pictures made by the command line and by tests.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "base/result.hpp"

namespace phasebox {

/// An OpenGL 3.3 context of its own, with a framebuffer; needs no X server.
class Offscreen {
 public:
  /// Makes a context current and binds its framebuffer. Refuses sides outside 1 to 8192 px, and
  /// systems without OpenGL 3.3.
  static Result<std::unique_ptr<Offscreen>> create(int width, int height);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  /// Makes the context current again and binds the framebuffer, after another context was current.
  void make_current() const;
  /// The part of an error message that tells the user what to do where there is no OpenGL 3.3.
  static const char* const kRemedy;
  /// Reads the RGBA pixels [width * height * 4], rows from the top. Waits until all drawing is
  /// done.
  std::vector<std::uint8_t> pixels() const;

 private:
  Offscreen(int width, int height) : width_(width), height_(height) {}
  bool open(int way);  ///< makes the context current; `way` is 0 to kWays - 1
  bool make_framebuffer();

  static const int kWays;

  int width_, height_;
  // An EGLDisplay, EGLContext and EGLSurface. On Windows they are a window, a rendering context and
  // a device context.
  void *display_ = nullptr, *context_ = nullptr, *surface_ = nullptr;
  std::uint32_t framebuffer_ = 0, color_ = 0;
};

}  // namespace phasebox
