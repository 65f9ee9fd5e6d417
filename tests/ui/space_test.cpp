// SPDX-License-Identifier: MIT
// The 3D view: on and off, turned, moved, zoomed, and clicked.
#include <algorithm>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "headless_window.hpp"
#include "language/drawn_text.hpp"

namespace phasebox::ui {
namespace space_ui_test {

// "lesson": four circles standing still, far apart.
class SpaceInTheWindow : public testing::Test {
 protected:
  void switch_on() {
    window.key("F7");
    window.frames(2);
    ASSERT_TRUE(window.shows("space"));
    ASSERT_EQ(window.model.field.space.list.solids.size(), window.model.session.world().size());
  }
  void point_at_pane() { window.move_to(middle(window.rect("space"))); }
  const OrbitCamera& eye() const { return window.model.field.space.camera; }
  auto view() const {
    return std::tuple{eye().yaw,      eye().pitch,    eye().distance,
                      eye().target.x, eye().target.y, eye().target.z};
  }
  Vec2 top_of(SpriteId id) const {
    const Solid& solid = window.model.field.space.list.solids[id];
    return eye().to_screen({solid.center.x, solid.top, solid.center.y}).value();
  }

  HeadlessWindow window{"lesson"};
};

TEST_F(SpaceInTheWindow, shares_the_field_with_the_second_pane_and_gives_it_back) {
  const Aabb whole = window.rect("field");
  const Camera before = window.model.field.camera;
  switch_on();
  const Aabb flat = window.rect("field"), space = window.rect("space");
  EXPECT_EQ(flat.max.x, space.min.x);
  EXPECT_EQ(space.max, whole.max);
  EXPECT_LT(window.model.field.camera.zoom, before.zoom) << "the field still fits its pane";
  window.key("F7");
  window.frames(2);
  EXPECT_FALSE(window.shows("space"));
  EXPECT_EQ(window.rect("field"), whole);
  EXPECT_EQ(window.model.field.camera.zoom, before.zoom);
  EXPECT_EQ(window.model.field.camera.center, before.center);
}

TEST_F(SpaceInTheWindow, three_axes_are_counted_in_the_pane_on_demand) {
  const auto says = [](const char* words) {
    return std::ranges::any_of(drawn_text(), [&](const DrawnLine& line) {
      return line.text.find(words) != std::string::npos;
    });
  };
  switch_on();
  EXPECT_FALSE(window.model.field.space.axes);
  const std::size_t wires = window.model.field.space.list.wires.size();
  window.model.apply(command::SetParam{Owner::view(), "three-axes", 1});
  window.frames(2);
  ASSERT_TRUE(window.model.field.space.axes);
  EXPECT_EQ(window.model.field.space.axes->groups.size(), 4u) << "at most one circle in a group";
  EXPECT_GT(window.model.field.space.list.wires.size(), wires);
  EXPECT_TRUE(says("RDC along x, y, z: 4 groups")) << window.state();
  window.model.apply(command::SetParam{Owner::view(), "three-axes", 0});
  window.frames(2);
  EXPECT_FALSE(window.model.field.space.axes);
  EXPECT_FALSE(says("along x, y, z"));
}

TEST_F(SpaceInTheWindow, the_divider_gives_one_pane_more_room) {
  switch_on();
  const float before = window.rect("space").min.x;
  window.move_to(middle(window.rect("space.divider")));
  window.frames(2);
  window.drag({-100, 0});
  EXPECT_NEAR(window.rect("space").min.x, before - 100, 3);
}

TEST_F(SpaceInTheWindow, drags_turn_and_move_and_the_wheel_zooms) {
  switch_on();
  point_at_pane();
  const auto first = view();
  const OrbitCamera before = eye();
  window.drag({60, 30}, 5, Button::right);
  EXPECT_NEAR(eye().yaw, before.yaw - 24, 1);
  EXPECT_NEAR(eye().pitch, before.pitch + 12, 1);
  EXPECT_EQ(eye().distance, before.distance);
  EXPECT_EQ(eye().target.x, before.target.x);
  const OrbitCamera turned = eye();
  window.drag({40, 0}, 5, Button::middle);
  EXPECT_EQ(eye().yaw, turned.yaw);
  EXPECT_NE(eye().target.x, turned.target.x);
  window.wheel(1);
  EXPECT_LT(eye().distance, turned.distance * 0.95f);
  EXPECT_TRUE(window.model.selection.empty());
  window.key("Home");
  EXPECT_EQ(view(), first);
}

TEST_F(SpaceInTheWindow, a_double_click_resets_the_view) {
  switch_on();
  point_at_pane();
  const auto first = view();
  window.drag({60, 30}, 5, Button::right);
  EXPECT_NE(view(), first);
  window.click();
  window.click();
  EXPECT_EQ(view(), first);
}

TEST_F(SpaceInTheWindow, a_click_selects_the_same_sprite_in_both_panes) {
  switch_on();
  for (SpriteId id = 0; id < 4; ++id) {
    window.move_to(top_of(id));
    EXPECT_EQ(window.model.pointer_tool.hovered, id);
    window.click();
    EXPECT_EQ(window.model.selection, std::vector<SpriteId>{id});
    window.frames(30);  // or the next click would be the second of two
  }
  window.click_at(window.on_screen(1));
  EXPECT_EQ(window.model.selection, std::vector<SpriteId>{1}) << "clicked in the field";
}

TEST_F(SpaceInTheWindow, Shift_and_the_right_button_move_and_a_drag_beside_the_field_turns) {
  switch_on();
  point_at_pane();
  const OrbitCamera before = eye();
  window.hold({.shift = true});
  window.drag({40, 0}, 5, Button::right);
  window.hold({});
  EXPECT_EQ(eye().yaw, before.yaw);
  EXPECT_NE(eye().target.x, before.target.x);
  window.move_to(window.rect("space").min + Vec2{20, 20});
  window.drag({30, 0});
  EXPECT_NEAR(eye().yaw, before.yaw - 12, 1);
  EXPECT_EQ(window.model.session.world().size(), 4u) << "nothing was launched beside the field";
}

TEST_F(SpaceInTheWindow, a_sprite_is_dragged_along_its_level_and_thrown) {
  switch_on();
  const Vec2 start = window.model.session.world().positions()[0];
  const Solid& solid = window.model.field.space.list.solids[0];
  const Ground ground = window.model.field.space.list.ground;
  const Vec2 goal = start + Vec2{120, 60};
  const Vec2 to = eye().to_screen(ground.at(goal, solid.top)).value();
  window.move_to(top_of(0));
  window.press();
  window.move_to(to);
  window.frames(20);  // at rest: let go, it stays
  EXPECT_EQ(window.model.session.held(), SpriteId{0});
  window.release();
  const Vec2 dropped = window.model.session.world().positions()[0];
  EXPECT_NEAR(dropped.x, goal.x, 2);
  EXPECT_NEAR(dropped.y, goal.y, 2);
  EXPECT_EQ(window.model.session.world().velocities()[0], Vec2{});
  window.press();
  for (int k = 0; k < 5; ++k) window.move_by({-6, 0});
  window.release();
  EXPECT_GT(length(window.model.session.world().velocities()[0]), 1) << "thrown";
}

TEST_F(SpaceInTheWindow, a_drag_on_the_ground_launches_as_in_the_field) {
  switch_on();
  const Ground ground = window.model.field.space.list.ground;
  const Vec2 from{640, 660}, to{560, 660};
  window.move_to(eye().to_screen(ground.at(from, 0)).value());
  window.press();
  window.move_to(eye().to_screen(ground.at(to, 0)).value());
  EXPECT_FALSE(window.model.field.space.list.wires.empty());
  window.release();
  ASSERT_EQ(window.model.session.world().size(), 5u);
  const Vec2 v = window.model.session.world().velocities()[4];
  EXPECT_NEAR(v.x, launch_velocity(from, to).x, 0.2);
  EXPECT_NEAR(v.y, 0, 0.2);
}

TEST_F(SpaceInTheWindow, a_region_of_the_ground_is_queried_and_sprites_in_one_are_selected) {
  switch_on();
  const Ground ground = window.model.field.space.list.ground;
  const Aabb box = window.model.session.frame().boxes[0];
  const auto corner = [&](Vec2 world) { return eye().to_screen(ground.at(world, 0)).value(); };
  const Aabb around = grown(box, 10);
  window.move_to(corner(around.min));
  window.hold({.ctrl = true});
  window.drag(corner(around.max) - corner(around.min));
  window.hold({});
  ASSERT_TRUE(window.model.region_query);
  EXPECT_NEAR(window.model.region_query->box.min.x, around.min.x, 2);
  EXPECT_NEAR(window.model.region_query->box.max.y, around.max.y, 2);
  ASSERT_EQ(window.model.region_query->found.items().size(), 1u);
  EXPECT_EQ(window.model.region_query->found.items()[0], SpriteId{0});
  window.move_to(corner(around.min));
  window.hold({.shift = true});
  window.drag(corner(around.max) - corner(around.min));
  EXPECT_EQ(window.model.selection, std::vector<SpriteId>{0});
}

TEST_F(SpaceInTheWindow, closed_in_the_middle_of_a_drag_the_sprite_is_put_down) {
  switch_on();
  window.move_to(top_of(0));
  window.press();
  window.move_by({20, 10});
  ASSERT_TRUE(window.model.session.held());
  window.key("F7");
  window.frames(2);
  EXPECT_FALSE(window.model.session.held());
  window.release();
}

}  // namespace space_ui_test
}  // namespace phasebox::ui
