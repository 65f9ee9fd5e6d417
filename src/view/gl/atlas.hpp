// SPDX-License-Identifier: MIT
// All images of a session in one texture.
#pragma once
#include <cstdint>
#include <vector>

#include "collide/image.hpp"
#include "view/gl/gl_objects.hpp"

namespace phasebox {

/// Where an image lies in the atlas, in texels; an image without room has no size.
struct AtlasRect {
  std::uint16_t x = 0, y = 0, width = 0, height = 0;
};

/// Premultiplied alpha; every image has its edge repeated round it, wide enough for the mipmaps.
/// Images that would not fit are kept at half their size, or a quarter, and so on.
class Atlas {
 public:
  /// Packs and uploads again if the set has changed; otherwise only compares.
  void update(const ImageSet&);
  AtlasRect operator[](std::size_t image) const { return rects_[image]; }
  std::size_t size() const { return rects_.size(); }
  GLuint texture() const { return *texture_; }
  int side() const { return side_; }  ///< texels

 private:
  void pack();
  bool pack_into(int side, int largest);
  void upload() const;

  GlTexture texture_;
  int side_ = 0;
  ImageSet images_;  // held, so that no address is used twice
  std::vector<AtlasRect> rects_;
};

}  // namespace phasebox
