// SPDX-License-Identifier: MIT
// The 3D view: on and off, turned, moved, zoomed, and clicked.
#include <tuple>

#include <gtest/gtest.h>

#include "headless_window.hpp"

namespace phasebox {
namespace space_ui_test {

// "lesson": four circles standing still, far apart.
class SpaceInTheWindow : public testing::Test {
 protected:
  void switch_on() {
    window.key("F7");
    window.frames(2);
    ASSERT_TRUE(window.shows("space"));
    ASSERT_EQ(window.model.space.list.solids.size(), window.model.session.world().size());
  }
  void point_at_pane() { window.move_to(middle(window.rect("space"))); }
  const OrbitCamera& eye() const { return window.model.space.camera; }
  auto view() const {
    return std::tuple{eye().yaw,      eye().pitch,    eye().distance,
                      eye().target.x, eye().target.y, eye().target.z};
  }
  Vec2 top_of(SpriteId id) const {
    const Solid& solid = window.model.space.list.solids[id];
    return eye().to_screen({solid.center.x, solid.top, solid.center.y}).value();
  }

  HeadlessWindow window{"lesson"};
};

TEST_F(SpaceInTheWindow, shares_the_field_with_the_second_pane_and_gives_it_back) {
  const Aabb whole = window.rect("field");
  const Camera before = window.model.camera;
  switch_on();
  const Aabb flat = window.rect("field"), space = window.rect("space");
  EXPECT_EQ(flat.max.x, space.min.x);
  EXPECT_EQ(space.max, whole.max);
  EXPECT_LT(window.model.camera.zoom, before.zoom) << "the field still fits its pane";
  window.key("F7");
  window.frames(2);
  EXPECT_FALSE(window.shows("space"));
  EXPECT_EQ(window.rect("field"), whole);
  EXPECT_EQ(window.model.camera.zoom, before.zoom);
  EXPECT_EQ(window.model.camera.center, before.center);
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
  window.drag({60, 30});
  EXPECT_NEAR(eye().yaw, before.yaw - 24, 1);
  EXPECT_NEAR(eye().pitch, before.pitch + 12, 1);
  EXPECT_EQ(eye().distance, before.distance);
  EXPECT_EQ(eye().target.x, before.target.x);
  const OrbitCamera turned = eye();
  window.drag({40, 0}, 5, Button::right);
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
  window.drag({60, 30});
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

TEST_F(SpaceInTheWindow, works_while_paused_and_says_what_height_means) {
  window.key("p");
  switch_on();
  const std::string note =
      height_note(window.model.session, window.model.trace.broad.events(), window.model.view);
  EXPECT_EQ(note.find("Height: "), 0u) << note;
  point_at_pane();
  const auto first = view();
  window.drag({50, 0});
  EXPECT_NE(view(), first);
}

}  // namespace space_ui_test
}  // namespace phasebox
