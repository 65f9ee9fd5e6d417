// SPDX-License-Identifier: MIT
// A window with an OpenGL 3.3 core context and Dear ImGui in it, and where it is on the desktop.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/geometry.hpp"
#include "base/result.hpp"
#include "io/pictures/images.hpp"
#include "ui/user_settings.hpp"

struct ImDrawData;
struct SDL_Window;
using SDL_GLContext = void*;  // as in SDL.h

namespace phasebox {

/// What a screen leaves for windows.
struct ScreenArea {
  DesktopPoint from;
  int width = 0, height = 0;  ///< px
};

/// The same without a position where the mouse could not take hold of its title bar on any of the
/// screens: a screen may be gone since the place was remembered.
WindowPlace within_reach(WindowPlace, std::span<const ScreenArea>);

/// One without a position no larger than the first screen leaves, its title bar included, unless
/// its size is exact.
WindowPlace fitted(WindowPlace, std::span<const ScreenArea>);

/// How many pixels a point of the desktop has where the window is; widths in px and in points.
float pixels_per_point(int drawable_width, int window_width);

/// By how much text and widgets are enlarged on a screen: as the desktop enlarges windows there, or
/// else as its dots are denser than 96 per inch (0: unknown); 1 to 3, in quarters.
float screen_scale(float pixels_per_point, float dots_per_inch);

/// Follows a window from frame to frame. A window manager moves in several steps: what is being
/// maximized is wide for a moment before it says why. Only a place that has lasted counts.
class PlaceWatch {
 public:
  static constexpr double kRest = 0.2;  ///< s

  explicit PlaceWatch(const WindowPlace& opened_at = {}) : last_(opened_at) {}
  void see(const WindowPlace&, double now);  ///< s
  /// Where it rested first, by no act of the user.
  const WindowPlace& first() const { return first_ ? *first_ : last_; }
  /// Where it rested last; size and position are those before it was maximized.
  const WindowPlace& last() const { return last_; }

 private:
  WindowPlace seen_, last_;
  std::optional<WindowPlace> first_;
  double since_ = 0;
};

/// An SDL window with OpenGL 3.3 core, and SDL's video system while it lives. One at a time.
class GlWindow {
 public:
  static Result<std::unique_ptr<GlWindow>> open(const char* title, const WindowPlace&);
  ~GlWindow();
  GlWindow(const GlWindow&) = delete;
  GlWindow& operator=(const GlWindow&) = delete;

  Vec2 size() const;     ///< px, of the screen
  Vec2 pointer() const;  ///< px, also while something is dragged over the window
  /// Pixels for each point of the desktop, in which places, sizes and the mouse are counted: 1, or
  /// more where the desktop enlarges all windows for a dense screen.
  float pixels_per_point() const;
  bool is_minimised() const;
  bool is_full_screen() const;
  void toggle_full_screen();
  void set_title(const std::string& title);
  /// Shows what was drawn, and waits so that there are at most 60 frames per second.
  void present();
  /// Shows nothing new: waits, for at most 60 frames per second, or as long, s, unless events come.
  void wait(double seconds);
  /// A part of the framebuffer as it is, opaque; without pixels where it lies outside of that.
  Bitmap read_pixels(const Aabb& part) const;
  /// 1 for an ordinary screen, up to 3 for a dense one, in quarters: as the desktop enlarges, or
  /// else by the pixels per inch; 1 where the screen does not say.
  float screen_scale() const;
  /// How it was placed and moved since; for the settings.
  const PlaceWatch& places() const { return places_; }

  // Dear ImGui in it.
  /// Once, before all others.
  void open_interface(float scale);
  /// Loads the fonts again, between two frames; what `load_font` says.
  std::string reload_fonts(float scale, const std::string& chinese);
  /// Begins a frame; what the backends polled is overwritten before ImGui sees it.
  void begin_interface();
  /// What has been put together since. It is valid until the next frame begins.
  const ImDrawData& end_interface();
  /// Draws that, into the current framebuffer.
  void draw_interface();

 private:
  GlWindow() = default;
  bool has(std::uint32_t flag) const;
  void watch_place();
  void keep_pace();

  SDL_Window* window_ = nullptr;
  SDL_GLContext context_ = nullptr;
  std::string title_;
  bool has_interface_ = false;
  double next_frame_ = 0;
  PlaceWatch places_;
};

/// Seconds since the program started, monotonic.
double seconds();

}  // namespace phasebox
