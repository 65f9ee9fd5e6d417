// SPDX-License-Identifier: MIT
// A row of boundaries on the screen, as the panes of a pass and of a query draw it.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include <imgui.h>

#include "base/geometry.hpp"
#include "lab/xray/xray.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox::ui {

/// One boundary on the strip: the begin or end of a sprite's box.
struct Tick {
  float at = 0;  ///< world px along the axis, or the index of the tick (see lay_out)
  bool opens = false, is_done = false;  ///< it is a begin; the walk has come past it
  std::uint32_t count = 0;              ///< boxes that are open after it
  SpriteId sprite = 0;
};

/// A row of boundaries in the order of the sweep, and its place on the screen.
struct Strip {
  std::vector<Tick> ticks;
  /// The range of Tick::at that the width shows; lo < hi.
  float lo = 0, hi = 1;
  /// The most boxes that are open at once, and the number open where the walk is.
  std::uint32_t most = 1, now = 0;
  std::optional<float> here;  ///< position of the walk, in the unit of Tick::at
  Axis axis = Axis::x;
  bool counts = false;  ///< the algorithm counts open boxes: a curve of them is drawn
  ImVec2 min{}, max{};  ///< corners of the area for curve, ticks and names, screen px
  /// The screen y at which no box is open, in px, and the px by which the curve rises per open box.
  float base = 0, per_open = 0;

  /// Returns the screen x of a place in the unit of Tick::at.
  float x(float at) const { return min.x + (at - lo) / (hi - lo) * (max.x - min.x); }
};

/// Sets `lo` and `hi` by the ticks. If the strip counts open boxes and its ticks are out of order,
/// as those of a sweep along a slanted line are by their x or y, Tick::at becomes the tick's index
/// first.
void lay_out(Strip& strip);

/// Gives the strip the room that is left in the window: the curve's area, and below it that of
/// ticks and names. `scale` is that of the interface.
void place(Strip& strip, float scale);

/// Draws the axis with its ticks and the sprites' names, and a line where the walk is, if
/// Strip::here says so.
void draw_axis(const Gui& gui, ImDrawList& list, const Xray& xray, const Strip& strip);

}  // namespace phasebox::ui
