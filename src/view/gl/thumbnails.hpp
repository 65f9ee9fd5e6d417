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

/// One texture per image, for the interface's lists of images. The OpenGL context in which it was
/// made must be current in every call and in the destructor.
class Thumbnails {
 public:
  /// Uploads the images that are new or have changed since the last call, and returns the names of
  /// the textures by number of the image. Valid until the next call.
  std::span<const std::uint64_t> update(const ImageSet& images);

 private:
  std::vector<GlTexture> textures_;
  std::vector<std::uint64_t> names_;
  std::vector<std::shared_ptr<const Image>> images_;
};

}  // namespace phasebox
