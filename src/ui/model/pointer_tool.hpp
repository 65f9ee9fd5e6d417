// SPDX-License-Identifier: MIT
// The mouse in the field and in the 3D view: drags, launches, selections.
#pragma once
#include <cstdint>
#include <optional>

#include "lab/three_axes.hpp"
#include "session/session.hpp"
#include "ui/model/frame_input.hpp"
#include "ui/model/throw_velocity.hpp"
#include "view/space/orbit_camera.hpp"
#include "view/space/space_list.hpp"

namespace phasebox::ui {

struct ApplicationModel;

/// The gesture that the user makes with the mouse. It belongs to the pane, that is the field or the
/// 3D view, in which it began.
struct PointerTool {
  enum class Doing : std::uint8_t { nothing, press, drag, aim, select, query, pan, turn, orbit };
  Doing doing = Doing::nothing;
  bool moved = false;        ///< the pointer has moved too far for a click
  bool by_left = false;      ///< the left button began it; other ones pan or turn the view
  bool by_right = false;     ///< the right button began it; a right click opens a menu
  Vec2 pressed_at, last_at;  ///< screen px: at its beginning, and in the last frame
  Vec2 pressed_world, at_world;
  double pressed_time = 0;
  SpriteId pressed_sprite = 0;
  Vec2 grip;                     ///< vector from the pointer to the sprite's position, world px
  ThrowVelocity throw_velocity;  ///< the velocity of the dragged sprite on its release
  std::optional<SpriteId> hovered;
  bool in_field = false;  ///< the pointer is over the field
  bool in_space = false;  ///< the pointer is over the 3D view, or its gesture began there
  float height = 0;       ///< level on which it moves in the 3D view, units above ground

  /// Returns the rectangle between the places where the button went down and where the pointer is,
  /// in world px.
  Aabb band() const { return united({pressed_world, pressed_world}, {at_world, at_world}); }
};

/// The input of a frame, and whether the pointer is over the field or the 3D view; over neither
/// where an ImGui window covers them.
struct PointerInput : FrameInput {
  bool over_field = false, over_space = false;
  bool is_pressed(Button b) const { return pressed[static_cast<std::size_t>(b)]; }
  bool is_released(Button b) const { return released[static_cast<std::size_t>(b)]; }
  /// Whether a drag or a click queries a region. Ctrl does it as well as Alt, because many window
  /// managers keep Alt+drag for themselves.
  bool queries() const { return modifiers.ctrl || modifiers.alt; }
};
/// Begins, advances and ends gestures by one frame's input: grab and throw, launch, select, query,
/// zoom, pan, turn the sweep line, and turn the 3D view.
void update_pointer(ApplicationModel& model, const PointerInput& input);
/// Adds a sprite with the image, size and mirroring that are chosen for launching. `position` is in
/// world px, `velocity` in world px per step.
void launch(ApplicationModel& model, Vec2 position, Vec2 velocity);
/// Ends the gesture without its final effect: nothing is launched or selected, a region query is
/// closed, and a sprite that is held is released without speed. Returns false when there was no
/// gesture.
bool cancel_gesture(ApplicationModel& model);
/// Returns the velocity in world px per step with which a sprite would start that is aimed by a
/// pull from the first place to the second, both in world px. It is opposite to the pull.
Vec2 launch_velocity(Vec2 press_world, Vec2 pointer_world);
/// A launch that is being aimed, as the arrow on the screen shows it.
struct Aim {
  Vec2 from, to;  ///< places where the button went down and of the pointer, screen px
  double speed;   ///< world px per step
};
/// Returns the launch that is being aimed; none if the pointer aims none or has not moved yet.
std::optional<Aim> aim_of(const ApplicationModel& model);

/// The state of the 3D view. Like the rest of the model it calls no OpenGL.
struct SpaceView {
  OrbitCamera camera;
  SpaceList list;                   ///< the last drawing, in which the pointer picks sprites
  std::optional<ThreeAxes> axes{};  ///< of the boxes in `list`, if the option is on
  bool whole = true;                ///< all of the field is shown until the user moves the eye

  double clicked_time = -1;  ///< s, time of the last click, for double clicks; -1: none
  Vec2 clicked_at;           ///< place of the last click, screen px
};

/// Puts the eye of the 3D view where it sees all of the field, and keeps it so when the window
/// changes until the user moves it.
void show_whole_space(ApplicationModel& model);
/// Gives the 3D view its place on the screen, in screen px. An empty one, as the view is off, ends
/// a gesture in the view.
void lay_out_space(ApplicationModel& model, const Aabb& pane);

}  // namespace phasebox::ui
