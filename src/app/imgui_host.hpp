// SPDX-License-Identifier: MIT
// Dear ImGui in our window: its backends, and the input that it gets to see.
#pragma once
#include <string>

#include <SDL.h>

#include "app/input_queue.hpp"

namespace phasebox {

/// Owns the ImGui context; all that depends on ImGui's version is in the source of this class.
class ImGuiHost {
 public:
  ImGuiHost(SDL_Window* window, SDL_GLContext context, float scale);
  ~ImGuiHost();
  ImGuiHost(const ImGuiHost&) = delete;
  ImGuiHost& operator=(const ImGuiHost&) = delete;

  /// Loads the fonts again, between two frames; what `load_font` says.
  std::string reload_fonts(float scale, const std::string& chinese);
  /// Begins a frame that sees that input.
  void begin_frame(const FrameInput& input);
  /// Ends a frame that is not to be drawn.
  void drop_frame();
  /// Draws what has been put together since, into the current framebuffer.
  void end_frame();

  bool wants_text() const;   ///< a text field has the focus
  bool wants_mouse() const;  ///< the pointer is over a window, or a widget holds it
  bool has_popup() const;    ///< a menu or another popup is open
  bool has_tooltip() const;  ///< one was drawn in the last frame
  void close_popups();
};

}  // namespace phasebox
