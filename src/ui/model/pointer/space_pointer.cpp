// SPDX-License-Identifier: MIT
// Where the mouse points in the 3D view.
#include "ui/model/pointer/space_pointer.hpp"

#include "ui/model/application_model.hpp"

namespace phasebox {
namespace {

constexpr float kSpaceClickReach = 4;  // screen px between two clicks
constexpr double kDoubleClick = 0.35;  // s between two clicks

}  // namespace

void show_whole_space(ApplicationModel& model) {
  model.space.camera.reset(Ground::of(model.session.field()), default_height(model.view));
  model.space.whole = true;
}

void lay_out_space(ApplicationModel& model, const Aabb& pane) {
  SpaceView& space = model.space;
  if (extent(pane).x > 0 && extent(pane).y > 0) {
    space.camera.viewport = pane;
    space.camera.line_scale = model.ui.scale;
    if (space.whole) show_whole_space(model);
  } else if (model.pointer_tool.in_space) {
    cancel_gesture(model);
    model.pointer_tool.in_space = false;
  }
}

std::optional<Vec2> world_in_space(const SpaceView& space, Vec2 screen, float height) {
  const Ray ray = space.camera.ray(screen);
  const float t = (height - ray.from.y) / ray.along.y;
  // Not where rays hardly meet that level: a px more would be a field further.
  if (!(t > 0 && t < OrbitCamera::kMaxDistance)) return {};
  return space.list.ground.to_world(ray.at(t));
}

void hover_in_space(ApplicationModel& model, Vec2 screen) {
  PointerTool& tool = model.pointer_tool;
  const SpaceView& space = model.space;
  const auto hit = pick_space(space.list, model.session.images(), space.camera.ray(screen));
  const bool exists = hit && hit->sprite < model.session.world().size();
  if (exists) tool.hovered = hit->sprite;
  tool.height = exists ? hit->at.y : 0;
}

bool click_in_space(ApplicationModel& model, Vec2 screen) {
  SpaceView& space = model.space;
  const bool is_second = model.now - space.clicked_time < kDoubleClick &&
                         length(screen - space.clicked_at) <= kSpaceClickReach;
  space.clicked_time = is_second ? -1 : model.now;
  space.clicked_at = screen;
  if (is_second) show_whole_space(model);
  return is_second;
}

}  // namespace phasebox
