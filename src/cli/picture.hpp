// SPDX-License-Identifier: MIT
// Pictures of sessions, drawn without a window. Only picture.cpp uses OpenGL among the files of the
// command line.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "base/result.hpp"
#include "collide/param.hpp"
#include "session/session.hpp"

namespace phasebox {

struct ViewOptions;
class Xray;

namespace cli {

/// Draws pictures of sessions. It is defined in picture.cpp or, in a build without OpenGL, in
/// picture_without_gl.cpp, where `paint` always fails.
class Painter {
 public:
  Painter();
  ~Painter();
  Painter(const Painter&) = delete;
  Painter& operator=(const Painter&) = delete;

  /// The parameters of the picture, such as its theme and overlays, whose owner is "view". They may
  /// be set before painting. Without OpenGL there are no rows.
  ParamView params() const;
  /// Draws the whole field with its sprites and the overlays that are switched on, for which the
  /// event log of the last frame is read. Returns [width * height * 4] bytes: RGBA, row by row from
  /// the top. `width` and `height` are 1 to kMaxPictureSide px. The same session gives the same
  /// bytes on the same OpenGL driver.
  Result<std::vector<std::uint8_t>> paint(const Session&, const EventLog&, int width,
                                          int height) const;
  /// Draws a moment of an X-ray walk, which goes through the events of one frame: what the
  /// algorithm has found by then and, below the field, the number of the event, what is open and a
  /// sentence about the event. Returns bytes of the same kind as the other `paint`.
  Result<std::vector<std::uint8_t>> paint(const Session&, const Xray&, int width, int height) const;

 private:
  std::unique_ptr<ViewOptions> options_;
};

inline constexpr int kMaxPictureSide = 8192;  ///< px, width and height

}  // namespace cli
}  // namespace phasebox
