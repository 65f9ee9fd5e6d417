// SPDX-License-Identifier: MIT
// The mouse over the 3D view.
#include "ui/model/pointer/space_pointer.hpp"

#include <algorithm>
#include <cmath>

#include "ui/model/application_model.hpp"

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

void click(ApplicationModel& model, Vec2 at) {
  SpaceView& space = model.space;
  const bool is_second = model.now - space.clicked_time < kDoubleClick &&
                         length(at - space.clicked_at) <= kSpaceClickReach;
  space.clicked_time = is_second ? -1 : model.now;
  space.clicked_at = at;
  if (is_second) return show_whole_space(model);
  model.selection.clear();
  if (model.pointer_tool.hovered) model.selection = {*model.pointer_tool.hovered};
}

// The same menu as in the field, for the sprite that is pointed at.
void open_menu(ApplicationModel& model, Vec2 at) {
  const auto& hovered = model.pointer_tool.hovered;
  const auto& chosen = model.selection;
  if (!hovered) return;
  if (std::ranges::find(chosen, *hovered) == chosen.end()) model.selection = {*hovered};
  model.ui.opens_menu = true;
  model.ui.menu_at = at;
}

void end_gesture(ApplicationModel& model, const PointerInput& pointer) {
  SpaceView& space = model.space;
  if (space.doing == Doing::orbit && pointer.left_released) {
    space.doing = Doing::nothing;
    if (!space.moved) click(model, pointer.at);
  }
  if (space.doing == Doing::pan && (pointer.right_released || pointer.middle_released)) {
    space.doing = Doing::nothing;
    if (space.by_right && !space.moved) open_menu(model, pointer.at);
  }
}

}  // namespace

void show_whole_space(ApplicationModel& model) {
  model.space.camera.reset(Ground::of(model.session.field()), default_height(model.view));
  model.space.whole = true;
}

void lay_out_space(ApplicationModel& model, const Aabb& pane) {
  SpaceView& space = model.space;
  const bool is_on = extent(pane).x > 0 && extent(pane).y > 0;
  if (!is_on) {
    space.doing = Doing::nothing;
    space.in_pane = false;
    return;
  }
  space.camera.viewport = pane;
  space.camera.line_scale = model.ui.scale;
  if (space.whole) show_whole_space(model);
}

void update_space_pointer(ApplicationModel& model, const PointerInput& pointer) {
  SpaceView& space = model.space;
  space.in_pane = pointer.over_space;
  if (pointer.over_space && model.pointer_tool.doing == PointerTool::Doing::nothing) {
    model.pointer_tool.hovered =
        pick_space(space.list, model.session.images(), space.camera.ray(pointer.at));
    if (model.pointer_tool.hovered && *model.pointer_tool.hovered >= model.session.world().size())
      model.pointer_tool.hovered.reset();
  }
  begin_gesture(space, pointer);
  continue_gesture(space, pointer);
  end_gesture(model, pointer);
  if (pointer.wheel != 0 && pointer.over_space) {
    space.camera.zoom_at(pointer.at, std::pow(kSpaceZoomPerNotch, pointer.wheel));
    space.whole = false;
  }
}

}  // namespace phasebox
