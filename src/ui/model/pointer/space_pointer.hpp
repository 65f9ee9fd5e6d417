// SPDX-License-Identifier: MIT
// The 3D view as the window keeps it: its eye, what it shows, and where the pointer points in it.
#pragma once
#include "view/space/orbit_camera.hpp"
#include "view/space/space_list.hpp"

namespace phasebox {

struct ApplicationModel;

/// No GL in it, as in the rest of the model.
struct SpaceView {
  OrbitCamera camera;
  SpaceList list;     ///< of the last frame: what the pointer points at
  bool whole = true;  ///< the eye follows the field's and the pane's size until it is moved

  double clicked_time = -1;  ///< s, of the last click
  Vec2 clicked_at;           ///< screen px
};

/// Puts the eye where it sees all of the field, and keeps it so when the window changes.
void show_whole_space(ApplicationModel& model);
/// Gives it its place on the screen; an empty one ends what the pointer does in it.
void lay_out_space(ApplicationModel& model, const Aabb& pane);
/// Where in the world the pointer is that points at that level (units above the ground); nothing
/// where that is above the horizon.
std::optional<Vec2> world_in_space(const SpaceView&, Vec2 screen, float height);
/// What the pointer points at, and the level on which it would take hold of it.
void hover_in_space(ApplicationModel& model, Vec2 screen);
/// A double click shows the whole field again: true when this click was its second.
bool click_in_space(ApplicationModel& model, Vec2 screen);

}  // namespace phasebox
