// SPDX-License-Identifier: MIT
// Draws a draw list with OpenGL 3.3 core, by one or two instanced calls per layer and two for all
// pictures.
#pragma once
#include <memory>
#include <string>

#include "base/result.hpp"
#include "collide/image.hpp"
#include "view/camera.hpp"
#include "view/draw_list.hpp"

namespace phasebox {

class Atlas;

/// Draws draw lists. The OpenGL context in which it was made must be current in every call and in
/// the destructor.
class Renderer {
 public:
  /// Makes a renderer in the current context. Refuses contexts below OpenGL 3.3 and drivers that do
  /// not compile the shaders.
  static Result<std::unique_ptr<Renderer>> create();
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  /// Fills the camera's viewport with `background` and draws the list into it, into the framebuffer
  /// that is bound; touches nothing outside the viewport. `fb_width`, `fb_height` in px. Leaves
  /// blending, scissor, program, vertex array, buffer and texture switched off.
  void draw(const DrawList&, const ImageSet&, const Camera&, int fb_width, int fb_height,
            Color background);

  /// Brings the atlas up to date with the images and returns it, for other renderers of the same
  /// sprites.
  const Atlas& atlas(const ImageSet&);

  /// Whether the driver renders on the CPU, where less detail is faster.
  bool is_software() const;
  /// The name that the driver gives the device (GL_RENDERER).
  std::string device() const;

 private:
  struct Impl;
  explicit Renderer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace phasebox
