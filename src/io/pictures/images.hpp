// SPDX-License-Identifier: MIT
// Images as PNG, JPEG and WebP files, and the text that stands for bytes in JSON (base64).
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "collide/image.hpp"

namespace phasebox {

/// Bytes of an image file.
inline constexpr std::uint64_t kMaxImageFile = std::uint64_t{256} << 20;

/// Pixels as a file holds them, not yet fit to be a sprite's image.
struct Bitmap {
  int width = 0, height = 0;       ///< px, 1 to kMaxImageSide
  std::vector<std::uint8_t> rgba;  ///< [width * height * 4], rows from the top, straight alpha
};

/// Reads PNG or JPEG; refuses anything else, and more than kMaxImageSide px per side before
/// unpacking it. `name` begins the error's text.
Result<Bitmap> decode_bitmap(std::string_view name, std::span<const unsigned char> bytes);
Result<Bitmap> load_bitmap(const std::filesystem::path& path);

/// Width times height that a PNG or JPEG says it has, refused as `decode_bitmap` refuses it: what
/// it will take is known before it is unpacked.
Result<std::uint64_t> image_pixels(std::string_view name, std::span<const unsigned char> bytes);

/// A bitmap as an image for sprites: also refuses one without an opaque pixel.
Result<std::shared_ptr<const Image>> decode_image(std::string_view name,
                                                  std::span<const unsigned char> bytes);
/// The image's name is the file's, without folder and ending.
Result<std::shared_ptr<const Image>> load_image(const std::filesystem::path& path);

/// PNG with straight alpha; the same pixels give the same bytes. `rgba` is [width * height * 4].
std::string encode_png(int width, int height, std::span<const std::uint8_t> rgba);
std::string encode_png(const Image& image);

/// Writes a PNG file, replacing an old one at once. `rgba` is [width * height * 4], from the top.
Status save_png(const std::filesystem::path& path, int width, int height,
                std::span<const std::uint8_t> rgba);

/// The sprites built into the program, in alphabetical order.
ImageSet builtin_images();

// Bytes as text inside JSON (RFC 4648, section 4: with padding, without line breaks).

std::string encode_base64(std::string_view bytes);

/// Nothing when the text is not exactly what `encode_base64` can write.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace phasebox
