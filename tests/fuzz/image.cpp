// SPDX-License-Identifier: MIT
// Image files: any bytes are an image or one line of refusal; what was read comes back the same.
#include "fuzz/fuzz.hpp"
#include "io/pictures/images.hpp"

namespace phasebox::fuzz {
namespace {

constexpr std::uint64_t kMostPixels = 1 << 18;  // a fuzzer makes many short runs

std::span<const unsigned char> bytes_of(std::string_view text) {
  return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

void run(std::string_view input) {
  // Of 16 bits per channel the library keeps four copies, of 8 bytes per pixel.
  const MemoryWatch watch((std::size_t{16} << 20) + 48 * kMostPixels + 10 * input.size());
  const auto pixels = image_pixels("image", bytes_of(input));
  if (pixels.failed()) return check_error(pixels.error().text);
  if (*pixels > kMostPixels) return;
  const auto bitmap = decode_bitmap("image", bytes_of(input));
  if (bitmap.failed()) return check_error(bitmap.error().text);
  check(bitmap->rgba.size() == 4 * *pixels, "the pixels are not those of the header");
  const std::string png = encode_png(bitmap->width, bitmap->height, bitmap->rgba);
  const auto again = decode_bitmap("again", bytes_of(png));
  check(!again.failed(), "what was written cannot be read",
        again.failed() ? again.error().text : "");
  check(again->rgba == bitmap->rgba, "what was written is read as something else");
  if (const auto image = decode_image("image", bytes_of(input)); image.failed())
    check_error(image.error().text);
}

}  // namespace
}  // namespace phasebox::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  phasebox::fuzz::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
