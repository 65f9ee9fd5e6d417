// SPDX-License-Identifier: MIT
// One texture per image, for the launcher.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "collide/image.hpp"

namespace phasebox {

/// Textures of the images, by number. Needs the OpenGL context in every call.
class Thumbnails {
 public:
  Thumbnails() = default;
  ~Thumbnails();
  Thumbnails(const Thumbnails&) = delete;
  Thumbnails& operator=(const Thumbnails&) = delete;

  /// Uploads what is new or has changed.
  void update(const ImageSet& images);
  std::span<const std::uint64_t> textures() const { return textures_; }

 private:
  std::vector<std::uint64_t> textures_;
  std::vector<std::shared_ptr<const Image>> images_;
};

}  // namespace phasebox
