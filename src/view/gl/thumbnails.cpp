// SPDX-License-Identifier: MIT
// Uploads the texture of an image when the set holds another image of that number than before.
#include "view/gl/thumbnails.hpp"

namespace phasebox {

std::span<const std::uint64_t> Thumbnails::update(const ImageSet& images) {
  for (std::size_t i = 0; i < images.size(); ++i) {
    if (i == images_.size()) {
      images_.emplace_back();
      names_.push_back(*textures_.emplace_back());
    }
    if (images_[i] == images.shared(i)) continue;
    images_[i] = images.shared(i);
    upload_texture(*textures_[i], images[i].width, images[i].height, images[i].rgba.data(),
                   GL_LINEAR_MIPMAP_LINEAR);
  }
  return names_;
}

}  // namespace phasebox
