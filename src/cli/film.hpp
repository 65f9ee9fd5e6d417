// SPDX-License-Identifier: MIT
// The frames of a run as an animated picture.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "base/result.hpp"
#include "cli/picture.hpp"
#include "io/animation.hpp"

namespace phasebox {

/// What `--animate` asks for.
struct FilmOptions {
  std::string path;         ///< a .gif or .webp file
  std::uint32_t every = 3;  ///< steps from picture to picture, at least 1
};

/// Takes pictures while a session runs, and plays them at the speed at which it would.
class Film {
 public:
  static constexpr std::uint32_t kMaxPictures = 3000;

  /// Refuses endings other than .gif and .webp, and more pictures than kMaxPictures.
  static Status check(const FilmOptions&, std::uint32_t frames);

  Film(FilmOptions, const Painter&, int width, int height);
  /// After each step; takes a picture of every so many, of the first one first.
  Status note(Session&);
  /// Writes the file.
  Status save();

 private:
  FilmOptions options_;
  const Painter& painter_;
  int width_, height_;
  std::uint32_t steps_ = 0;
  std::unique_ptr<Animation> animation_;
};

}  // namespace phasebox
