// SPDX-License-Identifier: MIT
// Sprite images: pixels, and the shape that their opaque area has.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/geometry.hpp"
#include "base/result.hpp"

namespace phasebox {

inline constexpr int kMaxImageSide = 4096;  ///< px

/// An image that sprites show. Shapes are in image pixels relative to the pivot, the whole pixel
/// nearest to the middle: the image point that lies on the sprite's position.
struct Image {
  std::string name;
  int width = 0, height = 0;        ///< px, 1 to kMaxImageSide
  std::vector<std::uint8_t> rgba;   ///< [width * height * 4], rows from the top, straight alpha
  std::vector<std::uint8_t> alpha;  ///< [width * height]
  int pivot_x = 0, pivot_y = 0;     ///< px
  Aabb opaque;                      ///< bounds of the opaque area (alpha > 0)
  std::vector<Vec2> hull;           ///< convex hull of the opaque area, in order round it
  float reach = 0;                  ///< radius around the pivot that covers the opaque area
  Circle enclosing;                 ///< smallest circle around the opaque area

  /// Of a pixel; 0 beside the image.
  std::uint8_t alpha_at(int x, int y) const {
    if (x < 0 || y < 0 || x >= width || y >= height) return 0;
    return alpha[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                 static_cast<std::size_t>(x)];
  }
};

/// Derives the shape. Refuses empty or oversized images and images without one opaque pixel.
/// Cost: one pass over the pixels, O(h log h) for the hull of the row ends.
Result<std::shared_ptr<const Image>> make_image(std::string name, int width, int height,
                                                std::vector<std::uint8_t> rgba);

/// A white, fully opaque rectangle; what sprites without a picture of their own show.
std::shared_ptr<const Image> make_solid_image(std::string name, int width, int height);

/// Width times height.
inline std::uint64_t pixels_of(const Image& image) {
  return static_cast<std::uint64_t>(image.width) * static_cast<std::uint64_t>(image.height);
}

/// The images of a session, by number. Images are shared and never change.
class ImageSet {
 public:
  std::uint16_t add(std::shared_ptr<const Image> image);
  std::size_t size() const { return images_.size(); }
  const Image& operator[](std::size_t i) const { return *images_[i]; }
  const std::shared_ptr<const Image>& shared(std::size_t i) const { return images_[i]; }
  std::uint64_t pixels() const { return pixels_; }  ///< of all together
  /// Number of the image with that name, or -1.
  int find(std::string_view name) const;
  /// Number of the first image with the pixels of this one, whatever its name, or -1.
  int find_same(const Image& image) const;
  /// Whether they are the same images, not only such as look alike.
  bool operator==(const ImageSet&) const = default;

 private:
  std::vector<std::shared_ptr<const Image>> images_;
  std::uint64_t pixels_ = 0;
};

}  // namespace phasebox
