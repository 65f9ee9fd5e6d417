// SPDX-License-Identifier: MIT
// An SDL window with an OpenGL 3.3 core context.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <SDL.h>

#include "app/window_place.hpp"
#include "base/geometry.hpp"
#include "base/result.hpp"

namespace phasebox {

/// SDL's video system while it lives. One at a time.
class GlWindow {
 public:
  /// A hidden one is only asked what it could do.
  static Result<std::unique_ptr<GlWindow>> open(const char* title, const WindowPlace&,
                                                bool is_hidden = false);
  ~GlWindow();
  GlWindow(const GlWindow&) = delete;
  GlWindow& operator=(const GlWindow&) = delete;

  SDL_Window* window() const { return window_; }
  SDL_GLContext context() const { return context_; }
  Vec2 size() const;  ///< px, of the screen
  /// Pixels for each point of the desktop, in which places, sizes and the mouse are counted: 1, or
  /// more where the desktop enlarges all windows for a dense screen.
  float pixels_per_point() const;
  bool is_minimised() const;
  bool is_full_screen() const;
  void toggle_full_screen();
  /// Shows what was drawn, and waits so that there are at most 60 frames per second.
  void present();
  /// Shows nothing new: waits so that there are at most 60 frames per second, or as long, s, unless
  /// there is an event.
  void wait(double seconds);
  /// The framebuffer as it is: RGBA, rows from the top, opaque.
  std::vector<std::uint8_t> read_pixels() const;
  /// 1 for an ordinary screen, up to 3 for a dense one, in quarters: as the desktop enlarges, or
  /// else by the pixels per inch; 1 where the screen does not say.
  float screen_scale() const;
  /// How it was placed and moved since; for the settings.
  const PlaceWatch& places() const { return places_; }

 private:
  GlWindow() = default;
  void watch_place();
  void keep_pace();

  SDL_Window* window_ = nullptr;
  SDL_GLContext context_ = nullptr;
  double next_frame_ = 0;
  PlaceWatch places_;
};

/// Seconds since the program started, monotonic.
double seconds();

}  // namespace phasebox
