// SPDX-License-Identifier: MIT
// `phasebox pixels`: prints whether opaque pixels of two images meet at an offset.
#include <limits>

#include "cli/commands/commands.hpp"
#include "collide/narrowphase/pixels/pixel_lattice.hpp"
#include "collide/narrowphase/pixels/pixel_view.hpp"
#include "collide/registry.hpp"
#include "io/pictures/images.hpp"

namespace phasebox::cli {
namespace {

struct PixelsOptions {
  std::string a, b;             ///< pictures, as PictureSource
  std::int32_t dx = 0, dy = 0;  ///< top-left pixel of b, in pixels of a
  std::int32_t n = 1, alpha = 0;
};

/// Returns the row of a parameter of the narrowphase "n-sampled pixels", which must have the key.
const Param& parameter(std::string_view key) {
  return *find_param(pixel_samples_entry.make()->params().rows, key);
}

// Loads what the pixel test reads of an image file: size and alpha. Nothing else is derived from
// it, as that would fail for an image without an opaque pixel. Throws Refusal on an error.
Image load(const std::string& path) {
  PictureSource source = must(parse_picture_source(path));
  if (source.cells.width > 0 && !source.frame) source.frame = 0;
  MaskedBitmap picture = must(load_masked(source, must(load_bitmap(source.file))));
  Image image;
  image.width = picture.look.width;
  image.height = picture.look.height;
  image.alpha = std::move(picture.alpha);
  return image;
}

// Returns the part of image `a`, in its pixels, that image `b` covers when it lies dx, dy px from
// it. The offsets have 64 bits, as the sum of an offset of 32 bits and a width may need more
// than 32.
PixelRect common_part(const Image& a, const Image& b, std::int64_t dx, std::int64_t dy) {
  const auto low = [](std::int64_t d, int limit) {
    return static_cast<int>(std::clamp<std::int64_t>(d, 0, limit));
  };
  return {low(dx, a.width), low(dy, a.height), low(dx + b.width, a.width),
          low(dy + b.height, a.height)};
}

int run_pixels(const PixelsOptions& options) {
  const Image a = load(options.a), b = load(options.b);
  SampleResult found;
  const PixelRect overlap = common_part(a, b, options.dx, options.dy);
  if (!overlap.empty()) {
    NoTrace off;
    found = sample_pixels(PixelView(a, 0, 0), PixelView(b, options.dx, options.dy), overlap,
                          options.n, options.alpha, off);
  }
  const std::string point = found.hit
                                ? fmt::format("\"x\": {}, \"y\": {}", found.hit->x, found.hit->y)
                                : "\"x\": null, \"y\": null";
  return print(fmt::format("{{\"hit\": {}, {}, \"reads\": {}, \"exact\": {}}}\n",
                           found.hit.has_value(), point, found.reads, options.n == 1));
}

}  // namespace

Run pixels_command(Options& to, const Program&) {
  const auto options = std::make_shared<PixelsOptions>();
  to.text("A", "", options->a, "Picture at (0, 0): PATH, or PATH,cell=32x48,frame=2,flip=x ...")
      .required();
  to.text("B", "", options->b, "Picture at (DX, DY)").required();
  using Limits = std::numeric_limits<std::int32_t>;
  const auto offset = [&](const char* name, std::int32_t& into, const char* help) {
    to.number(name, into, Limits::min(), Limits::max(), help);
  };
  offset("--dx", options->dx, "Left edge of B in A's pixels");
  offset("--dy", options->dy, "Top edge of B in A's pixels");
  const auto add = [&](const char* name, const char* key, std::int32_t& into,
                       const char* help) -> Option& {
    const Param& row = parameter(key);
    return to.number(name, into, static_cast<std::int32_t>(row.lo),
                     static_cast<std::int32_t>(row.hi), help);
  };
  add("--n", "n", options->n, "Distance of the samples; above 1 small contacts may be missed");
  options->alpha = static_cast<std::int32_t>(parameter("alpha-threshold").init);
  add("--alpha", "alpha-threshold", options->alpha, "Least alpha that counts as opaque").type = "T";
  return [options] { return run_pixels(*options); };
}

}  // namespace phasebox::cli
