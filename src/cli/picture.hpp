// SPDX-License-Identifier: MIT
// Pictures of sessions, drawn without a window; the only use of OpenGL by the command line.
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

/// Draws sessions. It is defined in picture.cpp, or in picture_without_gl.cpp where OpenGL is left
/// out.
class Painter {
 public:
  Painter();
  ~Painter();
  Painter(const Painter&) = delete;
  Painter& operator=(const Painter&) = delete;

  /// Parameters of owner "view"; no rows where it cannot draw.
  ParamView params() const;
  /// Draws the whole field with the overlays of the log: [width * height * 4] RGBA, rows from the
  /// top. The same session gives the same bytes. `width` and `height` are 1 to kMaxPictureSide px.
  Result<std::vector<std::uint8_t>> paint(const Session&, const EventLog&, int width,
                                          int height) const;
  /// Draws a moment of an X-ray walk through a frame: what has been found by then and, below the
  /// field, the event's number, the counter and its sentence. Shape as above.
  Result<std::vector<std::uint8_t>> paint(const Session&, const Xray&, int width, int height) const;

 private:
  std::unique_ptr<ViewOptions> options_;
};

inline constexpr int kMaxPictureSide = 8192;  ///< px

}  // namespace cli
}  // namespace phasebox
