// SPDX-License-Identifier: MIT
// The one texture that holds the images of all sprites.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "collide/image.hpp"
#include "view/gl/gl_objects.hpp"

namespace phasebox {

/// The place of an image in the atlas, texels. The size is 0 if the atlas had no room for it.
struct AtlasRect {
  std::uint16_t x = 0, y = 0, width = 0, height = 0;
};

/// One texture that holds all images, with premultiplied alpha. The edge of every image is repeated
/// around it, wide enough for the mipmaps. If the images do not fit, large ones are kept at half
/// their size, or a quarter, and so on.
class Atlas {
 public:
  /// Packs and uploads again if the set has changed; otherwise only compares.
  void update(const ImageSet& images) {
    if (images == images_ && side_ != 0) return;
    images_ = images;
    pack();
    upload();
  }
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
  ImageSet images_;  // held so that no other image can get the address of one of these
  std::vector<AtlasRect> rects_;
};

}  // namespace phasebox
