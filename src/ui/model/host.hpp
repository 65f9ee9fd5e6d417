// SPDX-License-Identifier: MIT
// What the application model needs of the window that it is shown in.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "collide/image.hpp"
#include "ui/model/actions/chord.hpp"

namespace phasebox {

/// What the user did while long work ran.
struct Waited {
  bool pauses = false;
  std::vector<KeyPress> keys;  ///< for afterward
};

/// A window, or in tests what takes its place.
class Host {
 public:
  virtual ~Host() = default;
  /// Monotonic, in s; read several times in a frame.
  virtual double seconds() const = 0;
  /// Begins a frame of Dear ImGui's backends, before the input is written.
  virtual void begin_frame() = 0;
  /// Loads the fonts again, between two frames, with these Chinese letters; the file of the Chinese
  /// font, or empty.
  virtual std::string reload_fonts(float scale, const std::string& chinese) = 0;
  /// A texture for each of the images, by number.
  virtual std::span<const std::uint64_t> textures(const ImageSet& images) = 0;
  /// Runs a job that may take long, and returns when it has ended. A window goes on answering
  /// meanwhile; nothing but the job may look at what the job changes.
  virtual Waited run_apart(const std::function<void()>& job) = 0;
};

}  // namespace phasebox
