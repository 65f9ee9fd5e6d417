// SPDX-License-Identifier: MIT
// A copy of what the window showed last, to stand there while there is no time to draw again.
#pragma once
#include <cstdint>

#include "base/geometry.hpp"

namespace phasebox {

class StillPicture {
 public:
  StillPicture() = default;
  ~StillPicture();
  StillPicture(const StillPicture&) = delete;
  StillPicture& operator=(const StillPicture&) = delete;

  /// Of the frame that has just been drawn, before it is presented. px.
  void take(Vec2 size);
  /// As a background of the ImGui frame that is being put together. Nothing before the first take.
  void draw(Vec2 size) const;

 private:
  std::uint32_t texture_ = 0;
};

}  // namespace phasebox
