// SPDX-License-Identifier: MIT
// The picture of a session, made without a window; the only use of OpenGL by the command line.
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

/// Draws sessions: picture.cpp, or picture_without_gl.cpp where OpenGL is left out.
class Painter {
 public:
  Painter();
  ~Painter();
  Painter(const Painter&) = delete;
  Painter& operator=(const Painter&) = delete;

  /// Parameters of owner "view"; no rows where it cannot draw.
  ParamView params() const;
  /// [width * height * 4] RGBA from the top: the whole field, with what the log shows. The same
  /// session gives the same bytes. `width`, `height` 1 to kMaxPictureSide px.
  Result<std::vector<std::uint8_t>> paint(const Session&, const EventLog&, int width,
                                          int height) const;
  /// The same of a moment of a walk through the frame: what is found by then, and below the field
  /// the event's number, the counter, and its sentence.
  Result<std::vector<std::uint8_t>> paint(const Session&, const Xray&, int width, int height) const;

 private:
  std::unique_ptr<ViewOptions> options_;
};

inline constexpr int kMaxPictureSide = 8192;  ///< px

}  // namespace cli
}  // namespace phasebox
