// SPDX-License-Identifier: MIT
// Where the window stands on the desktop.
#include "app/window_place.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace phasebox {
namespace {

constexpr int kGrip = 80;  // px of the upper edge that must be in sight, and below it

}  // namespace

bool is_reachable(const WindowPlace& place, std::span<const ScreenArea> screens) {
  if (!place.position) return false;
  const DesktopPoint at = *place.position;
  return std::ranges::any_of(screens, [&](const ScreenArea& s) {
    const int left = std::max(at.x, s.from.x);
    const int right = std::min(at.x + place.width, s.from.x + s.width);
    return right - left >= kGrip && at.y >= s.from.y && at.y + kGrip <= s.from.y + s.height;
  });
}

WindowPlace within_reach(WindowPlace place, std::span<const ScreenArea> screens) {
  if (!is_reachable(place, screens)) place.position.reset();
  return place;
}

float pixels_per_point(int drawable_width, int window_width) {
  return static_cast<float>(std::max(1, drawable_width)) /
         static_cast<float>(std::max(1, window_width));
}

float screen_scale(float pixels_per_point, float dots_per_inch) {
  const float scale = pixels_per_point > 1 ? pixels_per_point : dots_per_inch / 96;
  return std::clamp(std::round(scale * 4) / 4, 1.0f, 3.0f);
}

void PlaceWatch::see(const WindowPlace& place, double now) {
  if (place != std::exchange(seen_, place)) since_ = now;
  if (now - since_ < kRest) return;
  if (!place.is_maximized) last_ = place;
  last_.is_maximized = place.is_maximized;
  if (!first_) first_ = last_;
}

}  // namespace phasebox
