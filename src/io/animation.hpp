// SPDX-License-Identifier: MIT
// Animated pictures, GIF and WebP, frame by frame.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace phasebox {

/// An animated picture in the making; it plays for ever. Frames are opaque: alpha is not read.
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

/// The animation with the ending ".gif": what changed since the frame before, in at most 255 colors
/// chosen for it.
std::unique_ptr<Animation> begin_gif(int width, int height, double ms);
/// ... and ".webp": lossy or lossless, whichever is smaller for a frame.
std::unique_ptr<Animation> begin_webp(int width, int height, double ms);

}  // namespace phasebox
