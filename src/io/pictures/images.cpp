// SPDX-License-Identifier: MIT
// Image files, read by stb_image (Sean Barrett), whose code comes from the system's libstb.
#include "io/pictures/images.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <stb_image.h>
#include <stb_image_write.h>

#include "base/text.hpp"
#include "io/files/embedded.hpp"
#include "io/files/text_file.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

using Bytes = std::span<const unsigned char>;

constexpr std::array<unsigned char, 8> kPng{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

// Whether the bytes begin like PNG or JPEG. stb also reads other formats, some by guessing, so only
// these two signatures are let through.
bool is_png_or_jpeg(Bytes bytes) {
  constexpr std::array<unsigned char, 3> kJpeg{0xFF, 0xD8, 0xFF};
  const auto starts_with = [&](Bytes magic) {
    return bytes.size() >= magic.size() && std::equal(magic.begin(), magic.end(), bytes.begin());
  };
  return starts_with(kPng) || starts_with(kJpeg);
}

Bytes bytes_of(std::string_view text) {
  return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

// Whether every chunk of a PNG up to the last one (IEND) lies within the file. stb allocates the
// length that a chunk states before it reads it, so a false length would cost that memory (PNG
// specification, 5.3: length, name, data, checksum).
bool has_whole_chunks(Bytes bytes) {
  constexpr std::size_t kSignature = 8, kFrame = 12;
  for (Bytes rest = bytes.subspan(kSignature); rest.size() >= kFrame;) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < 4; ++i) length = length << 8 | rest[i];
    if (length > rest.size() - kFrame) return false;
    const bool is_end = std::string_view(reinterpret_cast<const char*>(&rest[4]), 4) == "IEND";
    if (is_end) return true;
    rest = rest.subspan(kFrame + length);
  }
  return false;
}

Error cannot_decode(std::string_view name) {
  return say("{}: not a whole PNG or JPEG image ({})", Sentence::as_is(name),
             Sentence::as_is(stbi_failure_reason()));
}

int length_of(Bytes bytes) {
  return static_cast<int>(std::min<std::size_t>(bytes.size(), 0x7FFFFFFF));
}

struct Size {
  int width = 0, height = 0;
};

Result<Size> size_of(std::string_view name, Bytes bytes) {
  if (!is_png_or_jpeg(bytes))
    return Error{
        say("{}: not a PNG or JPEG image; other formats are not read", Sentence::as_is(name))};
  Size size;
  int channels = 0;
  if (!stbi_info_from_memory(bytes.data(), length_of(bytes), &size.width, &size.height, &channels))
    return cannot_decode(name);
  if (size.width <= kMaxImageSide && size.height <= kMaxImageSide) return size;
  return Error{say("{}: {} x {} px are too many; an image has at most {} px per side",
                   Sentence::as_is(name), size.width, size.height, kMaxImageSide)};
}

// Returns the alpha of each pixel.
std::vector<std::uint8_t> alpha_of(const Bitmap& bitmap) {
  std::vector<std::uint8_t> alpha;
  for (std::size_t i = 3; i < bitmap.rgba.size(); i += 4) alpha.push_back(bitmap.rgba[i]);
  return alpha;
}

std::vector<std::uint8_t> alpha_of_mask(const Bitmap& mask) {
  std::vector<std::uint8_t> alpha = alpha_of(mask);
  if (std::ranges::any_of(alpha, [](std::uint8_t a) { return a < 255; })) return alpha;
  for (std::size_t i = 0; i < alpha.size(); ++i)
    alpha[i] = std::max({mask.rgba[4 * i], mask.rgba[4 * i + 1], mask.rgba[4 * i + 2]});
  return alpha;
}

MaskedBitmap blank(int width, int height) {
  const auto pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  return {{width, height, std::vector<std::uint8_t>(pixels * 4)},
          std::vector<std::uint8_t>(pixels)};
}

struct Place {
  int x = 0, y = 0;  ///< px
};

