// SPDX-License-Identifier: MIT
// The mouse in the field and in the 3D view: drags, launches, selections.
#pragma once
#include <cstdint>
#include <deque>
#include <optional>

#include "session/session.hpp"
#include "ui/model/actions/actions.hpp"
#include "view/space/space_list.hpp"

namespace phasebox::ui {

struct ApplicationModel;

/// What the pointer is doing, in the pane in which it began.
struct PointerTool {
  enum class Doing : std::uint8_t { nothing, press, drag, aim, select, query, pan, turn, orbit };
  struct Sample {
    double time;
    Vec2 world;
  };
  Doing doing = Doing::nothing;
  bool moved = false;        ///< far enough to be a drag
  bool by_left = false;      ///< else it pans or turns, whatever it is over
  bool by_right = false;     ///< with the right button, which may yet be a click
  Vec2 pressed_at, last_at;  ///< screen px
  Vec2 pressed_world, at_world;
  double pressed_time = 0;
  SpriteId pressed_sprite = 0;
  Vec2 grip;                   ///< from the pointer to the sprite's position, world px
  std::deque<Sample> samples;  ///< where the pointer was lately, while dragging
  std::optional<SpriteId> hovered;
  bool in_field = false;  ///< the pointer is over the field
  bool in_space = false;  ///< the pointer is over the 3D view, or what it does began there
  float height = 0;       ///< in the 3D view: the level on which it moves, units

  /// Between where it was pressed and where it is, world px.
  Aabb band() const { return united({pressed_world, pressed_world}, {at_world, at_world}); }
};

/// The input of a frame, and which pane the pointer is over, with no window above it.
struct PointerInput : FrameInput {
  bool over_field = false, over_space = false;
  bool is_pressed(Button b) const { return pressed[static_cast<std::size_t>(b)]; }
  bool is_released(Button b) const { return released[static_cast<std::size_t>(b)]; }
  /// A drag asks for a region; many window managers keep Alt+drag for themselves.
  bool queries() const { return modifiers.ctrl || modifiers.alt; }
};
/// One frame of it: grab and throw, launch, select, query, zoom, pan, and in the 3D view turn.
void update_pointer(ApplicationModel& model, const PointerInput& input);
/// Adds a sprite with the image that is launched; px, px per step.
void launch(ApplicationModel& model, Vec2 position, Vec2 velocity);
/// Puts down what the pointer holds: false when it did nothing.
bool cancel_gesture(ApplicationModel& model);
/// Speed with which the aimed sprite would start, px per step.
Vec2 launch_velocity(Vec2 press_world, Vec2 pointer_world);
/// A launch that is aimed: from where to the pointer, screen px; how fast, px per step.
struct Aim {
  Vec2 from, to;
  double speed;
};
std::optional<Aim> aim_of(const ApplicationModel& model);

/// The 3D view as the window keeps it: no GL in it, as in the rest of the model.
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

}  // namespace phasebox::ui
