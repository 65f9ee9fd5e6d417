// SPDX-License-Identifier: MIT
// The picture of a session, made without a window; the only use of OpenGL by the command line.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "base/result.hpp"
#include "collide/param.hpp"
#include "session/session.hpp"

namespace phasebox::cli {

/// Draws sessions. picture.cpp does it; picture_without_gl.cpp takes its place where OpenGL is left
/// out.
class Painter {
 public:
  Painter();
  ~Painter();
  Painter(const Painter&) = delete;
  Painter& operator=(const Painter&) = delete;

  /// Whether it can draw at all.
  bool is_available() const;
  /// The driver that draws, by its own name; or why none does.
  Result<std::string> device() const;
  /// Parameters of owner "view"; no rows where it cannot draw.
  ParamView params();
  /// [width * height * 4] RGBA from the top: the whole field, with what the log shows. The same
  /// session gives the same bytes. `width`, `height` 1 to kMaxPictureSide px.
  Result<std::vector<std::uint8_t>> paint(const Session&, const EventLog&, int width,
                                          int height) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

inline constexpr int kMaxPictureSide = 8192;  ///< px

}  // namespace phasebox::cli