// Returns the top left pixel of cell k in a picture that is `width` px wide.
Place place_of(int width, const SheetCells& cells, std::size_t k) {
  const auto columns = static_cast<std::size_t>(cells_along(width, cells.width, cells));
  return {cells.margin + static_cast<int>(k % columns) * (cells.width + cells.spacing),
          cells.margin + static_cast<int>(k / columns) * (cells.height + cells.spacing)};
}

void copy_part(const MaskedBitmap& from, Place at, MaskedBitmap& to, Place there, int width,
               int height) {
  const auto index = [](const MaskedBitmap& picture, Place place, int row) {
    return static_cast<std::ptrdiff_t>(place.y + row) * picture.look.width + place.x;
  };
  for (int row = 0; row < height; ++row) {
    const auto source = index(from, at, row), target = index(to, there, row);
    std::copy_n(from.look.rgba.begin() + 4 * source, 4 * width, to.look.rgba.begin() + 4 * target);
    std::copy_n(from.alpha.begin() + source, width, to.alpha.begin() + target);
  }
}

bool is_empty(const MaskedBitmap& picture) {
  const auto is_clear = [](std::uint8_t a) { return a == 0; };
  return std::ranges::all_of(picture.alpha, is_clear) &&
         std::ranges::all_of(alpha_of(picture.look), is_clear);
}

Result<std::shared_ptr<const Image>> frame_of(const std::string& name, MaskedBitmap&& p,
                                              ImageTraits&& traits = {}) {
  traits.alpha = std::move(p.alpha);
  return make_image(name, p.look.width, p.look.height, std::move(p.look.rgba), std::move(traits));
}

// Returns the position of the first ",key=", where the options begin, or the size of the text. Any
// word counts as a key, so that an unknown one is refused and not taken for a part of the file's
// name.
std::size_t options_at(std::string_view text) {
  for (std::size_t at = text.find(','); at != text.npos; at = text.find(',', at + 1)) {
    const std::size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz", at + 1);
    if (end != text.npos && end > at + 1 && text[end] == '=') return at;
  }
  return text.size();
}

// Returns the whole number from `low` to `high` that the text is, else nothing.
std::optional<int> number_in(std::string_view text, int low, int high) {
  const auto number = read_number<int>(text);
  return number >= low && number <= high ? number : std::nullopt;
}

bool take_cells(std::string_view text, SheetCells& cells) {
  const std::size_t x = text.find('x');
  if (x == text.npos) return false;
  const auto width = number_in(text.substr(0, x), 1, kMaxImageSide);
  const auto height = number_in(text.substr(x + 1), 1, kMaxImageSide);
  if (width && height) {
    cells.width = *width;
    cells.height = *height;
  }
  return width && height;
}

// Stores an option of a picture source; false where there is no such key, or the value does not
// suit it.
bool take_option(std::string_view key, std::string_view value, PictureSource& source) {
  if (key == "mask") {
    source.mask = source.file.parent_path() / value;
    return !value.empty();
  }
  if (key == "key") return (source.key = parse_color(value)).has_value();
  if (key == "cell") return take_cells(value, source.cells);
  if (key == "flip") {
    source.flips = {value.find('x') != value.npos, value.find('y') != value.npos};
    return value == "x" || value == "y" || value == "xy";
  }
  const auto number = number_in(value, key == "steps" ? 1 : 0, 65535);
  if (!number) return false;
  if (key == "steps")
    source.cells.steps_per_frame = static_cast<std::uint16_t>(*number);
  else if (key == "frame")
    source.frame = static_cast<std::size_t>(*number);
  else if (key == "frames")
    source.cells.frames = static_cast<std::uint16_t>(*number);
  else if (key == "margin")
    source.cells.margin = *number;
  else if (key == "spacing")
    source.cells.spacing = *number;
  else
    return false;
  return true;
}

// Base64: three bytes are four letters. Decoding is strict about everything else.

constexpr std::string_view kLetters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::uint32_t kNoLetter = 64;
constexpr auto kValues = [] {
  std::array<std::uint32_t, 256> values{};
  values.fill(kNoLetter);
  for (std::uint32_t i = 0; i < 64; ++i) values[static_cast<unsigned char>(kLetters[i])] = i;
  return values;
}();

std::uint32_t byte_at(std::string_view bytes, std::size_t i) {
  return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0;
}

}  // namespace

