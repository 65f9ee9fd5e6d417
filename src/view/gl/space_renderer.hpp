// SPDX-License-Identifier: MIT
// Draws the 3D view with OpenGL 3.3 core: depth-tested solids, then plates from the far ones on.
#pragma once
#include <memory>

#include "base/result.hpp"
#include "collide/image.hpp"
#include "view/space/space_list.hpp"

namespace phasebox {

class Atlas;

/// Belongs to the OpenGL context that was current when it was made, as Renderer does. Has a
/// framebuffer of its own, so that nothing else needs a depth buffer.
class SpaceRenderer {
 public:
  /// `samples` per pixel, 0 for none; fewer where the driver has fewer. Refuses drivers that do not
  /// take the shaders or the framebuffer.
  static Result<std::unique_ptr<SpaceRenderer>> create(int samples);
  ~SpaceRenderer();
  SpaceRenderer(const SpaceRenderer&) = delete;
  SpaceRenderer& operator=(const SpaceRenderer&) = delete;

  /// Fills the camera's viewport of the framebuffer that is bound and touches nothing outside it.
  /// `atlas` holds these images (Renderer::atlas). `fb_height` in px. Leaves depth test, culling,
  /// blending, scissor, program, vertex array, buffer and texture switched off, and the viewport
  /// set to the whole framebuffer.
  void draw(const SpaceList&, const ImageSet&, const Atlas& atlas, const OrbitCamera&, int fb_width,
            int fb_height);

 private:
  struct Impl;
  explicit SpaceRenderer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace phasebox
