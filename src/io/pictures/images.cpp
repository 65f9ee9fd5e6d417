// SPDX-License-Identifier: MIT
// Image files by way of stb_image (S. Barrett), whose code comes from the system's libstb.
#include "io/pictures/images.hpp"

#include <array>

#include <stb_image.h>
#include <stb_image_write.h>

#include "io/files/embedded.hpp"
#include "io/files/text_file.hpp"

namespace phasebox {
namespace {

using Bytes = std::span<const unsigned char>;

constexpr std::array<unsigned char, 8> kPng{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

// stb reads more formats than we promise, some of them by guessing.
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

// Every chunk lies within the file: stb takes the memory for one before it reads it (PNG
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
  return {std::string(name) + ": not a whole PNG or JPEG image (" + stbi_failure_reason() + ")"};
}

int length_of(Bytes bytes) {
  return static_cast<int>(std::min<std::size_t>(bytes.size(), 0x7FFFFFFF));
}

struct Size {
  int width = 0, height = 0;
};

Result<Size> size_of(std::string_view name, Bytes bytes) {
  if (!is_png_or_jpeg(bytes))
    return Error{std::string(name) + ": not a PNG or JPEG image; other formats are not read"};
  Size size;
  int channels = 0;
  if (!stbi_info_from_memory(bytes.data(), length_of(bytes), &size.width, &size.height, &channels))
    return cannot_decode(name);
  if (size.width <= kMaxImageSide && size.height <= kMaxImageSide) return size;
  return Error{std::string(name) + ": " + std::to_string(size.width) + " x " +
               std::to_string(size.height) + " px are too many; an image has at most " +
               std::to_string(kMaxImageSide) + " px per side"};
}

}  // namespace

Result<Bitmap> decode_bitmap(std::string_view name, Bytes bytes) {
  if (const Result<Size> size = size_of(name, bytes); !size) return size.error();
  if (bytes[0] == kPng[0] && !has_whole_chunks(bytes))
    return Error{std::string(name) +
                 ": not a whole PNG or JPEG image (it is cut off); copy the whole file"};
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
  if (!size) return size.error();
  return static_cast<std::uint64_t>(size->width) * static_cast<std::uint64_t>(size->height);
}

Result<Bitmap> load_bitmap(const std::filesystem::path& path) {
  const Result<std::string> content = read_file(path, kMaxImageFile);
  if (!content) return content.error();
  return decode_bitmap(path.string(), bytes_of(*content));
}

Result<std::shared_ptr<const Image>> decode_image(std::string_view name, Bytes bytes) {
  Result<Bitmap> bitmap = decode_bitmap(name, bytes);
  if (!bitmap) return bitmap.error();
  return make_image(std::string(name), bitmap->width, bitmap->height, std::move(bitmap->rgba));
}

Result<std::shared_ptr<const Image>> load_image(const std::filesystem::path& path) {
  Result<Bitmap> bitmap = load_bitmap(path);
  if (!bitmap) return bitmap.error();
  auto image =
      make_image(path.stem().string(), bitmap->width, bitmap->height, std::move(bitmap->rgba));
  // Core knows the image by its name only; the user needs the path of the file.
  if (!image)
    return Error{path.parent_path().empty()
                     ? image.error().text
                     : path.parent_path().string() + "/" + image.error().text};
  return image;
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
    assert(image && "the project's own sprites are images");
    images.add(*std::move(image));
  }
  return images;
}

namespace {

// Three bytes are four letters; strict about everything else.

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
  // Bits that the padding cuts off are 0 in anything that an encoder wrote.
  for (; padding > 0; --padding) {
    if (bytes.back() != 0) return {};
    bytes.pop_back();
  }
  return bytes;
}

}  // namespace phasebox