Result<Bitmap> decode_bitmap(std::string_view name, Bytes bytes) {
  if (const Result<Size> size = size_of(name, bytes); size.failed()) return size.error();
  if (bytes[0] == kPng[0] && !has_whole_chunks(bytes))
    return Error{say("{}: not a whole PNG or JPEG image (it is cut off); copy the whole file",
                     Sentence::as_is(name))};
  int width = 0, height = 0, channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(bytes.data(), length_of(bytes), &width, &height, &channels, 4),
      stbi_image_free);
  if (!pixels) return cannot_decode(name);
  const auto count = static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4;
  return Bitmap{width, height, {pixels.get(), pixels.get() + count}};
}

Result<std::uint64_t> image_pixels(std::string_view name, Bytes bytes) {
  const Result<Size> size = size_of(name, bytes);
  if (size.failed()) return size.error();
  return static_cast<std::uint64_t>(size->width) * static_cast<std::uint64_t>(size->height);
}

Result<Bitmap> load_bitmap(const std::filesystem::path& path) {
  return opened(path, kMaxImageFile, [&](const std::string& content) {
    return decode_bitmap(path.string(), bytes_of(content));
  });
}

Result<std::shared_ptr<const Image>> decode_image(std::string_view name, Bytes bytes) {
  Result<Bitmap> bitmap = decode_bitmap(name, bytes);
  if (bitmap.failed()) return bitmap.error();
  return make_image(std::string(name), bitmap->width, bitmap->height, std::move(bitmap->rgba));
}

std::optional<Rgb> parse_color(std::string_view text) {
  if (text.starts_with('#')) text.remove_prefix(1);
  std::uint32_t hex = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), hex, 16);
  if (text.size() != 6 || failure != std::errc{} || end != text.data() + 6) return {};
  return Rgb{static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8),
             static_cast<std::uint8_t>(hex)};
}

Result<MaskedBitmap> make_masked(std::string_view name, Bitmap look, std::optional<Rgb> key,
                                 const std::optional<Bitmap>& mask) {
  if (mask && (mask->width != look.width || mask->height != look.height))
    return Error{say("{}: its mask is {} x {} px and must be as large as the picture, {} x {}",
                     Sentence::as_is(name), mask->width, mask->height, look.width, look.height)};
  if (key)
    for (auto p = look.rgba.begin(); p != look.rgba.end(); p += 4)
      if (p[0] == key->r && p[1] == key->g && p[2] == key->b) p[3] = 0;
  auto alpha = mask ? alpha_of_mask(*mask) : alpha_of(look);
  return MaskedBitmap{std::move(look), std::move(alpha)};
}

int cells_along(int side, int cell, const SheetCells& cells) {
  return std::max(0, (side - cells.margin + cells.spacing) / (cell + cells.spacing));
}

Result<std::size_t> count_cells(std::string_view name, const Bitmap& look,
                                const SheetCells& cells) {
  if (cells.width == 0) return std::size_t{1};
  const auto columns = static_cast<std::size_t>(cells_along(look.width, cells.width, cells));
  const std::size_t count =
      columns * static_cast<std::size_t>(cells_along(look.height, cells.height, cells));
  const bool may_leave_rest = cells.margin > 0 || cells.spacing > 0;
  const bool has_rest = look.width % cells.width != 0 || look.height % cells.height != 0;
  if (count == 0 || (has_rest && !may_leave_rest))
    return Error{say("{}: cells of {} x {} px do not divide the picture, {} x {}",
                     Sentence::as_is(name), cells.width, cells.height, look.width, look.height)};
  if (count <= kMaxSheetFrames) return count;
  return Error{say("{}: {} cells of {} x {} px; a sheet has at most {}", Sentence::as_is(name),
                   count, cells.width, cells.height, kMaxSheetFrames)};
}

MaskedBitmap cell_of(const MaskedBitmap& picture, const SheetCells& cells, std::size_t k,
                     Flips flips) {
  MaskedBitmap cell = picture;
  if (cells.width > 0) {
    cell = blank(cells.width, cells.height);
    copy_part(picture, place_of(picture.look.width, cells, k), cell, {}, cells.width, cells.height);
  }
  if (!flips) return cell;
  cell.look.rgba = mirrored(cell.look.rgba, cell.look.width, 4, flips);
  cell.alpha = mirrored(cell.alpha, cell.look.width, 1, flips);
  return cell;
}

