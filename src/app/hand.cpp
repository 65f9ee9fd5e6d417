// SPDX-License-Identifier: MIT
// The mouse in the field: grab and throw, launch, select, ask, zoom, pan.
#include <algorithm>
#include <cmath>

#include "app/desk.hpp"

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

void take_sample(Desk& desk) {
  Hand& hand = desk.hand;
  hand.samples.push_back({desk.now, hand.at_world});
  while (hand.samples.size() > 2 && desk.now - hand.samples.front().time > 2 * kThrowWindow)
    hand.samples.pop_front();
}

void press_left(Desk& desk, const PointerInput& pointer) {
  Hand& hand = desk.hand;
  hand.samples.clear();
  const bool is_recorded = desk.session.show() != nullptr;  // nothing to launch into
  if (pointer.queries) {
    hand.doing = Hand::Doing::probe;
  } else if (pointer.shift || (is_recorded && !hand.hovered)) {
    hand.doing = Hand::Doing::select;
  } else if (hand.hovered) {
    hand.doing = Hand::Doing::press;
    hand.pressed_sprite = *hand.hovered;
    hand.grip = desk.session.world().positions()[hand.pressed_sprite] - hand.at_world;
  } else {
    hand.doing = Hand::Doing::aim;
  }
}

// A press becomes a drag when it moves or lasts; until then it may be a click, which must not
// disturb the sprite.
void maybe_grab(Desk& desk) {
  Hand& hand = desk.hand;
  if (!hand.moved && (desk.session.show() || desk.now - hand.pressed_time < kHoldSeconds)) return;
  const bool exists = hand.pressed_sprite < desk.session.world().size();
  const bool grabbed = exists && desk.apply(command::Grab{hand.pressed_sprite, -hand.grip});
  hand.doing = grabbed ? Hand::Doing::drag : Hand::Doing::nothing;
}

void drag(Desk& desk) {
  Hand& hand = desk.hand;
  if (!desk.session.held()) {  // deleted, or another scene was started meanwhile
    hand.doing = Hand::Doing::nothing;
    return;
  }
  take_sample(desk);
  desk.apply(command::Drag{hand.at_world + hand.grip, desk.paused});
}

void launch(Desk& desk) {
  const Hand& hand = desk.hand;
  const auto& images = desk.session.images();
  UiState& ui = desk.ui;
  if (ui.launch_image >= images.size()) ui.launch_image = 0;
  Sprite sprite;
  sprite.position = hand.pressed_world;
  sprite.velocity = launch_velocity(hand.pressed_world, hand.at_world);
  sprite.scale = scale_to(images[ui.launch_image], ui.launch_size);
  sprite.image = ui.launch_image;
  sprite.volume = desk.session.options().volume;
  desk.apply(command::AddSprite{sprite});
}

void select_rectangle(Desk& desk) {
  const Aabb band = united({desk.hand.pressed_world, desk.hand.pressed_world},
                           {desk.hand.at_world, desk.hand.at_world});
  desk.selection.clear();
  const auto boxes = desk.session.frame().boxes;
  for (SpriteId id = 0; id < boxes.size(); ++id)
    if (overlaps(boxes[id], band)) desk.selection.push_back(id);
}

// The corner opposite to where the hand pressed follows it.
void stretch_query(Desk& desk) {
  const Hand& hand = desk.hand;
  if (!hand.moved) return;
  if (!desk.region_query) desk.region_query.emplace();
  desk.region_query->box =
      united({hand.pressed_world, hand.pressed_world}, {hand.at_world, hand.at_world});
}

void release_left(Desk& desk) {
  Hand& hand = desk.hand;
  if (!hand.moved && hand.doing != Hand::Doing::nothing) desk.region_query.reset();
  switch (std::exchange(hand.doing, Hand::Doing::nothing)) {
    case Hand::Doing::press:
      if (hand.pressed_sprite < desk.session.world().size()) desk.selection = {hand.pressed_sprite};
      break;
    case Hand::Doing::drag:
      take_sample(desk);
      desk.apply(command::Release{throw_velocity(hand, desk.now)});
      break;
    case Hand::Doing::aim: hand.moved ? launch(desk) : desk.selection.clear(); break;
    case Hand::Doing::select: hand.moved ? select_rectangle(desk) : desk.selection.clear(); break;
    default: break;
  }
}

void open_menu(Desk& desk) {
  const Hand& hand = desk.hand;
  const auto& chosen = desk.selection;
  const bool among = hand.hovered && std::ranges::find(chosen, *hand.hovered) != chosen.end();
  if (!among) desk.selection.clear();
  if (hand.hovered && !among) desk.selection = {*hand.hovered};
  desk.ui.menu_wanted = true;
  desk.ui.menu_at = hand.last_at;
}

void continue_gesture(Desk& desk, const PointerInput& pointer) {
  Hand& hand = desk.hand;
  if (length(pointer.at - hand.pressed_at) > kClickReach) hand.moved = true;
  switch (hand.doing) {
    case Hand::Doing::press: return maybe_grab(desk);
    case Hand::Doing::drag: return drag(desk);
    case Hand::Doing::probe: return stretch_query(desk);
    case Hand::Doing::pan:
      if (!hand.moved) return;
      desk.camera.pan(pointer.at - hand.last_at);
      desk.whole_field = false;
      return;
    default: return;
  }
}

void begin_gesture(Desk& desk, const PointerInput& pointer) {
  Hand& hand = desk.hand;
  const bool any = pointer.left_pressed || pointer.right_pressed || pointer.middle_pressed;
  if (!any || !pointer.over_field || hand.doing != Hand::Doing::nothing) return;
  hand.pressed_at = hand.last_at = pointer.at;
  hand.pressed_world = hand.at_world;
  hand.pressed_time = desk.now;
  hand.moved = false;
  hand.by_right = pointer.right_pressed;
  if (pointer.left_pressed)
    press_left(desk, pointer);
  else
    hand.doing = Hand::Doing::pan;
}

}  // namespace

Vec2 launch_velocity(Vec2 press_world, Vec2 pointer_world) {
  return (press_world - pointer_world) * kLaunchFactor;
}

bool cancel_hand(Desk& desk) {
  Hand& hand = desk.hand;
  const auto was = std::exchange(hand.doing, Hand::Doing::nothing);
  if (was == Hand::Doing::probe) desk.region_query.reset();
  if (was == Hand::Doing::drag) desk.apply(command::Release{});
  return was != Hand::Doing::nothing;
}

void update_hand(Desk& desk, const PointerInput& pointer) {
  Hand& hand = desk.hand;
  hand.at_world = desk.camera.to_world(pointer.at);
  hand.in_field = pointer.over_field;
  const bool may_hover = pointer.over_field && hand.doing == Hand::Doing::nothing;
  if (may_hover)
    hand.hovered = pick(desk.session, hand.at_world);
  else if (hand.doing == Hand::Doing::nothing)
    hand.hovered.reset();

  begin_gesture(desk, pointer);
  continue_gesture(desk, pointer);
  if (pointer.left_released && hand.doing != Hand::Doing::pan) release_left(desk);
  if ((pointer.right_released || pointer.middle_released) && hand.doing == Hand::Doing::pan) {
    hand.doing = Hand::Doing::nothing;
    hand.last_at = pointer.at;
    if (hand.by_right && !hand.moved) open_menu(desk);
  }
  if (pointer.wheel != 0 && pointer.over_field) {
    desk.camera.zoom_at(pointer.at, std::pow(kZoomPerNotch, pointer.wheel));
    desk.whole_field = false;
  }
  hand.last_at = pointer.at;
}

}  // namespace phasebox
