// SPDX-License-Identifier: MIT
// Draws the 3D view with OpenGL 3.3 core: depth-tested solids, then plates from the far ones on.
#pragma once
#include <memory>

#include "base/result.hpp"
#include "collide/image.hpp"
#include "view/space/space_list.hpp"

namespace phasebox {

class Atlas;

/// Belongs to its OpenGL context as Renderer does; has its own framebuffer, so only it needs depth.
class SpaceRenderer {
 public:
  /// `samples` per pixel, 0: none, or fewer by the driver. Refuses if shaders or framebuffer fail.
  static Result<std::unique_ptr<SpaceRenderer>> create(int samples);
  ~SpaceRenderer();
  SpaceRenderer(const SpaceRenderer&) = delete;
  SpaceRenderer& operator=(const SpaceRenderer&) = delete;

  /// Fills the camera's viewport of the bound framebuffer, nothing outside. `atlas` holds these
  /// images (Renderer::atlas). `fb_height` in px. Leaves depth test, culling, blending, scissor,
  /// program, vertex array, buffer and texture switched off, the whole framebuffer as viewport.
  void draw(const SpaceList&, const ImageSet&, const Atlas& atlas, const OrbitCamera&, int fb_width,
            int fb_height);

 private:
  struct Impl;
  explicit SpaceRenderer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace phasebox
