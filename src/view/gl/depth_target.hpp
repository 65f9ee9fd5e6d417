// SPDX-License-Identifier: MIT
// A framebuffer with color and depth of its own, copied into another one when it is done.
#pragma once
#include <epoxy/gl.h>

#include "base/geometry.hpp"

namespace phasebox {

/// Belongs to the current OpenGL context.
class DepthTarget {
 public:
  explicit DepthTarget(int samples);
  ~DepthTarget();
  DepthTarget(const DepthTarget&) = delete;
  DepthTarget& operator=(const DepthTarget&) = delete;

  /// Makes it at least one px large and binds it; false when the driver refuses it. Remembers what
  /// was bound for drawing.
  bool begin(int width, int height);
  /// Copies it to a place (px from the lower left) of what was bound before, and binds that again.
  void end(int left, int bottom);
  /// Binds again what was bound before, and copies nothing.
  void leave() const;

 private:
  GLuint framebuffer_ = 0, color_ = 0, depth_ = 0;
  GLint before_ = 0, read_before_ = 0;
  GLsizei samples_ = 0, width_ = 0, height_ = 0;
};

}  // namespace phasebox
