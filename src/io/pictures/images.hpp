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
#include <utility>
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

struct Rgb {
  std::uint8_t r = 0, g = 0, b = 0;
};
/// "#ff00ff", with or without "#"; nothing where it is no color.
std::optional<Rgb> parse_color(std::string_view text);

/// A picture, and which of its pixels collide.
struct MaskedBitmap {
  Bitmap look;
  std::vector<std::uint8_t> alpha;  ///< [width * height]
};

/// Pixels of the color key become transparent. A mask says what collides: by its alpha, or where
/// all of it is opaque by its brightness. Refuses a mask of another size than the picture.
Result<MaskedBitmap> make_masked(std::string_view name, Bitmap look, std::optional<Rgb> key = {},
                                 const std::optional<Bitmap>& mask = {});

/// How a picture is cut into the frames of a sprite sheet, row by row.
struct SheetCells {
  int width = 0, height = 0;          ///< px; 0: the picture is one image
  std::uint16_t steps_per_frame = 0;  ///< 0: a sprite keeps its frame
  bool operator==(const SheetCells&) const = default;
};
inline constexpr std::size_t kMaxSheetFrames = 4096;

/// How many cells a picture has. Refuses cells that do not divide it, and too many.
Result<std::size_t> count_cells(std::string_view name, const Bitmap& look, const SheetCells& cells);
/// Cell k of a picture, mirrored.
MaskedBitmap cell_of(const MaskedBitmap& picture, const SheetCells& cells, std::size_t k,
                     Flips flips = {});
/// The frames of a sheet: the first, with the others behind it. Empty cells at the end are none;
/// any other must have a pixel that collides.
Result<std::shared_ptr<const Image>> make_sheet(const std::string& name,
                                                const MaskedBitmap& picture,
                                                const SheetCells& cells);
/// The picture that `make_sheet` makes a sheet of, or an image.
std::pair<MaskedBitmap, SheetCells> picture_of(const Image& first);

/// A picture as a user names it: a file, and what is to be made of it.
struct PictureSource {
  std::filesystem::path file, mask;  ///< no mask: the picture's own alpha
  std::optional<Rgb> key;
  SheetCells cells;
  std::optional<std::size_t> frame;  ///< this one alone
  Flips flips;
};
/// How it is written: for help and errors.
inline constexpr std::string_view kPictureOptions =
    "mask=FILE, key=RRGGBB, cell=WxH, steps=N, frame=N, flip=x, y or xy";
/// The file of `hero.png,cell=32x48,steps=6`: without what comes after a comma, a key and "=".
std::filesystem::path picture_file(const std::filesystem::path& source);
/// Refuses other keys and values than those of kPictureOptions. A mask lies beside the picture.
Result<PictureSource> parse_picture_source(std::string_view text);
/// The frame, or all of the picture, cell by cell mirrored; of the source's file or of a bitmap.
Result<MaskedBitmap> load_masked(const PictureSource& source);
Result<MaskedBitmap> load_masked(const PictureSource& source, Bitmap look);
/// The image, or the first of a sheet, that a source makes of a bitmap. Its name is the file's,
/// without folder and ending.
Result<std::shared_ptr<const Image>> image_of(const PictureSource& source, Bitmap look);

/// A bitmap as an image for sprites: also refuses one without an opaque pixel.
Result<std::shared_ptr<const Image>> decode_image(std::string_view name,
                                                  std::span<const unsigned char> bytes);
/// The same of the source's file.
Result<std::shared_ptr<const Image>> load_image(const std::filesystem::path& source);

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
