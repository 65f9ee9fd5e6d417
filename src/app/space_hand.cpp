// SPDX-License-Identifier: MIT
// The mouse over the 3D view.
#include "app/space_hand.hpp"

#include <algorithm>
#include <cmath>

#include "app/desk.hpp"

namespace phasebox {
namespace {

using Doing = SpaceView::Doing;

constexpr float kSpaceClickReach = 4;  // screen px that a click may wander
constexpr double kDoubleClick = 0.35;  // s between two clicks
constexpr float kSpaceZoomPerNotch = 1.15f;

void begin_gesture(SpaceView& space, const PointerInput& pointer) {
  const bool moves = pointer.right_pressed || pointer.middle_pressed;
  if (!pointer.over_space || space.doing != Doing::nothing || !(pointer.left_pressed || moves))
    return;
  space.doing = pointer.left_pressed ? Doing::orbit : Doing::pan;
  space.by_right = pointer.right_pressed;
  space.pressed_at = space.last_at = pointer.at;
  space.moved = false;
}

void continue_gesture(SpaceView& space, const PointerInput& pointer) {
  if (space.doing == Doing::nothing) return;
  if (length(pointer.at - space.pressed_at) > kSpaceClickReach) space.moved = true;
  if (!space.moved) return;
  const Vec2 delta = pointer.at - space.last_at;
  if (delta == Vec2{}) return;
  if (space.doing == Doing::orbit)
    space.camera.orbit(delta);
  else
    space.camera.pan(delta);
  space.whole = false;
  space.last_at = pointer.at;
}

void click(Desk& desk, Vec2 at) {
  SpaceView& space = desk.space;
  const bool is_second = desk.now - space.clicked_time < kDoubleClick &&
                         length(at - space.clicked_at) <= kSpaceClickReach;
  space.clicked_time = is_second ? -1 : desk.now;
  space.clicked_at = at;
  if (is_second) return show_whole_space(desk);
  desk.selection.clear();
  if (desk.hand.hovered) desk.selection = {*desk.hand.hovered};
}

// The same menu as in the field, for the sprite that is pointed at.
void open_menu(Desk& desk, Vec2 at) {
  const auto& hovered = desk.hand.hovered;
  const auto& chosen = desk.selection;
  if (!hovered) return;
  if (std::ranges::find(chosen, *hovered) == chosen.end()) desk.selection = {*hovered};
  desk.ui.menu_wanted = true;
  desk.ui.menu_at = at;
}

void end_gesture(Desk& desk, const PointerInput& pointer) {
  SpaceView& space = desk.space;
  if (space.doing == Doing::orbit && pointer.left_released) {
    space.doing = Doing::nothing;
    if (!space.moved) click(desk, pointer.at);
  }
  if (space.doing == Doing::pan && (pointer.right_released || pointer.middle_released)) {
    space.doing = Doing::nothing;
    if (space.by_right && !space.moved) open_menu(desk, pointer.at);
  }
}

}  // namespace

void show_whole_space(Desk& desk) {
  desk.space.camera.reset(Ground::of(desk.session.field()), default_height(desk.view));
  desk.space.whole = true;
}

void lay_out_space(Desk& desk, const Aabb& pane) {
  SpaceView& space = desk.space;
  const bool is_on = extent(pane).x > 0 && extent(pane).y > 0;
  if (!is_on) {
    space.doing = Doing::nothing;
    space.in_pane = false;
    return;
  }
  space.camera.viewport = pane;
  space.camera.line_scale = desk.ui.scale;
  if (space.whole) show_whole_space(desk);
}

void update_space_hand(Desk& desk, const PointerInput& pointer) {
  SpaceView& space = desk.space;
  space.in_pane = pointer.over_space;
  if (pointer.over_space && desk.hand.doing == Hand::Doing::nothing) {
    desk.hand.hovered = pick_space(space.list, desk.session.images(), space.camera.ray(pointer.at));
    if (desk.hand.hovered && *desk.hand.hovered >= desk.session.world().size())
      desk.hand.hovered.reset();
  }
  begin_gesture(space, pointer);
  continue_gesture(space, pointer);
  end_gesture(desk, pointer);
  if (pointer.wheel != 0 && pointer.over_space) {
    space.camera.zoom_at(pointer.at, std::pow(kSpaceZoomPerNotch, pointer.wheel));
    space.whole = false;
  }
}

}  // namespace phasebox
