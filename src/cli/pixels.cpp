// SPDX-License-Identifier: MIT
// `phasebox pixels`: whether two images touch at an offset, by n-sampled pixels.
#include "collide/narrowphase/pixels/pixels.hpp"

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "collide/narrowphase.hpp"
#include "collide/registry.hpp"
#include "io/pictures/images.hpp"

namespace phasebox {
namespace {

// Only what pixel answers look at: images without one opaque pixel are welcome here.
Result<Image> load(const std::string& path) {
  Result<Bitmap> bitmap = load_bitmap(path);
  if (!bitmap) return bitmap.error();
  Image image;
  image.width = bitmap->width;
  image.height = bitmap->height;
  for (std::size_t i = 3; i < bitmap->rgba.size(); i += 4) image.alpha.push_back(bitmap->rgba[i]);
  return image;
}

// One of the parameters of n-sampled pixels: its default, or what was typed.
Result<int> number(std::string_view flag, std::string_view key, const std::string& typed) {
  const Param* row = find_param(pixel_samples_entry.make()->params().rows, key);
  assert(row && "n-sampled pixels have n and a threshold");
  if (typed.empty()) return static_cast<int>(row->init);
  const Result<double> value = parse_value(*row, typed);
  if (!value) return Error{fmt::format("{}: '{}' is not {}", flag, typed, describe_range(*row))};
  return static_cast<int>(*value);
}

// The common part of both images' rectangles, in 64 bits because offsets may be any 32-bit number.
PixelRect common_part(const Image& a, const Image& b, std::int64_t dx, std::int64_t dy) {
  const auto low = [](std::int64_t d, int limit) {
    return static_cast<int>(std::clamp<std::int64_t>(d, 0, limit));
  };
  return {low(dx, a.width), low(dy, a.height), low(dx + b.width, a.width),
          low(dy + b.height, a.height)};
}

}  // namespace

int run_pixels(const PixelsOptions& options) {
  const Result<int> n = number("--n", "n", options.n);
  if (!n) return report(n.error());
  const Result<int> alpha = number("--alpha", "alpha-threshold", options.alpha);
  if (!alpha) return report(alpha.error());
  const Result<Image> a = load(options.a);
  if (!a) return report(a.error());
  const Result<Image> b = load(options.b);
  if (!b) return report(b.error());

  SampleResult found;
  const PixelRect overlap = common_part(*a, *b, options.dx, options.dy);
  if (!overlap.empty()) {
    NoTrace off;
    found = sample_pixels(PixelView(*a, 0, 0), PixelView(*b, options.dx, options.dy), overlap, *n,
                          *alpha, off);
  }
  const std::string point = found.hit ? fmt::format("\"x\": {}, \"y\": {}", found.x, found.y)
                                      : "\"x\": null, \"y\": null";
  return print(fmt::format("{{\"hit\": {}, {}, \"reads\": {}}}\n", found.hit, point, found.reads));
}

}  // namespace phasebox
