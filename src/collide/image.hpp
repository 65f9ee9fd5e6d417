// SPDX-License-Identifier: MIT
// Sprite images: their pixels and the shape of their opaque area, and the numbered set of them.
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

/// The largest width and height of an image, px.
inline constexpr int kMaxImageSide = 4096;

/// The axes on which an image is mirrored.
struct Flips {
  bool x = false, y = false;
  constexpr explicit operator bool() const { return x || y; }
  constexpr bool operator==(const Flips&) const = default;
};

/// An image that sprites show, or one frame of a sheet of images that are shown in turn. The pivot
/// is the image point that lies on the sprite's position: the pixel corner nearest to the middle.
/// Shapes are in image pixels relative to the pivot.
struct Image {
  std::string name;
  int width = 0, height = 0;        ///< px, 1 to kMaxImageSide
  std::vector<std::uint8_t> rgba;   ///< [width * height * 4], rows from the top, straight alpha
  std::vector<std::uint8_t> alpha;  ///< [width * height] decides what collides: the alpha of
                                    ///< rgba, or a mask of its own
  int pivot_x = 0, pivot_y = 0;     ///< px from the top-left corner
  Aabb opaque;                      ///< bounds of the opaque area: all pixels of alpha above 0
  std::vector<Vec2> hull;           ///< corners of its convex hull, in order round it (+x to +y)
  float reach = 0;                  ///< px, radius of the circle about the pivot that covers it
  Circle enclosing;                 ///< smallest circle around the opaque area
  Flips flips;                      ///< how it mirrors the picture it is made from, pivot included
  std::uint16_t frame = 0;          ///< number of the frame within its sheet, from 0
  std::uint16_t steps_per_frame = 0;  ///< steps until the sheet's next frame is shown; 0: never
  bool is_empty = false;  ///< no pixel collides; its shape is then the pixel at the pivot
  /// In the first frame of a sheet, its further frames; empty in all other images.
  std::vector<std::shared_ptr<const Image>> later;

  /// The alpha of a pixel, 0 to 255; 0 outside of the image.
  std::uint8_t alpha_at(int x, int y) const {
    if (x < 0 || y < 0 || x >= width || y >= height) return 0;
    return alpha[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                 static_cast<std::size_t>(x)];
  }
};

/// The parts of an image that its colors do not give: a mask, and its place in a sheet.
struct ImageTraits {
  std::vector<std::uint8_t> alpha{};  ///< [width * height] what collides; empty: the alpha of rgba
  std::uint16_t frame = 0, steps_per_frame = 0;
  bool may_be_empty = false;  ///< allows that nothing collides, as in a frame of a blinking sprite
  std::vector<std::shared_ptr<const Image>> later{};
};

/// Makes an image and derives its shape. Fails for a side of 0 or above kMaxImageSide, for pixels
/// that do not fill the image, and for images in which every alpha is 0, unless they may be empty.
/// Cost: O(pixels), and O(height log height) for the hull of the row ends.
Result<std::shared_ptr<const Image>> make_image(std::string name, int width, int height,
                                                std::vector<std::uint8_t> rgba,
                                                ImageTraits traits = {});

/// Mirrors an image about its pivot, as a negative scale shows it, together with the further frames
/// of a sheet that begins with it. Mirroring twice gives the original. Allocates a new image.
std::shared_ptr<const Image> mirrored(const Image& image, Flips flips);
/// Returns rows of `width` pixels of `bytes` bytes each in mirrored order.
std::vector<std::uint8_t> mirrored(std::span<const std::uint8_t> rows, int width, int bytes,
                                   Flips flips);

/// Whether two images have the same pixels, mask, mirroring and place in a sheet, and so do the
/// further frames of their sheets. Names do not count.
bool same_picture(const Image& a, const Image& b);

/// Makes a white, fully opaque rectangle of `width` x `height` px, for sprites without a picture of
/// their own.
std::shared_ptr<const Image> make_solid_image(std::string name, int width, int height);

/// The number of pixels of an image and of the further frames of a sheet that begins with it.
inline std::uint64_t pixels_of(const Image& image) {
  return static_cast<std::uint64_t>(image.width) * static_cast<std::uint64_t>(image.height) *
         (1 + image.later.size());
}

/// The images of a session, by number. Images are shared and never change. The frames of a sheet
/// have consecutive numbers, and mirrored images have numbers of their own, so that code which
/// reads images needs to know neither sheets nor negative scales.
class ImageSet {
 public:
  /// Adds an image and the later frames of its sheet, and returns the image's number.
  std::uint16_t add(std::shared_ptr<const Image> image);
  /// Returns the number of image i mirrored, and adds that image, with its sheet, if it is missing.
  std::uint16_t add_mirrored(std::uint16_t i, Flips flips);
  /// Returns the number of image i mirrored, or -1 where `add_mirrored` has not added it.
  int find_mirrored(std::uint16_t i, Flips flips) const;
  /// Returns the number of the picture that image i was made from: the first frame, not mirrored.
  std::uint16_t picture(std::uint16_t i) const { return pictures_[i]; }
  /// Returns the number of the image that a sheet shows after image i. A sheet starts over after
  /// its last frame; an image without a sheet follows itself.
  std::uint16_t next_frame(std::uint16_t i) const;
  /// Whether any image is a sheet, whose frames are shown in turn.
  bool is_animated() const { return is_animated_; }
  /// Whether any image is empty: a frame in which a sprite collides with nothing.
  bool has_empty() const { return has_empty_; }
  std::size_t size() const { return images_.size(); }
  const Image& operator[](std::size_t i) const { return *images_[i]; }
  const std::shared_ptr<const Image>& shared(std::size_t i) const { return images_[i]; }
  /// The number of pixels of all images together.
  std::uint64_t pixels() const { return pixels_; }
  /// Returns the number of the image with that name, or -1. O(images).
  int find(std::string_view name) const;
  /// Returns the number of the first image that is the `same_picture` as this one, or -1.
  /// O(pixels).
  int find_same(const Image& image) const;
  /// Whether both sets share the same image objects; images that only look alike are different.
  bool operator==(const ImageSet&) const = default;

 private:
  void append(std::shared_ptr<const Image> image, std::uint16_t picture);

  std::vector<std::shared_ptr<const Image>> images_;
  std::vector<std::uint16_t> pictures_;  // [image] number of the picture it was made from
  // [picture][1 if x is mirrored, plus 2 if y is] number of the picture mirrored so: first its own,
  // then those of the mirrored images, 0 where one has not been added.
  std::vector<std::array<std::uint16_t, 4>> flips_;
  std::uint64_t pixels_ = 0;
  bool is_animated_ = false, has_empty_ = false;
};

}  // namespace phasebox