Result<std::shared_ptr<const Image>> make_frames(
    const std::string& name, std::size_t count, std::uint16_t steps_per_frame,
    const std::function<MaskedBitmap(std::size_t)>& frame) {
  ImageTraits traits;
  if (count > 1) traits.steps_per_frame = steps_per_frame;
  for (std::size_t k = 1; k < count; ++k) {
    ImageTraits own{.frame = static_cast<std::uint16_t>(k),
                    .steps_per_frame = steps_per_frame,
                    .may_be_empty = true};
    auto later = frame_of(name, frame(k), std::move(own));
    if (later.failed()) return later.error();
    traits.may_be_empty |= !(*later)->is_empty;
    traits.later.push_back(*std::move(later));
  }
  return frame_of(name, frame(0), std::move(traits));
}

Result<std::shared_ptr<const Image>> make_sheet(const std::string& name,
                                                const MaskedBitmap& picture,
                                                const SheetCells& cells) {
  const Result<std::size_t> count = count_cells(name, picture.look, cells);
  if (count.failed()) return count.error();
  std::size_t n = *count;
  if (cells.frames > 0)
    n = std::min<std::size_t>(n, cells.frames);
  else
    while (n > 1 && is_empty(cell_of(picture, cells, n - 1))) --n;
  return make_frames(name, n, cells.steps_per_frame,
                     [&](std::size_t k) { return cell_of(picture, cells, k); });
}

std::pair<MaskedBitmap, SheetCells> picture_of(const Image& first) {
  const auto as_picture = [](const Image& image) {
    return MaskedBitmap{{image.width, image.height, image.rgba}, image.alpha};
  };
  if (first.later.empty()) return {as_picture(first), {}};
  SheetCells cells{first.width, first.height, first.steps_per_frame};
  const int n = static_cast<int>(first.later.size()) + 1;
  const int columns = std::min(n, kMaxImageSide / first.width);
  MaskedBitmap all = blank(columns * first.width, (n + columns - 1) / columns * first.height);
  for (std::size_t k = 0; k <= first.later.size(); ++k)
    copy_part(as_picture(k == 0 ? first : *first.later[k - 1]), {}, all,
              place_of(all.look.width, cells, k), first.width, first.height);
  // Without a number an empty frame at the end would be left out.
  if (first.later.back()->is_empty) cells.frames = static_cast<std::uint16_t>(n);
  return {std::move(all), cells};
}

std::filesystem::path picture_file(const std::filesystem::path& source) {
  std::error_code ignored;
  if (std::filesystem::exists(source, ignored)) return source;
  const std::string text = source.string();
  return text.substr(0, options_at(text));
}

Result<PictureSource> parse_picture_source(std::string_view text) {
  const std::filesystem::path file = picture_file(text);
  const std::size_t end = file.string().size();
  return parse_picture_options(file, text.substr(std::min(end + 1, text.size())));
}

Result<PictureSource> parse_picture_options(std::filesystem::path file, std::string_view options) {
  PictureSource source;
  source.file = std::move(file);
  const Sentence name = Sentence::as_is(source.file.string());
  while (!options.empty()) {
    const std::string_view option = options.substr(0, options_at(options));
    options.remove_prefix(std::min(option.size() + 1, options.size()));
    const std::size_t equal = std::min(option.find('='), option.size() - 1);
    if (!take_option(option.substr(0, equal), option.substr(equal + 1), source))
      return Error{say("{}: '{}' is none of {}", name, Sentence::as_is(option),
                       Sentence::as_is(kPictureOptions))};
  }
  if (source.cells.width > 0 || (!source.frame && source.cells == SheetCells{})) return source;
  return Error{say("{}: options of cells need their size, cell=WxH", name)};
}

