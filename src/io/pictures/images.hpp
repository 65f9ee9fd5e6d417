// SPDX-License-Identifier: MIT
// Images as PNG and JPEG files, sprite sheets cut from them, and base64.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
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

/// The largest image file that is read, in bytes.
inline constexpr std::uint64_t kMaxImageFile = std::uint64_t{256} << 20;

/// The pixels of a file, before it is checked whether a sprite can use them.
struct Bitmap {
  int width = 0, height = 0;       ///< px, 1 to kMaxImageSide
  std::vector<std::uint8_t> rgba;  ///< [width * height * 4], rows from the top, straight alpha
};

/// Decodes PNG or JPEG. Refuses any other format and damaged files, and, before unpacking, more
/// than kMaxImageSide px per side. `name` begins the error's text.
Result<Bitmap> decode_bitmap(std::string_view name, std::span<const unsigned char> bytes);
Result<Bitmap> load_bitmap(const std::filesystem::path& path);

/// Returns the number of pixels by the header of a PNG or JPEG, so that the memory is known before
/// unpacking. Refuses what `decode_bitmap` refuses by its header.
Result<std::uint64_t> image_pixels(std::string_view name, std::span<const unsigned char> bytes);

struct Rgb {
  std::uint8_t r = 0, g = 0, b = 0;
};
/// Parses "#ff00ff", with or without "#"; nothing where the text is no color.
std::optional<Rgb> parse_color(std::string_view text);

/// A picture, and which of its pixels collide.
struct MaskedBitmap {
  Bitmap look;
  std::vector<std::uint8_t> alpha;  ///< [width * height] 0 where a pixel does not collide
};

/// Makes pixels of the color `key` transparent. Where there is a mask, it says which pixels
/// collide: by its alpha or, where it is opaque throughout, by its brightest channel; else the
/// picture's own alpha says so. Refuses a mask whose size is not the picture's.
Result<MaskedBitmap> make_masked(std::string_view name, Bitmap look, std::optional<Rgb> key = {},
                                 const std::optional<Bitmap>& mask = {});

/// The cells of a sprite sheet, which are its frames, row by row.
struct SheetCells {
  int width = 0, height = 0;          ///< px; 0: the picture is one image
  std::uint16_t steps_per_frame = 0;  ///< 0: a sprite keeps its frame
  std::uint16_t frames = 0;           ///< number of cells; 0: up to the last that is not empty
  int margin = 0, spacing = 0;        ///< px left of and above the first cell; between two cells
  bool operator==(const SheetCells&) const = default;
};
/// Number of whole cells with a side of `cell` px along a side of a picture, px.
int cells_along(int side, int cell, const SheetCells& cells);
inline constexpr std::size_t kMaxSheetFrames = 4096;

/// Returns the number of cells in a picture, 1 where the cells have no size. Refuses more than
/// kMaxSheetFrames, none, and cells without margin and spacing that do not divide the picture.
Result<std::size_t> count_cells(std::string_view name, const Bitmap& look, const SheetCells& cells);
/// Copies cell k of a picture, mirrored by `flips`.
MaskedBitmap cell_of(const MaskedBitmap& picture, const SheetCells& cells, std::size_t k,
                     Flips flips = {});
/// Makes an animation of `count` frames, of which `frame(k)` returns frame k, all of one size.
/// Returns the first frame, which owns the others (`later`). One of them must have a pixel that
/// collides; while a sprite shows an empty one, it collides with nothing.
Result<std::shared_ptr<const Image>> make_frames(
    const std::string& name, std::size_t count, std::uint16_t steps_per_frame,
    const std::function<MaskedBitmap(std::size_t)>& frame);
/// Makes the images of a sheet, as `make_frames` does of its cells.
Result<std::shared_ptr<const Image>> make_sheet(const std::string& name,
                                                const MaskedBitmap& picture,
                                                const SheetCells& cells);
/// Returns one picture with all frames of the sheet that begins with `first`, and its cells, from
/// which `make_sheet` makes the same frames again.
std::pair<MaskedBitmap, SheetCells> picture_of(const Image& first);

/// A picture as a user names it: a file, and the options written after its name.
struct PictureSource {
  std::filesystem::path file, mask;  ///< picture and mask; no mask: the picture's own alpha decides
  std::optional<Rgb> key;
  SheetCells cells;
  std::optional<std::size_t> frame;  ///< only this cell, from 0, as a single image
  Flips flips;
};
/// The options of a picture source, for help and errors.
inline constexpr std::string_view kPictureOptions =
    "mask=FILE, key=RRGGBB, cell=WxH, margin=N, spacing=N, frames=N, steps=N, frame=N, flip=x, "
    "y or xy";
/// Returns the file of a picture source such as `hero.png,cell=32x48,steps=6`: the whole text where
/// a file has that name, else the text before the first comma that a key and "=" follow.
std::filesystem::path picture_file(const std::filesystem::path& source);
/// Parses a picture source. Refuses keys and values other than those of kPictureOptions, and
/// options of cells without `cell`. A mask's path is relative to the picture's folder.
Result<PictureSource> parse_picture_source(std::string_view text);
/// Parses the options of this file, "cell=32x48,steps=6".
Result<PictureSource> parse_picture_options(std::filesystem::path file, std::string_view options);
/// Loads the mask of a source and takes `look` for its picture. Returns the one frame that the
/// source names, or the whole picture; each cell is mirrored where the source says so.
Result<MaskedBitmap> load_masked(const PictureSource& source, Bitmap look);
/// Makes the image, or the first image of a sheet, that a source describes, from its picture
/// `look`. The image's name is the file's without folder and ending.
Result<std::shared_ptr<const Image>> image_of(const PictureSource& source, Bitmap look);

/// Decodes a picture as an image for sprites. Refuses what `decode_bitmap` refuses, and a picture
/// without an opaque pixel.
Result<std::shared_ptr<const Image>> decode_image(std::string_view name,
                                                  std::span<const unsigned char> bytes);
/// Loads the image of a picture source from its file.
Result<std::shared_ptr<const Image>> load_image(const std::filesystem::path& source);

/// Encodes PNG with straight alpha. Equal pixels give equal bytes. `rgba` is [width * height * 4],
/// rows from the top.
std::string encode_png(int width, int height, std::span<const std::uint8_t> rgba);
std::string encode_png(const Image& image);

/// Writes a PNG file, replacing an old one atomically. `rgba` is [width * height * 4], rows from
/// the top.
Status save_png(const std::filesystem::path& path, int width, int height,
                std::span<const std::uint8_t> rgba);

/// The sprites built into the program, in alphabetical order.
ImageSet builtin_images();

// Bytes as text inside JSON (RFC 4648, section 4: with padding, without line breaks).

std::string encode_base64(std::string_view bytes);

/// Decodes base64; nothing when the text is not exactly what `encode_base64` writes.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace phasebox
