// SPDX-License-Identifier: MIT
// Draws a draw list with OpenGL 3.3 core (WebGL 2 in the browser), by at most two instanced calls
// per layer and two for all pictures.
#pragma once
#include <memory>
#include <string>

#include "base/result.hpp"
#include "collide/image.hpp"
#include "view/camera.hpp"
#include "view/draw_list.hpp"

namespace phasebox {

class Atlas;

/// Draws the shapes and pictures of draw lists. The OpenGL context in which it was made must be
/// current in every call and in the destructor.
class Renderer {
 public:
  /// Makes a renderer in the current context. Refuses contexts below OpenGL 3.3 and drivers that do
  /// not compile the shaders.
  static Result<std::unique_ptr<Renderer>> create();
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  /// Fills the camera's viewport in the bound framebuffer with `background` and draws the list into
  /// it, without its labels. Nothing outside the viewport changes. `fb_width` and `fb_height` are
  /// the size of the framebuffer, px. Afterwards no program, vertex array, buffer and texture is
  /// bound, and blending and scissor test are off.
  void draw(const DrawList&, const ImageSet&, const Camera&, int fb_width, int fb_height,
            Color background);

  /// Returns the atlas with these images, so that the renderer of the 3D view can use the same one.
  const Atlas& atlas(const ImageSet&);

  /// Whether the driver renders on the CPU, by the name of its device. Callers then draw less
  /// detail.
  bool is_software() const;
  /// The name that the driver gives the device (GL_RENDERER).
  std::string device() const;

 private:
  struct Impl;
  explicit Renderer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace phasebox
