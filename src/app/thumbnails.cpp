// SPDX-License-Identifier: MIT
// One texture per image, for the launcher.
#include "app/thumbnails.hpp"

#include <epoxy/gl.h>

namespace phasebox {
namespace {

GLuint upload(const Image& image) {
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, image.width, image.height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
               image.rgba.data());
  glGenerateMipmap(GL_TEXTURE_2D);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glBindTexture(GL_TEXTURE_2D, 0);
  return texture;
}

void release(std::uint64_t texture) {
  const auto name = static_cast<GLuint>(texture);
  glDeleteTextures(1, &name);
}

}  // namespace

Thumbnails::~Thumbnails() {
  for (const std::uint64_t texture : textures_) release(texture);
}

void Thumbnails::update(const ImageSet& images) {
  for (std::size_t i = 0; i < images.size(); ++i) {
    if (i < images_.size() && images_[i] == images.shared(i)) continue;
    const std::uint64_t texture = upload(images[i]);
    if (i < images_.size()) {
      release(textures_[i]);
      textures_[i] = texture;
      images_[i] = images.shared(i);
    } else {
      textures_.push_back(texture);
      images_.push_back(images.shared(i));
    }
  }
}

}  // namespace phasebox
