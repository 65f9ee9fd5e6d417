// SPDX-License-Identifier: MIT
// The 3D view as the window keeps it: its eye, what it shows, and the pointer over it.
#pragma once
#include "view/space/orbit_camera.hpp"
#include "view/space/space_list.hpp"

namespace phasebox {

struct ApplicationModel;
struct PointerInput;

/// No GL in it, as in the rest of the model.
struct SpaceView {
  enum class Doing : std::uint8_t { nothing, orbit, pan };

  OrbitCamera camera;
  SpaceList list;     ///< of the last frame: what the pointer points at
  bool whole = true;  ///< the eye follows the field's and the pane's size until it is moved

  Doing doing = Doing::nothing;
  bool in_pane = false;      ///< the pointer is over it
  bool moved = false;        ///< far enough to be a drag
  bool by_right = false;     ///< moving with the right button, which may yet be a click
  Vec2 pressed_at, last_at;  ///< screen px
  double clicked_time = -1;  ///< s, of the last click
  Vec2 clicked_at;           ///< screen px
};

/// Puts the eye where it sees all of the field, and keeps it so when the window changes.
void show_whole_space(ApplicationModel& model);
/// Gives it its place on the screen; an empty one switches the pointer off.
void lay_out_space(ApplicationModel& model, const Aabb& pane);
/// One frame of the mouse over the pane: turn, move, zoom, select.
void update_space_pointer(ApplicationModel& model, const PointerInput& pointer);

}  // namespace phasebox
