// SPDX-License-Identifier: MIT
// Where the window stands on the desktop.
#pragma once
#include <optional>
#include <span>

namespace phasebox {

/// An upper left corner on the desktop; screens left of or above the main one have negative ones.
struct DesktopPoint {
  int x = 0, y = 0;  ///< px
  bool operator==(const DesktopPoint&) const = default;
};

/// Size and place of the window, as long as it is neither maximized nor in full screen.
struct WindowPlace {
  int width = 1280, height = 720;        ///< px
  std::optional<DesktopPoint> position;  ///< absent: centered
  bool is_maximized = false;
  bool operator==(const WindowPlace&) const = default;
};

/// What a screen leaves for windows.
struct ScreenArea {
  DesktopPoint from;
  int width = 0, height = 0;  ///< px
};

/// Whether the mouse could take hold of its title bar on one of the screens: a screen may be gone
/// since the place was remembered.
bool is_reachable(const WindowPlace&, std::span<const ScreenArea>);

/// The same without a position that is out of reach.
WindowPlace within_reach(WindowPlace, std::span<const ScreenArea>);

/// How many pixels a point of the desktop has where the window is; widths in px and in points.
float pixels_per_point(int drawable_width, int window_width);

/// By how much text and widgets are enlarged on a screen: as the desktop enlarges windows there, or
/// else as its dots are denser than 96 per inch (0: unknown); 1 to 3, in quarters.
float screen_scale(float pixels_per_point, float dots_per_inch);

/// Follows a window from frame to frame. A window manager moves and resizes in several steps, so
/// that a window that is being maximized is wide for a moment before it says why; only a place that
/// has lasted counts.
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

}  // namespace phasebox
