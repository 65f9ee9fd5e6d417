// SPDX-License-Identifier: MIT
// The one texture that holds the images of all sprites.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "collide/image.hpp"
#include "view/gl/gl_objects.hpp"

namespace phasebox {

/// The place of an image in the atlas, texels. Width and height are 0 if the atlas had no room for
/// it.
struct AtlasRect {
  std::uint16_t x = 0, y = 0, width = 0, height = 0;
  bool is_soft = false;  ///< much of the image is translucent, as smoke and halos are
};

/// GLSL functions that read the alpha of the atlas. Its upper half is the opacity. The lower half
/// is how far a transparent texel lies from the image's silhouette, in steps of 1 / kStepsPerTexel
/// texels of its mipmap. So a shader that draws an outline reads the atlas once. Interpolation
/// between a texel inside and one outside moves the silhouette by less than a tenth of a texel.
extern const char* const kAtlasFunctions;

/// One square texture that holds all images, with colors that are multiplied by their opacity, and
/// an alpha that kAtlasFunctions read. Around every image are so many transparent texels that
/// mipmaps do not mix neighbors. If the images do not fit, large ones are kept at half their size,
/// or a quarter, and so on. The OpenGL context in which it was made must be current in every call
/// and in the destructor.
class Atlas {
 public:
  /// Packs and uploads all images if the set differs from that of the last call; else it only
  /// compares the sets.
  void update(const ImageSet& images) {
    if (images == images_ && side_ != 0) return;
    images_ = images;
    pack();
    upload();
  }
  /// The place of the image with that number.
  AtlasRect operator[](std::size_t image) const { return rects_[image]; }
  std::size_t size() const { return rects_.size(); }  ///< number of images
  GLuint texture() const { return *texture_; }
  int side() const { return side_; }  ///< texels

 private:
  void pack();  // chooses the side of the texture and the places of the images
  // Packs with images whose longer side is halved until it is at most `largest`. Returns whether
  // all fit into a texture of that side.
  bool pack_into(int side, int largest);
  void upload();

  GlTexture texture_;
  int side_ = 0;
  ImageSet images_;  // held so that no other image gets the address of one of these, by which sets
                     // are compared
  std::vector<AtlasRect> rects_;
};

}  // namespace phasebox
