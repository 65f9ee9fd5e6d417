// SPDX-License-Identifier: MIT
// The frames of a run as an animated picture.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "base/result.hpp"
#include "cli/picture.hpp"
#include "io/pictures/animation.hpp"

namespace phasebox {

/// What `--animate` asks for.
struct FilmOptions {
  std::string path;         ///< a .gif or .webp file
  std::uint32_t every = 3;  ///< steps from picture to picture, at least 1
  bool is_walk = false;     ///< through the last frame's broadphase instead of the steps
};

/// Takes pictures while a session runs, and plays them at the speed at which it would; or of one
/// frame while its broadphase works.
class Film {
 public:
  static constexpr std::uint32_t kMaxPictures = 3000;

  /// Refuses endings other than .gif and .webp, and more pictures than kMaxPictures.
  static Status check(const FilmOptions&, std::uint32_t frames);

  Film(FilmOptions, const Painter&, int width, int height);
  /// After each step; takes a picture of every so many, of the first one first.
  Status note(Session&);
  /// After the last step: what the event log shows, bit by bit, then the whole for a while.
  Status walk(Session&);
  /// Writes the file.
  Status save();

 private:
  Status take(const Session&, const EventLog&);

  FilmOptions options_;
  const Painter& painter_;
  int width_, height_;
  std::uint32_t steps_ = 0;
  std::unique_ptr<Animation> animation_;
};

}  // namespace phasebox
