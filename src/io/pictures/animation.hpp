// SPDX-License-Identifier: MIT
// Animated pictures, GIF and WebP, and the palette that a GIF needs.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace phasebox {

// Few colors for many, by median cut (P. Heckbert, "Color Image Quantization for Frame Buffer
// Display", SIGGRAPH 1982).

using Rgb = std::array<std::uint8_t, 3>;

/// At most `most` colors that stand for those of some pixels. Colors are told apart to 5 bits per
/// channel; where there are no more than `most` such, each keeps its mean. O(pixels + 32768).
class Palette {
 public:
  /// Of the pixels that are noted, in any order.
  void note(Rgb color);
  /// Chooses the colors; `index_of` is valid then. `most` is 1 to 256.
  void choose(std::size_t most);

  std::span<const Rgb> colors() const { return colors_; }
  std::uint8_t index_of(Rgb color) const { return index_[bin_of(color)]; }

 private:
  static constexpr unsigned kBits = 5;
  static constexpr std::size_t kBins = std::size_t{1} << 3 * kBits;
  struct Bin {
    std::uint64_t count = 0;
    std::array<std::uint64_t, 3> sum{};
  };
  // A run of used_: bins that share a color, and how far they reach along their longest channel.
  struct Box {
    std::size_t first, end;
    std::size_t channel = 0;
    unsigned length = 0;
  };

  static std::size_t bin_of(Rgb c) {
    return std::size_t{c[0]} >> 3 << 10 | std::size_t{c[1]} >> 3 << 5 | std::size_t{c[2]} >> 3;
  }
  static unsigned level(std::size_t bin, std::size_t channel) {
    return static_cast<unsigned>(bin >> (2 - channel) * kBits & 31);
  }
  Box measured(std::size_t first, std::size_t end) const;
  std::size_t middle_of(const Box&);
  void name(const Box&);

  std::vector<Bin> bins_ = std::vector<Bin>(kBins);
  std::vector<std::size_t> used_;
  std::vector<Rgb> colors_;
  std::vector<std::uint8_t> index_ = std::vector<std::uint8_t>(kBins);
};

/// An animated picture in the making; it plays for ever. Frames are opaque: alpha is not read. A
/// GIF has what changed since the frame before, in at most 255 colors chosen for it; of a WebP each
/// frame is lossy or lossless, whichever is smaller.
class Animation {
 public:
  /// GIF or WebP by the path's ending, which `check_path` refuses if it is neither. Sides are 1 to
  /// 8192 px; every frame is shown for `ms` milliseconds, at least 10.
  static std::unique_ptr<Animation> begin(std::string_view path, int width, int height, double ms);
  static Status check_path(std::string_view path);

  virtual ~Animation() = default;
  /// Appends a frame: [width * height * 4] RGBA, rows from the top.
  virtual Status add(std::span<const std::uint8_t> rgba) = 0;
  /// The bytes of the file; comes last, after at least one frame.
  virtual Result<std::string> finish() = 0;
};

}  // namespace phasebox
