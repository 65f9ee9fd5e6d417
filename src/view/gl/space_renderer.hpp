// SPDX-License-Identifier: MIT
// Draws the 3D view with OpenGL 3.3 core (WebGL 2 in the browser): solids by depth test, then
// translucent plates, then wires.
#pragma once
#include <memory>

#include "base/result.hpp"
#include "collide/image.hpp"
#include "view/space/orbit_camera.hpp"
#include "view/space/space_list.hpp"

namespace phasebox {

class Atlas;

/// Draws space lists. The OpenGL context in which it was made must be current in every call and in
/// the destructor. It draws into a framebuffer of its own that has depth, so that no other
/// framebuffer needs depth, and copies the picture.
class SpaceRenderer {
 public:
  /// Makes a renderer in the current context, with so many samples per pixel (0: no multisampling),
  /// or as many as the driver allows. Fails if the driver refuses the shaders or the framebuffer.
  static Result<std::unique_ptr<SpaceRenderer>> create(int samples);
  ~SpaceRenderer();
  SpaceRenderer(const SpaceRenderer&) = delete;
  SpaceRenderer& operator=(const SpaceRenderer&) = delete;

  /// Draws the list, without its labels, into the camera's viewport in the bound framebuffer;
  /// nothing outside changes. `atlas` must hold these images (Renderer::atlas). `fb_width` and
  /// `fb_height` are the size of the framebuffer, px. Afterwards no program, vertex array, buffer
  /// and texture is bound; depth test, culling, blending and scissor test are off; OpenGL's
  /// viewport is the whole framebuffer. Does nothing if the viewport is empty or the driver refuses
  /// a framebuffer of its size.
  void draw(const SpaceList&, const ImageSet&, const Atlas& atlas, const OrbitCamera&, int fb_width,
            int fb_height);

 private:
  struct Impl;
  explicit SpaceRenderer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace phasebox
