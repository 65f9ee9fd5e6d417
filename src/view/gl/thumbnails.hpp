// SPDX-License-Identifier: MIT
// One texture per image, for lists of images in the interface.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "collide/image.hpp"
#include "view/gl/gl_objects.hpp"

namespace phasebox {

/// One texture per image, for the launcher. The OpenGL context must be current in every call.
class Thumbnails {
 public:
  /// Uploads images that are new or have changed, and returns the textures by image number.
  std::span<const std::uint64_t> update(const ImageSet& images);

 private:
  std::vector<GlTexture> textures_;
  std::vector<std::uint64_t> names_;
  std::vector<std::shared_ptr<const Image>> images_;
};

}  // namespace phasebox
