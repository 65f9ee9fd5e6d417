// SPDX-License-Identifier: MIT
// Dear ImGui in our window: its context and its backends.
#pragma once
#include <string>

#include <SDL.h>

#include "base/geometry.hpp"

struct ImDrawData;

namespace phasebox {

/// Owns the ImGui context and its backends.
class ImGuiHost {
 public:
  ImGuiHost(SDL_Window* window, SDL_GLContext context, float scale);
  ~ImGuiHost();
  ImGuiHost(const ImGuiHost&) = delete;
  ImGuiHost& operator=(const ImGuiHost&) = delete;

  /// Loads the fonts again, between two frames; what `load_font` says.
  std::string reload_fonts(float scale, const std::string& chinese);
  /// Begins a frame; what the backends polled is overwritten before ImGui sees it.
  void begin_frame(Vec2 size);
  /// What has been put together since. It stands until the next frame begins.
  const ImDrawData& end_frame();
  /// Draws that, into the current framebuffer.
  void draw();
};

}  // namespace phasebox
