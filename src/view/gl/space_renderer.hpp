// SPDX-License-Identifier: MIT
// Draws the 3D view with OpenGL 3.3 core: solids by depth test, then plates from far to near.
#pragma once
#include <memory>

#include "base/result.hpp"
#include "collide/image.hpp"
#include "view/space/orbit_camera.hpp"
#include "view/space/space_list.hpp"

namespace phasebox {

class Atlas;

/// Draws space lists. Its OpenGL context must be current in every call and in the destructor. It
/// draws into a framebuffer of its own with depth, so that no other framebuffer needs depth.
class SpaceRenderer {
 public:
  /// Makes a renderer with so many samples per pixel (0: no multisampling), or fewer if the driver
  /// allows fewer. Refuses drivers that do not take the shaders or the framebuffer.
  static Result<std::unique_ptr<SpaceRenderer>> create(int samples);
  ~SpaceRenderer();
  SpaceRenderer(const SpaceRenderer&) = delete;
  SpaceRenderer& operator=(const SpaceRenderer&) = delete;

  /// Draws the list into the camera's viewport of the bound framebuffer and nothing outside.
  /// `atlas` holds these images (Renderer::atlas). `fb_width`, `fb_height` in px. Leaves depth
  /// test, culling, blending, scissor, program, vertex array, buffer and texture switched off, and
  /// the whole framebuffer as viewport.
  void draw(const SpaceList&, const ImageSet&, const Atlas& atlas, const OrbitCamera&, int fb_width,
            int fb_height);

 private:
  struct Impl;
  explicit SpaceRenderer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace phasebox
