// SPDX-License-Identifier: MIT
// The mouse in the field: grab and throw, launch, select, ask, zoom, pan.
#include <algorithm>
#include <cmath>

#include "app/model.hpp"

namespace phasebox {
namespace {

constexpr float kLaunchFactor = 0.1f;  // px per step for each px that the sling is pulled
constexpr float kClickReach = 4;       // screen px that a click may wander
constexpr double kHoldSeconds = 0.15;  // a press this long holds the sprite though it did not move
constexpr double kThrowWindow = 0.08;  // s over which the pointer's velocity is taken
constexpr double kStep = 1.0 / 60;     // s
constexpr float kMaxThrow = 100;       // px per step
constexpr float kZoomPerNotch = 1.15f;

Vec2 throw_velocity(const Hand& hand, double now) {
  if (hand.samples.size() < 2) return {};
  auto recent = std::ranges::find_if(
      hand.samples, [&](const Hand::Sample& s) { return now - s.time <= kThrowWindow; });
  // Where frames are slower than the window, the last two of them tell the velocity.
  recent = std::min(recent, hand.samples.end() - 2);
  const Hand::Sample& last = hand.samples.back();
  const double passed = last.time - recent->time;
  if (passed <= 0) return {};
  const Vec2 v = (last.world - recent->world) * static_cast<float>(kStep / passed);
  const float speed = length(v);
  return speed > kMaxThrow ? v * (kMaxThrow / speed) : v;
}

void take_sample(ApplicationModel& model) {
  Hand& hand = model.hand;
  hand.samples.push_back({model.now, hand.at_world});
  while (hand.samples.size() > 2 && model.now - hand.samples.front().time > 2 * kThrowWindow)
    hand.samples.pop_front();
}

void press_left(ApplicationModel& model, const PointerInput& pointer) {
  Hand& hand = model.hand;
  hand.samples.clear();
  const bool is_recorded = model.session.show() != nullptr;  // nothing to launch into
  if (pointer.queries) {
    hand.doing = Hand::Doing::probe;
  } else if (pointer.shift || (is_recorded && !hand.hovered)) {
    hand.doing = Hand::Doing::select;
  } else if (hand.hovered) {
    hand.doing = Hand::Doing::press;
    hand.pressed_sprite = *hand.hovered;
    hand.grip = model.session.world().positions()[hand.pressed_sprite] - hand.at_world;
  } else {
    hand.doing = Hand::Doing::aim;
  }
}

// A press becomes a drag when it moves or lasts; until then it may be a click, which must not
// disturb the sprite.
void maybe_grab(ApplicationModel& model) {
  Hand& hand = model.hand;
  if (!hand.moved && (model.session.show() || model.now - hand.pressed_time < kHoldSeconds)) return;
  const bool exists = hand.pressed_sprite < model.session.world().size();
  const bool grabbed = exists && model.apply(command::Grab{hand.pressed_sprite, -hand.grip});
  hand.doing = grabbed ? Hand::Doing::drag : Hand::Doing::nothing;
}

void drag(ApplicationModel& model) {
  Hand& hand = model.hand;
  if (!model.session.held()) {  // deleted, or another scene was started meanwhile
    hand.doing = Hand::Doing::nothing;
    return;
  }
  take_sample(model);
  model.apply(command::Drag{hand.at_world + hand.grip, model.paused});
}

void launch(ApplicationModel& model) {
  const Hand& hand = model.hand;
  const auto& images = model.session.images();
  UiState& ui = model.ui;
  if (ui.launch_image >= images.size()) ui.launch_image = 0;
  Sprite sprite;
  sprite.position = hand.pressed_world;
  sprite.velocity = launch_velocity(hand.pressed_world, hand.at_world);
  sprite.scale = scale_to(images[ui.launch_image], ui.launch_size);
  sprite.image = ui.launch_image;
  sprite.volume = model.session.options().volume;
  model.apply(command::AddSprite{sprite});
}

void select_rectangle(ApplicationModel& model) {
  const Aabb band = united({model.hand.pressed_world, model.hand.pressed_world},
                           {model.hand.at_world, model.hand.at_world});
  model.selection.clear();
  const auto boxes = model.session.frame().boxes;
  for (SpriteId id = 0; id < boxes.size(); ++id)
    if (overlaps(boxes[id], band)) model.selection.push_back(id);
}

// The corner opposite to where the hand pressed follows it.
void stretch_query(ApplicationModel& model) {
  const Hand& hand = model.hand;
  if (!hand.moved) return;
  if (!model.region_query) model.region_query.emplace();
  model.region_query->box =
      united({hand.pressed_world, hand.pressed_world}, {hand.at_world, hand.at_world});
}

void release_left(ApplicationModel& model) {
  Hand& hand = model.hand;
  if (!hand.moved && hand.doing != Hand::Doing::nothing) model.region_query.reset();
  switch (std::exchange(hand.doing, Hand::Doing::nothing)) {
    case Hand::Doing::press:
      if (hand.pressed_sprite < model.session.world().size()) model.selection = {hand.pressed_sprite};
      break;
    case Hand::Doing::drag:
      take_sample(model);
      model.apply(command::Release{throw_velocity(hand, model.now)});
      break;
    case Hand::Doing::aim: hand.moved ? launch(model) : model.selection.clear(); break;
    case Hand::Doing::select: hand.moved ? select_rectangle(model) : model.selection.clear(); break;
    default: break;
  }
}

void open_menu(ApplicationModel& model) {
  const Hand& hand = model.hand;
  const auto& chosen = model.selection;
  const bool among = hand.hovered && std::ranges::find(chosen, *hand.hovered) != chosen.end();
  if (!among) model.selection.clear();
  if (hand.hovered && !among) model.selection = {*hand.hovered};
  model.ui.menu_wanted = true;
  model.ui.menu_at = hand.last_at;
}

void continue_gesture(ApplicationModel& model, const PointerInput& pointer) {
  Hand& hand = model.hand;
  if (length(pointer.at - hand.pressed_at) > kClickReach) hand.moved = true;
  switch (hand.doing) {
    case Hand::Doing::press: return maybe_grab(model);
    case Hand::Doing::drag: return drag(model);
    case Hand::Doing::probe: return stretch_query(model);
    case Hand::Doing::pan:
      if (!hand.moved) return;
      model.camera.pan(pointer.at - hand.last_at);
      model.whole_field = false;
      return;
    default: return;
  }
}

void begin_gesture(ApplicationModel& model, const PointerInput& pointer) {
  Hand& hand = model.hand;
  const bool any = pointer.left_pressed || pointer.right_pressed || pointer.middle_pressed;
  if (!any || !pointer.over_field || hand.doing != Hand::Doing::nothing) return;
  hand.pressed_at = hand.last_at = pointer.at;
  hand.pressed_world = hand.at_world;
  hand.pressed_time = model.now;
  hand.moved = false;
  hand.by_right = pointer.right_pressed;
  if (pointer.left_pressed)
    press_left(model, pointer);
  else
    hand.doing = Hand::Doing::pan;
}

}  // namespace

Vec2 launch_velocity(Vec2 press_world, Vec2 pointer_world) {
  return (press_world - pointer_world) * kLaunchFactor;
}

bool cancel_hand(ApplicationModel& model) {
  Hand& hand = model.hand;
  const auto was = std::exchange(hand.doing, Hand::Doing::nothing);
  if (was == Hand::Doing::probe) model.region_query.reset();
  if (was == Hand::Doing::drag) model.apply(command::Release{});
  return was != Hand::Doing::nothing;
}

void update_hand(ApplicationModel& model, const PointerInput& pointer) {
  Hand& hand = model.hand;
  hand.at_world = model.camera.to_world(pointer.at);
  hand.in_field = pointer.over_field;
  const bool may_hover = pointer.over_field && hand.doing == Hand::Doing::nothing;
  if (may_hover)
    hand.hovered = pick(model.session, hand.at_world);
  else if (hand.doing == Hand::Doing::nothing)
    hand.hovered.reset();

  begin_gesture(model, pointer);
  continue_gesture(model, pointer);
  if (pointer.left_released && hand.doing != Hand::Doing::pan) release_left(model);
  if ((pointer.right_released || pointer.middle_released) && hand.doing == Hand::Doing::pan) {
    hand.doing = Hand::Doing::nothing;
    hand.last_at = pointer.at;
    if (hand.by_right && !hand.moved) open_menu(model);
  }
  if (pointer.wheel != 0 && pointer.over_field) {
    model.camera.zoom_at(pointer.at, std::pow(kZoomPerNotch, pointer.wheel));
    model.whole_field = false;
  }
  hand.last_at = pointer.at;
}

}  // namespace phasebox
