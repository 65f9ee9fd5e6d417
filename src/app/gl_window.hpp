// SPDX-License-Identifier: MIT
// A window with an OpenGL 3.3 core context and Dear ImGui in it, and its place on the desktop.
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

/// The area of a screen that is free for windows, in points of the desktop.
struct ScreenArea {
  DesktopPoint from;
  int width = 0, height = 0;  ///< size in points of the desktop
};

/// Returns the place of a window, without its position if the mouse could not reach the title bar
/// on any of the screens: a screen may be gone since the place was saved.
WindowPlace within_reach(WindowPlace, std::span<const ScreenArea>);

/// Returns the place of a window, made no larger than fits on the first screen together with a
/// title bar. A place that has a position or an exact size stays as it is, as does any if there is
/// no screen.
WindowPlace fitted(WindowPlace, std::span<const ScreenArea>);

/// The number of pixels per point of the desktop, from a window's width in px (`drawable_width`)
/// and in points (`window_width`).
float pixels_per_point(int drawable_width, int window_width);

/// The factor by which text and widgets are enlarged on a screen, 1 to 3 in quarters. It is
/// `pixels_per_point` where the desktop enlarges windows, that is above 1, or else the screen's
/// dots per inch (0: unknown) over 96.
float screen_scale(float pixels_per_point, float dots_per_inch);

/// Follows the place of a window from frame to frame. A window manager moves a window in several
/// steps: one that is being maximized is wide for a moment before it counts as maximized. So only a
/// place that has lasted kRest seconds counts.
class PlaceWatch {
 public:
  static constexpr double kRest = 0.2;  ///< s that a place must last to count

  explicit PlaceWatch(const WindowPlace& opened_at = {}) : last_(opened_at) {}
  void see(const WindowPlace&, double now);  ///< to be called once per frame; `now` in s
  /// The place where the window rested first after it was opened, which is not taken for the user's
  /// choice. Until then the place it was to be opened with.
  const WindowPlace& first() const { return first_ ? *first_ : last_; }
  /// The place where the window rested last, or was to be opened. Size and position are those
  /// before it was maximized.
  const WindowPlace& last() const { return last_; }

 private:
  WindowPlace seen_, last_;
  std::optional<WindowPlace> first_;
  double since_ = 0;
};

/// An SDL window with OpenGL 3.3 core. It owns SDL's video system, so there may be one at a time.
class GlWindow {
 public:
  /// Opens a window and makes its OpenGL context current. Fails where SDL finds no display or
  /// cannot make a window with OpenGL 3.3; the error says what helps.
  static Result<std::unique_ptr<GlWindow>> open(const char* title, const WindowPlace&);
  ~GlWindow();
  GlWindow(const GlWindow&) = delete;
  GlWindow& operator=(const GlWindow&) = delete;

  Vec2 size() const;  ///< size of the window's content, px; at least 1 x 1
  /// Place of the mouse in the window, px; known also while a file is dragged.
  Vec2 pointer() const;
  /// The number of pixels per point of the desktop: 1, or more where the desktop enlarges all
  /// windows for a dense screen. SDL gives places, sizes and the mouse in points.
  float pixels_per_point() const;
  bool is_unseen() const;  ///< minimized or hidden
  bool is_full_screen() const;
  void toggle_full_screen();
  void set_title(const std::string& title);
  /// Shows the frame that was drawn, and sleeps so that there are at most 60 frames per second.
  void present();
  /// Takes the place of `present` where nothing new is shown. Waits for an event, at most so many
  /// seconds; with 0 it only limits the frames per second as `present` does.
  void wait(double seconds);
  /// Sleeps until there is an event, at most so many seconds. Returns whether there is one.
  static bool has_event_within(double seconds);
  /// Reads the pixels of a part of the window, given in px from its upper left, as an opaque
  /// picture. What lies outside the window is cut off. Call it before present().
  Bitmap read_pixels(const Aabb& part) const;
  /// The factor by which text and widgets are enlarged on the screen that shows the window, 1 to 3
  /// in quarters: phasebox::screen_scale() of that screen.
  float screen_scale() const;
  /// The places where the window rested first and last, for the settings file.
  const PlaceWatch& places() const { return places_; }

  // The calls for Dear ImGui.
  /// Starts Dear ImGui with fonts enlarged by `scale`. Call it once, before the functions below.
  void open_interface(float scale);
  /// Loads the fonts again, enlarged by `scale`, with the Chinese letters in `chinese`. Call it
  /// between two frames. Returns the path of the Chinese font that was loaded, or an empty string
  /// (see `load_font`).
  std::string reload_fonts(float scale, const std::string& chinese);
  /// Begins a frame of ImGui's backends. The caller then overwrites the input that they polled and
  /// calls ImGui::NewFrame().
  void begin_interface();
  /// Ends ImGui's frame and returns what is to be drawn for it, valid until the next frame begins.
  const ImDrawData& end_interface();
  /// Draws the interface of the ended frame into the current framebuffer.
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

/// Seconds since the first call in this process, by a monotonic clock.
double seconds();

}  // namespace phasebox
