// SPDX-License-Identifier: MIT
// A row of boundaries on the screen, which pass and query share.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include <imgui.h>

#include "base/geometry.hpp"
#include "lab/xray/xray.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox::ui {

/// One boundary on the strip.
struct Tick {
  float at = 0;  // world px along the axis, or its index where positions are out of order
  bool opens = false, is_done = false;
  std::uint32_t count = 0;  // boxes open after it
  SpriteId sprite = 0;
};

/// A row of boundaries in their order, and its place on the screen.
struct Strip {
  std::vector<Tick> ticks;
  float lo = 0, hi = 1;  ///< range of Tick::at
  std::uint32_t most = 1, now = 0;
  std::optional<float> here;  ///< position of the walk, in the unit of Tick::at
  Axis axis = Axis::x;
  bool counts = false;           ///< the algorithm counts open boxes, so a curve is drawn
  ImVec2 min{}, max{};           ///< of the curve's area, screen px
  float base = 0, per_open = 0;  ///< screen y of "none open"; px per open box

  float x(float at) const { return min.x + (at - lo) / (hi - lo) * (max.x - min.x); }
};

/// Replaces positions by indices where the sweep runs along a slanted line: there the positions
/// along x or y are out of order.
void lay_out(Strip& strip);

/// Gives the strip the room that is left in the window, above the ticks and names of its axis.
void place(Strip& strip, float scale);

/// Draws the axis with its ticks and names, and a line where the walk is.
void draw_axis(const Gui& gui, ImDrawList& list, const Xray& xray, const Strip& strip);

}  // namespace phasebox::ui
