// SPDX-License-Identifier: MIT
// Sprite images: pixels, and the shape that their opaque area has.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/geometry.hpp"
#include "base/result.hpp"

namespace phasebox {

inline constexpr int kMaxImageSide = 4096;  ///< px

/// On which axes something is mirrored.
struct Flips {
  bool x = false, y = false;
  constexpr explicit operator bool() const { return x || y; }
  constexpr bool operator==(const Flips&) const = default;
};

/// An image that sprites show. Shapes are in image pixels relative to the pivot, the whole pixel
/// nearest to the middle: the image point that lies on the sprite's position.
struct Image {
  std::string name;
  int width = 0, height = 0;          ///< px, 1 to kMaxImageSide
  std::vector<std::uint8_t> rgba;     ///< [width * height * 4], rows from the top, straight alpha
  std::vector<std::uint8_t> alpha;    ///< [width * height] what collides: that of rgba, or a mask's
  int pivot_x = 0, pivot_y = 0;       ///< px
  Aabb opaque;                        ///< bounds of the opaque area (alpha > 0)
  std::vector<Vec2> hull;             ///< convex hull of the opaque area, in order round it
  float reach = 0;                    ///< radius around the pivot that covers the opaque area
  Circle enclosing;                   ///< smallest circle around the opaque area
  Flips flips;                        ///< of the picture that it is made of; they mirror the pivot
  std::uint16_t frame = 0;            ///< which of its sheet
  std::uint16_t steps_per_frame = 0;  ///< until the sheet's next frame is shown; 0: it stays
  /// Of a sheet's first frame: the ones after it.
  std::vector<std::shared_ptr<const Image>> later;

  /// Of a pixel; 0 beside the image.
  std::uint8_t alpha_at(int x, int y) const {
    if (x < 0 || y < 0 || x >= width || y >= height) return 0;
    return alpha[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                 static_cast<std::size_t>(x)];
  }
};

/// What an image has beside its look.
struct ImageTraits {
  std::vector<std::uint8_t> alpha{};  ///< [width * height] what collides; empty: that of rgba
  std::uint16_t frame = 0, steps_per_frame = 0;
  std::vector<std::shared_ptr<const Image>> later{};
};

/// Derives the shape. Refuses empty or oversized images and images without one opaque pixel.
/// Cost: one pass over the pixels, O(h log h) for the hull of the row ends.
Result<std::shared_ptr<const Image>> make_image(std::string name, int width, int height,
                                                std::vector<std::uint8_t> rgba,
                                                ImageTraits traits = {});

/// The image, or the whole sheet that begins with it, mirrored about its pivot: as a negative scale
/// shows it. Mirrored twice it is what it was.
std::shared_ptr<const Image> mirrored(const Image& image, Flips flips);
/// Rows of `width` pixels of so many bytes each, mirrored.
std::vector<std::uint8_t> mirrored(std::span<const std::uint8_t> rows, int width, int bytes,
                                   Flips flips);

/// Whether two look and collide the same, with the rest of their sheets, whatever their names.
bool same_picture(const Image& a, const Image& b);

/// A white, fully opaque rectangle; what sprites without a picture of their own show.
std::shared_ptr<const Image> make_solid_image(std::string name, int width, int height);

/// Width times height, of all frames of the sheet that begins with it.
inline std::uint64_t pixels_of(const Image& image) {
  return static_cast<std::uint64_t>(image.width) * static_cast<std::uint64_t>(image.height) *
         (1 + image.later.size());
}

/// The images of a session, by number. Images are shared and never change. The frames of a sheet
/// have numbers in a row; mirrored images are made of others here, so that all who look at images
/// need to know neither sheets nor negative scales.
class ImageSet {
 public:
  /// With the frames after it. Returns its number.
  std::uint16_t add(std::shared_ptr<const Image> image);
  /// Number of image i mirrored, which is made where it is not there yet.
  std::uint16_t add_mirrored(std::uint16_t i, Flips flips);
  /// The same, or -1 where it is not there.
  int find_mirrored(std::uint16_t i, Flips flips) const;
  /// Number of the picture that image i is of: of the first frame, not mirrored.
  std::uint16_t picture(std::uint16_t i) const { return pictures_[i]; }
  /// Number of what its sheet shows after image i; a sheet begins again.
  std::uint16_t next_frame(std::uint16_t i) const;
  /// Whether any image shows others in turn.
  bool is_animated() const { return is_animated_; }
  std::size_t size() const { return images_.size(); }
  const Image& operator[](std::size_t i) const { return *images_[i]; }
  const std::shared_ptr<const Image>& shared(std::size_t i) const { return images_[i]; }
  std::uint64_t pixels() const { return pixels_; }  ///< of all together
  /// Number of the image with that name, or -1.
  int find(std::string_view name) const;
  /// Number of the first image that `same_picture` as this one, or -1.
  int find_same(const Image& image) const;
  /// Whether they are the same images, not only such as look alike.
  bool operator==(const ImageSet&) const = default;

 private:
  void append(std::shared_ptr<const Image> image, std::uint16_t picture);

  std::vector<std::shared_ptr<const Image>> images_;
  std::vector<std::uint16_t> pictures_;  // [image]
  // [image] of pictures: numbers by flips, their own first; 0: not there
  std::vector<std::array<std::uint16_t, 4>> flips_;
  std::uint64_t pixels_ = 0;
  bool is_animated_ = false;
};

}  // namespace phasebox