Result<MaskedBitmap> load_masked(const PictureSource& source, Bitmap look) {
  std::optional<Bitmap> mask;
  if (!source.mask.empty()) {
    Result<Bitmap> loaded = load_bitmap(source.mask);
    if (loaded.failed()) return loaded.error();
    mask = *std::move(loaded);
  }
  const std::string name = source.file.string();
  Result<MaskedBitmap> picture = make_masked(name, std::move(look), source.key, mask);
  if (picture.failed()) return picture;
  const SheetCells& cells = source.cells;
  const Result<std::size_t> count = count_cells(name, picture->look, cells);
  if (count.failed()) return count.error();
  const std::size_t frame = source.frame.value_or(0);
  if (frame >= *count)
    return Error{say("{}: there is no frame {}; the last one is {}", Sentence::as_is(name), frame,
                     *count - 1)};
  if (source.frame || cells.width == 0) return cell_of(*picture, cells, frame, source.flips);
  if (source.flips)
    for (std::size_t k = 0; k < *count; ++k)
      copy_part(cell_of(*picture, cells, k, source.flips), {}, *picture,
                place_of(picture->look.width, cells, k), cells.width, cells.height);
  return picture;
}

Result<std::shared_ptr<const Image>> image_of(const PictureSource& source, Bitmap look) {
  const Result<MaskedBitmap> picture = load_masked(source, std::move(look));
  if (picture.failed()) return picture.error();
  const SheetCells cells = source.frame ? SheetCells{} : source.cells;
  auto image = make_sheet(source.file.stem().string(), *picture, cells);
  // The image is called without the ending of its file. An error names the whole file.
  return image.failed() ? make_sheet(source.file.string(), *picture, cells) : image;
}

Result<std::shared_ptr<const Image>> load_image(const std::filesystem::path& path) {
  const Result<PictureSource> source = parse_picture_source(path.string());
  if (source.failed()) return source.error();
  return opened(source->file, kMaxImageFile,
                [&](const std::string& content) -> Result<std::shared_ptr<const Image>> {
                  Result<Bitmap> look = decode_bitmap(source->file.string(), bytes_of(content));
                  if (look.failed()) return look.error();
                  return image_of(*source, *std::move(look));
                });
}

std::string encode_png(int width, int height, std::span<const std::uint8_t> rgba) {
  assert(rgba.size() == static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
  std::string png;
  const auto append = [](void* to, void* data, int size) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(data),
                                          static_cast<std::size_t>(size));
  };
  stbi_write_png_to_func(append, &png, width, height, 4, rgba.data(), width * 4);
  return png;
}

std::string encode_png(const Image& image) {
  return encode_png(image.width, image.height, image.rgba);
}

Status save_png(const std::filesystem::path& path, int width, int height,
                std::span<const std::uint8_t> rgba) {
  return write_file_atomically(path, encode_png(width, height, rgba));
}

ImageSet builtin_images() {
  ImageSet images;
  for (const EmbeddedFile& file : embedded_sprites()) {
    auto image = decode_image(file.name, file.bytes);
    assert(!image.failed() && "the project's own sprites are images");
    images.add(*std::move(image));
  }
  return images;
}

std::string encode_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::uint32_t word =
        byte_at(bytes, i) << 16 | byte_at(bytes, i + 1) << 8 | byte_at(bytes, i + 2);
    for (std::uint32_t k = 0; k < 4; ++k)
      text += i + k <= bytes.size() ? kLetters[word >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

std::optional<std::string> decode_base64(std::string_view text) {
  if (text.size() % 4 != 0) return {};
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    std::uint32_t word = 0;
    for (std::size_t k = i; k < i + 4; ++k) {
      const bool is_padding = k >= text.size() - padding;
      const std::uint32_t value = is_padding ? 0 : kValues[static_cast<unsigned char>(text[k])];
      if (value == kNoLetter) return {};
      word = word << 6 | value;
    }
    for (const int shift : {16, 8, 0}) bytes += static_cast<char>(word >> shift & 0xFF);
  }
  // An encoder leaves the bits before the padding 0, so other bits are refused.
  for (; padding > 0; --padding) {
    if (bytes.back() != 0) return {};
    bytes.pop_back();
  }
  return bytes;
}

}  // namespace phasebox
