// SPDX-License-Identifier: MIT
// The mouse in the field and in the 3D view: drags, launches, selections.
#pragma once
#include <cstdint>
#include <optional>

#include "session/session.hpp"
#include "ui/model/frame_input.hpp"
#include "ui/model/throw_velocity.hpp"
#include "view/space/orbit_camera.hpp"
#include "view/space/space_list.hpp"

namespace phasebox::ui {

struct ApplicationModel;

/// The gesture that the pointer makes. It belongs to the pane, field or 3D view, in which it began.
struct PointerTool {
  enum class Doing : std::uint8_t { nothing, press, drag, aim, select, query, pan, turn, orbit };
  Doing doing = Doing::nothing;
  bool moved = false;        ///< it has moved far enough to be a drag and no click
  bool by_left = false;      ///< the left button is held; other buttons only pan or turn
  bool by_right = false;     ///< the right button is held; without motion it opens a menu
  Vec2 pressed_at, last_at;  ///< screen px
  Vec2 pressed_world, at_world;
  double pressed_time = 0;
  SpriteId pressed_sprite = 0;
  Vec2 grip;                     ///< vector from the pointer to the sprite's position, world px
  ThrowVelocity throw_velocity;  ///< the velocity of the dragged sprite on its release
  std::optional<SpriteId> hovered;
  bool in_field = false;  ///< the pointer is over the field
  bool in_space = false;  ///< the pointer is over the 3D view, or its gesture began there
  float height = 0;       ///< level above ground on which it moves in the 3D view, units

  /// Returns the rectangle between the points where the button went down and where the pointer is,
  /// world px.
  Aabb band() const { return united({pressed_world, pressed_world}, {at_world, at_world}); }
};

/// The input of a frame, and the pane under the pointer; neither where a window covers the pane.
struct PointerInput : FrameInput {
  bool over_field = false, over_space = false;
  bool is_pressed(Button b) const { return pressed[static_cast<std::size_t>(b)]; }
  bool is_released(Button b) const { return released[static_cast<std::size_t>(b)]; }
  /// Whether a drag stretches a region query. Ctrl does it as well as Alt, because many window
  /// managers keep Alt+drag for themselves.
  bool queries() const { return modifiers.ctrl || modifiers.alt; }
};
/// Advances the gesture by one frame: grab and throw, launch, select, query, zoom and pan, and turn
/// in the 3D view.
void update_pointer(ApplicationModel& model, const PointerInput& input);
/// Adds a sprite with the image and size that are chosen for launching; px, px per step.
void launch(ApplicationModel& model, Vec2 position, Vec2 velocity);
/// Ends the gesture without its effect; a sprite that is held is released without speed. False when
/// there was no gesture.
bool cancel_gesture(ApplicationModel& model);
/// Returns the velocity with which an aimed sprite would start, px per step.
Vec2 launch_velocity(Vec2 press_world, Vec2 pointer_world);
/// A launch that is aimed, as drawn on the screen.
struct Aim {
  Vec2 from, to;  ///< where the button went down, and the pointer; screen px
  double speed;   ///< px per step
};
/// Returns the launch that is aimed now; none if there is none.
std::optional<Aim> aim_of(const ApplicationModel& model);

/// The state of the 3D view. Like the rest of the model it calls no OpenGL.
struct SpaceView {
  OrbitCamera camera;
  SpaceList list;     ///< the last frame's drawing, in which the pointer picks sprites
  bool whole = true;  ///< the eye follows the field's and the pane's size until it is moved

  double clicked_time = -1;  ///< s, time of the last click, for double clicks; -1: none
  Vec2 clicked_at;           ///< place of the last click, screen px
};

/// Puts the eye where it sees all of the field, and keeps it so when the window changes.
void show_whole_space(ApplicationModel& model);
/// Gives the 3D view its place on the screen. An empty place ends a gesture in the view.
void lay_out_space(ApplicationModel& model, const Aabb& pane);

}  // namespace phasebox::ui
