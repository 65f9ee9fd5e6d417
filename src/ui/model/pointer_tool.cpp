// SPDX-License-Identifier: MIT
// The mouse in the field and in the 3D view: drags, launches, selections.
#include "ui/model/pointer_tool.hpp"

#include <algorithm>
#include <cmath>

#include "language/format_sentence.hpp"
#include "session/coincident_boundaries.hpp"
#include "session/shown_names.hpp"
#include "ui/model/application_model.hpp"
#include "view/legend.hpp"
#include "view/scene_view.hpp"
#include "view/sweep_line.hpp"
#include "world/scene/placing.hpp"

namespace phasebox::ui {
namespace {

using Doing = PointerTool::Doing;

constexpr float kLaunchFactor = 0.1f;  // world px per step for each world px of the pull
constexpr double kDoubleClick = 0.35;  // most s between the two clicks of a double click
constexpr float kClickReach = 4;       // most screen px that the pointer may move in a click
constexpr float kGrabReach = 8;        // screen px before scaling, beside a sprite that is meant
constexpr double kHoldSeconds = 0.15;  // a press this long grabs the sprite even without motion
constexpr float kZoomPerNotch = 1.15f;

bool is_opaque_at(const Session& session, const Frame& frame, SpriteId id, Vec2 world) {
  const World& sprites = session.world();
  const Image& image = session.images()[sprites.images()[id]];
  const Transform& transform = frame.transforms[id];
  const Vec2 scale = sprites.scales()[id];
  const Vec2 local = rotate_back(transform.rotation, world - transform.position);
  const float x = std::floor(local.x / scale.x) + static_cast<float>(image.pivot_x);
  const float y = std::floor(local.y / scale.y) + static_cast<float>(image.pivot_y);
  constexpr float kMost = kMaxImageSide;
  if (!(x >= 0 && y >= 0 && x < kMost && y < kMost)) return false;
  return image.alpha_at(static_cast<int>(x), static_cast<int>(y)) > 0;
}

// Returns the topmost sprite whose image is not fully transparent at that point of the world, or
// else the topmost whose box holds the point, or else the one whose box is nearest; none if no box
// is within `reach`, world px.
std::optional<SpriteId> pick(const Session& session, Vec2 world, float reach) {
  const Frame frame = session.frame();
  std::optional<SpriteId> in_box, nearest;
  // Later sprites are drawn above earlier ones.
  for (auto id = static_cast<SpriteId>(frame.size()); id-- > 0;) {
    const float away = distance(frame.boxes[id], world);
    if (away > 0 && away < reach) {
      nearest = id;
      reach = away;
    }
    if (away > 0) continue;
    if (is_opaque_at(session, frame, id, world)) return id;
    if (!in_box) in_box = id;
  }
  return in_box ? in_box : nearest;
}

// Returns the world point under the pointer on the level `height`, in units above ground; none
// above the horizon or too far away.
std::optional<Vec2> world_in_space(const SpaceView& space, Vec2 screen, float height) {
  const Ray ray = space.camera.ray(screen);
  const float t = (height - ray.from.y) / ray.along.y;
  // Close to the horizon one px of the screen is many px of the world, so points too far away are
  // left out.
  if (!(t > 0 && t < OrbitCamera::kMaxDistance)) return {};
  return space.list.ground.to_world(ray.at(t));
}

// Turns the sweep line that the user drags so that it passes through the pointer. The angle is
// rounded to whole degrees; the panel sets finer ones.
void turn_sweep_line(ApplicationModel& model) {
  const PointerTool& tool = model.pointer_tool;
  if (!tool.moved || !sweep_handles(model.session, model.view)) return;
  const Owner sweep = *model.session.settings().broadphase;
  const double angle = std::round(sweep_angle_through(model.session, tool.at_world));
  const ParamGroup group = model.session.settings().group(sweep);
  if (find_param(group.rows, "angle")->get(group.object) != angle)
    model.apply(command::SetParam{sweep, "angle", angle});
}

// If the pointer is on a dot of the field's rulers, which marks coincident boundaries, reverses
// their order in RDC's sort, or restores it. Returns false if the rulers are off, no dot is there,
// the algorithm has no such order, or the change was refused.
bool swap_tie(ApplicationModel& model, Vec2 screen) {
  const Owner owner = *model.session.settings().broadphase;
  const Camera& camera = model.field.camera;
  if (model.pointer_tool.in_space || !shows_ties(model.view, model.session)) return false;
  CoincidentBoundaryFinder finder;
  for (const Axis axis : {Axis::x, Axis::y}) {
    const std::string key = axis == Axis::x ? "swap-x" : "swap-y";
    const std::optional<double> now =
        model.session.settings().value(owner, key);  // none for all but RDC
    const float side = along(screen, other(axis)) - low(camera.viewport, other(axis));
    if (!now || side < 0 || side > kRulerWidth * camera.line_scale) continue;
    for (const CoincidentBoundary& dot : finder.find(model.traced.log.broad.events(), axis)) {
      const Vec2 away = camera.to_screen(Vec2{dot.at, dot.at}) - screen;
      if (std::abs(along(away, axis)) > (kClickReach + 1) * camera.line_scale) continue;
      const auto at = static_cast<double>(dot.at);
      return model.apply(command::SetParam{owner, key, *now == at ? 0 : at});
    }
  }
  return false;
}

void press_left(ApplicationModel& model, const PointerInput& input) {
  PointerTool& tool = model.pointer_tool;
  tool.throw_velocity.clear();
  if (swap_tie(model, input.pointer)) return;
  // In the 3D view a press beside all sprites and the field turns the view.
  const auto ground = world_in_space(model.field.space, input.pointer, 0);
  const bool is_on_field = ground && contains(model.session.field(), *ground);
  if (tool.in_space && !tool.hovered && !is_on_field) {
    tool.doing = Doing::orbit;
    return;
  }
  // No sprite can be launched into recorded boxes, nor in a lesson's step that does not ask for it,
  // where one added by mistake would spoil the step.
  const bool launches = !model.session.playback() && model.lab.lessons.may_launch();
  const auto handles = sweep_handles(model.session, model.view);
  const float radius = (kSweepHandle + kClickReach) * model.field.camera.line_scale;
  const bool is_on_handle =
      !tool.in_space && handles && std::ranges::any_of(*handles, [&](Vec2 handle) {
        return length(model.field.camera.to_screen(handle) - input.pointer) <= radius;
      });
  if (input.queries()) {
    tool.doing = Doing::query;
  } else if (is_on_handle) {
    tool.doing = Doing::turn;
  } else if (input.modifiers.shift || (!launches && !tool.hovered)) {
    tool.doing = Doing::select;
  } else if (tool.hovered) {
    tool.doing = Doing::press;
    tool.pressed_sprite = *tool.hovered;
    tool.grip = model.session.world().positions()[tool.pressed_sprite] - tool.at_world;
  } else {
    tool.doing = Doing::aim;
  }
}

// Turns a press that moves, or lasts for kHoldSeconds, into a drag that holds the sprite. Until
// then it may be a click, which leaves the sprite's motion alone. Recorded boxes are grabbed only
// by moving the pointer.
void maybe_grab(ApplicationModel& model) {
  PointerTool& tool = model.pointer_tool;
  if (!tool.moved &&
      (model.session.playback() || model.clock.now - tool.pressed_time < kHoldSeconds))
    return;
  const bool exists = tool.pressed_sprite < model.session.world().size();
  const bool grabbed = exists && model.apply(command::Grab{tool.pressed_sprite, -tool.grip});
  tool.doing = grabbed ? Doing::drag : Doing::nothing;
}

void drag(ApplicationModel& model) {
  PointerTool& tool = model.pointer_tool;
  if (!model.session.held()) {  // it was deleted meanwhile, or another scene was started
    tool.doing = Doing::nothing;
    return;
  }
  tool.throw_velocity.add(model.clock.now, tool.at_world);
  model.apply(command::Drag{tool.at_world + tool.grip, model.paused});
}

// Shows the query from where the button went down to the point, world px.
void query_to(ApplicationModel& model, Vec2 to) {
  if (!model.region_query) model.region_query.emplace();
  model.region_query->asked.from = model.pointer_tool.pressed_world;
  model.region_query->asked.to = to;
}

// A pinned sprite that was dragged stays there, also in the air, which looks like a fault.
void hint_at_pin(ApplicationModel& model) {
  const auto held = model.session.held();
  if (!held || !model.pointer_tool.moved || !model.session.world().statics()[*held]) return;
  model.note(say("Sprite {} is pinned, so it stays where it is put; right click > Unpin lets it go",
                 Sentence::as_is(shown_id_text(model.session, *held))),
             "pinned");
}

void release_left(ApplicationModel& model) {
  PointerTool& tool = model.pointer_tool;
  const bool is_click = !tool.moved && tool.doing != Doing::nothing;
  if (is_click) model.region_query.reset();
  if (is_click && tool.doing == Doing::query) query_to(model, tool.pressed_world);
  if (is_click && tool.in_space &&
      tool.doing != Doing::query) {  // a double click shows the whole field again
    SpaceView& space = model.field.space;
    const bool is_second = model.clock.now - space.clicked_time < kDoubleClick &&
                           length(tool.pressed_at - space.clicked_at) <= kClickReach;
    space.clicked_time = is_second ? -1 : model.clock.now;
    space.clicked_at = tool.pressed_at;
    if (is_second) tool.doing = Doing::nothing;
    if (is_second) return show_whole_space(model);
  }
  switch (std::exchange(tool.doing, Doing::nothing)) {
    case Doing::press:
      if (tool.pressed_sprite < model.session.world().size())
        model.selection = {tool.pressed_sprite};
      break;
    case Doing::drag:
      hint_at_pin(model);
      model.apply(command::Release{tool.throw_velocity.at(model.clock.now)});
      break;
    case Doing::aim:
      if (tool.moved)
        launch(model, tool.pressed_world, launch_velocity(tool.pressed_world, tool.at_world));
      else
        model.selection.clear();
      break;
    case Doing::select:
      model.selection.clear();
      for (SpriteId id = 0; tool.moved && id < model.session.frame().size(); ++id)
        if (overlaps(model.session.frame().boxes[id], tool.band())) model.selection.push_back(id);
      break;
    case Doing::orbit:
      if (!tool.moved) model.selection.clear();
      break;
    default: break;
  }
}

void open_menu(ApplicationModel& model) {
  const PointerTool& tool = model.pointer_tool;
  const auto& chosen = model.selection;
  const bool among = tool.hovered && std::ranges::find(chosen, *tool.hovered) != chosen.end();
  if (!among) model.selection.clear();
  if (tool.hovered && !among) model.selection = {*tool.hovered};
  model.ui.opens_menu = true;
  model.ui.menu_at = tool.last_at;
}

void continue_gesture(ApplicationModel& model, const PointerInput& input) {
  PointerTool& tool = model.pointer_tool;
  if (length(input.pointer - tool.pressed_at) > kClickReach) tool.moved = true;
  switch (tool.doing) {
    case Doing::press: return maybe_grab(model);
    case Doing::drag: return drag(model);
    case Doing::query:
      if (tool.moved) query_to(model, tool.at_world);
      return;
    case Doing::turn: return turn_sweep_line(model);
    case Doing::pan:
    case Doing::orbit:
      if (!tool.moved) return;
      if (const Vec2 by = input.pointer - tool.last_at; !tool.in_space)
        model.field.camera.pan(by);
      else
        tool.doing == Doing::orbit ? model.field.space.camera.orbit(by)
                                   : model.field.space.camera.pan(by);
      (tool.in_space ? model.field.space.whole : model.field.whole_field) = false;
      return;
    default: return;
  }
}

void begin_gesture(ApplicationModel& model, const PointerInput& input) {
  PointerTool& tool = model.pointer_tool;
  const bool is_pressed = std::ranges::find(input.pressed, true) != input.pressed.end();
  const bool is_over = input.over_field || input.over_space;
  if (!is_pressed || !is_over || tool.doing != Doing::nothing) return;
  tool.pressed_at = tool.last_at = input.pointer;
  tool.pressed_world = tool.at_world;
  tool.pressed_time = model.clock.now;
  tool.moved = false;
  tool.by_left = input.is_pressed(Button::left);
  tool.by_right = !tool.by_left && input.is_pressed(Button::right);
  const bool turns = tool.in_space && input.is_pressed(Button::right) && !input.modifiers.shift;
  if (input.is_pressed(Button::left))
    press_left(model, input);
  else
    tool.doing = turns ? Doing::orbit : Doing::pan;
}

// Finds the pane, the world point and the sprite under the pointer. During a gesture pane and
// sprite stay those with which it began.
void point(ApplicationModel& model, const PointerInput& input) {
  PointerTool& tool = model.pointer_tool;
  tool.in_field = input.over_field;
  const bool is_free = tool.doing == Doing::nothing;
  if (is_free) {
    tool.in_space = input.over_space;
    tool.hovered.reset();
    tool.height = 0;
    if (tool.in_space) {
      const SpaceView& space = model.field.space;
      const auto hit =
          pick_space(space.list, model.session.images(), space.camera.ray(input.pointer));
      if (hit && hit->sprite < model.session.world().size()) {
        tool.hovered = hit->sprite;
        tool.height = hit->at.y;
      }
    }
    // Rectangles that select or query are stretched on the ground, even if they begin on a sprite
    // above it.
    if (input.modifiers.shift || input.queries()) tool.height = 0;
  }
  tool.at_world =
      tool.in_space
          ? world_in_space(model.field.space, input.pointer, tool.height).value_or(tool.at_world)
          : model.field.camera.to_world(input.pointer);
  if (is_free && input.over_field)
    tool.hovered = pick(model.session, tool.at_world, model.field.camera.world_px(kGrabReach));
}

void zoom(ApplicationModel& model, const PointerInput& input) {
  const float factor = std::pow(kZoomPerNotch, input.wheel);
  if (input.over_field) {
    model.field.camera.zoom_at(input.pointer, factor);
    model.field.whole_field = false;
  }
  if (input.over_space) {
    model.field.space.camera.zoom_at(input.pointer, factor);
    model.field.space.whole = false;
  }
}

}  // namespace

Vec2 launch_velocity(Vec2 press_world, Vec2 pointer_world) {
  return (press_world - pointer_world) * kLaunchFactor;
}

void launch(ApplicationModel& model, Vec2 position, Vec2 velocity) {
  const auto& images = model.session.images();
  UiState& ui = model.ui;
  if (ui.launch_image >= images.size()) ui.launch_image = 0;
  Sprite sprite;
  sprite.position = position;
  sprite.velocity = velocity;
  sprite.scale = scale_to(images[ui.launch_image], ui.launch_size);
  if (ui.launch_flips.x) sprite.scale.x = -sprite.scale.x;
  if (ui.launch_flips.y) sprite.scale.y = -sprite.scale.y;
  sprite.image = ui.launch_image;
  sprite.volume = model.session.settings().world.volume;
  model.apply(command::AddSprite{sprite});
}

std::optional<Aim> aim_of(const ApplicationModel& model) {
  const PointerTool& tool = model.pointer_tool;
  if (tool.doing != Doing::aim || !tool.moved) return {};
  const auto on_screen = [&](Vec2 world) {
    const SpaceView& space = model.field.space;
    if (!tool.in_space) return model.field.camera.to_screen(world);
    return space.camera.to_screen(space.list.ground.at(world, 0)).value_or(tool.last_at);
  };
  const Vec2 velocity = launch_velocity(tool.pressed_world, tool.at_world);
  return Aim{on_screen(tool.pressed_world), on_screen(tool.at_world),
             static_cast<double>(length(velocity))};
}

bool cancel_gesture(ApplicationModel& model) {
  PointerTool& tool = model.pointer_tool;
  const auto was = std::exchange(tool.doing, Doing::nothing);
  if (was == Doing::query) model.region_query.reset();
  if (was == Doing::drag) model.apply(command::Release{});
  return was != Doing::nothing;
}

void update_pointer(ApplicationModel& model, const PointerInput& input) {
  PointerTool& tool = model.pointer_tool;
  point(model, input);
  begin_gesture(model, input);
  continue_gesture(model, input);
  const bool by_left = tool.doing != Doing::nothing && tool.by_left;
  if (by_left && input.is_released(Button::left)) release_left(model);
  if (!by_left && tool.doing != Doing::nothing &&
      (input.is_released(Button::right) || input.is_released(Button::middle))) {
    tool.doing = Doing::nothing;
    tool.last_at = input.pointer;
    if (tool.by_right && !tool.moved && (!tool.in_space || tool.hovered)) open_menu(model);
  }
  if (input.wheel != 0) zoom(model, input);
  tool.last_at = input.pointer;
}

void show_whole_space(ApplicationModel& model) {
  model.field.space.camera.reset(Ground::of(model.session.field()), default_height(model.view));
  model.field.space.whole = true;
}

void lay_out_space(ApplicationModel& model, const Aabb& pane) {
  SpaceView& space = model.field.space;
  if (extent(pane).x > 0 && extent(pane).y > 0) {
    space.camera.viewport = pane;
    space.camera.line_scale = model.ui.scale;
    if (space.whole) show_whole_space(model);
  } else if (model.pointer_tool.in_space) {
    cancel_gesture(model);
    model.pointer_tool.in_space = false;
  }
}

}  // namespace phasebox::ui
