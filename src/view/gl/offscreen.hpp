// SPDX-License-Identifier: MIT
// OpenGL without a visible window, for pictures that the command line and tests make.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "base/result.hpp"

namespace phasebox {

/// An OpenGL 3.3 context with a framebuffer to draw into. It needs no X server.
class Offscreen {
 public:
  /// Makes a context with a black framebuffer of that size, px, makes it current and binds the
  /// framebuffer. Refuses sides outside 1 to 8192 px, and systems without OpenGL 3.3.
  static Result<std::unique_ptr<Offscreen>> create(int width, int height);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  /// Makes the context current and binds its framebuffer, as after another context was current.
  void make_current() const;
  /// The part of an error message that says what the user can do if there is no OpenGL 3.3.
  static const char* const kRemedy;
  /// Makes the context current and reads the RGBA pixels [width * height * 4], rows from the top.
  /// Waits until all drawing is done.
  std::vector<std::uint8_t> pixels() const;

 private:
  Offscreen(int width, int height) : width_(width), height_(height) {}
  bool open(int way);  ///< makes a context current; `way` is 0 to kWays - 1
  bool make_framebuffer();

  static const int kWays;  // number of ways to make a context, which are tried in turn

  int width_, height_;
  // EGL's display, context and surface, or null. On Windows, in this order, a window, a rendering
  // context and a device context.
  void *display_ = nullptr, *context_ = nullptr, *surface_ = nullptr;
  std::uint32_t framebuffer_ = 0, color_ = 0;
};

}  // namespace phasebox
