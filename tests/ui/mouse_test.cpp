// SPDX-License-Identifier: MIT
// The mouse in the field: drag, throw, launch, select, zoom, pan, the menu.
#include <functional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "headless_window.hpp"
#include "language/drawn_text.hpp"
#include "session/coincident_boundaries.hpp"
#include "ui/widgets/dear_imgui.hpp"
#include "view/sweep_line.hpp"

namespace phasebox::ui {
namespace mouse_test {

using Ids = std::vector<SpriteId>;

// "lesson": four circles standing still, far apart; its middle bottom is empty ground.
class Mouse : public testing::Test {
 protected:
  Vec2 position(SpriteId id) const { return window.model.session.world().positions()[id]; }
  Vec2 velocity(SpriteId id) const { return window.model.session.world().velocities()[id]; }
  std::size_t sprites() const { return window.model.session.world().size(); }
  float zoom() const { return window.model.field.camera.zoom; }
  const PointerTool& tool() const { return window.model.pointer_tool; }

  void point_at(SpriteId id) {
    window.move_to(window.on_screen(id));
    ASSERT_EQ(tool().hovered, id);
  }
  void hold(SpriteId id) {
    point_at(id);
    window.press();
    window.until(
        "the sprite is held", [&] { return window.model.session.held() == id; }, 20);
  }
  void point_at_ground() {
    const Aabb field = window.rect("field");
    window.move_to(field.min + Vec2{0.62f * extent(field).x, 0.68f * extent(field).y});
    ASSERT_FALSE(tool().hovered);
  }

  // Moves the sprite by hand, and lets it go at rest.
  void drag_and_check() {
    hold(0);
    const Vec2 expected = position(0) + Vec2{60, 40} * (1 / zoom());
    for (int i = 0; i < 5; ++i) window.move_by({12, 8});
    EXPECT_NEAR(position(0).x, expected.x, 1) << "it follows the pointer";
    EXPECT_NEAR(position(0).y, expected.y, 1);
    window.frames(12);
    window.release();
    EXPECT_FALSE(window.model.session.held());
    window.frames(3);
    EXPECT_NEAR(position(0).x, expected.x, 1);
    EXPECT_NEAR(position(0).y, expected.y, 1);
    EXPECT_LT(length(velocity(0)), 0.1f) << "let go at rest, it stays";
  }

  HeadlessWindow window{"lesson"};
};

TEST_F(Mouse, a_sprite_follows_the_pointer_while_the_rest_moves) {
  const std::uint64_t steps = window.model.session.steps();
  drag_and_check();
  EXPECT_GT(window.model.session.steps(), steps);
}

TEST_F(Mouse, a_sprite_follows_the_pointer_while_paused) {
  window.key("p");
  const std::uint64_t steps = window.model.session.steps();
  drag_and_check();
  EXPECT_EQ(window.model.session.steps(), steps);
}

TEST_F(Mouse, overlapping_sprites_collide_also_while_paused) {
  window.key("p");
  ASSERT_EQ(window.model.traced.counters.collisions, 0u);
  const Vec2 from = window.on_screen(0), to = window.on_screen(1);
  hold(0);
  for (int i = 0; i < 4; ++i) window.move_by((to - from) * 0.25f);
  window.frames(2);
  EXPECT_EQ(window.model.traced.counters.collisions, 1u);
}

TEST_F(Mouse, a_press_just_beside_a_sprite_grabs_it_and_further_away_launches) {
  const std::size_t n = sprites();
  const auto beside = [&](float px) {
    const Aabb box = window.model.session.frame().boxes[0];
    return window.model.field.camera.to_screen(Vec2{box.max.x + px / zoom(), center(box).y});
  };
  window.key("p");
  window.move_to(beside(6));
  EXPECT_EQ(tool().hovered, 0u);
  window.press();
  const Vec2 before = position(0);
  for (int i = 0; i < 4; ++i) window.move_by({5, 0});
  EXPECT_EQ(window.model.session.held(), 0u);
  EXPECT_NEAR(position(0).x, before.x + 20 / zoom(), 1) << "it keeps its distance to the pointer";
  window.release();
  window.frames(2);
  EXPECT_EQ(sprites(), n);
  window.move_to(beside(12));
  EXPECT_FALSE(tool().hovered);
  window.press();
  window.move_by({20, 0});
  bool is_said = false;
  for (const DrawnLine& line : drawn_text())
    is_said |= line.window == "##Background" && line.text.starts_with("let go to launch");
  EXPECT_TRUE(is_said) << "at the arrow, which flies against the pull";
  window.release();
  EXPECT_EQ(sprites(), n + 1);
}

TEST_F(Mouse, letting_go_in_motion_throws_with_the_speed_of_the_pointer) {
  hold(2);
  for (int i = 0; i < 12; ++i) window.move_by({-10, 6});
  window.release();
  EXPECT_FALSE(window.model.session.held());
  EXPECT_NEAR(velocity(2).x * zoom(), -10, 3) << "the last frames count, one of them at rest";
  EXPECT_NEAR(velocity(2).y * zoom(), 6, 2);
  const float x = position(2).x;
  window.frames(10);
  EXPECT_LT(position(2).x, x - 5) << "it flies on";
}

TEST_F(Mouse, a_throw_is_one_in_a_window_that_draws_few_frames) {
  hold(2);
  window.busy = 0.1;
  for (int i = 0; i < 4; ++i) window.move_by({-40, 24});
  window.release();
  EXPECT_LT(velocity(2).x * zoom(), -0.1) << "the frame of the release moves nothing";
}

TEST_F(Mouse, undo_of_a_drag_names_the_sprite_and_selects_it) {
  drag_and_check();
  window.key("Ctrl+Z");
  EXPECT_TRUE(window.has_said("moved sprite 0")) << window.last_message();
  EXPECT_EQ(window.model.selection, Ids{0});
}

TEST_F(Mouse, a_pinned_sprite_that_was_dragged_says_why_it_stays) {
  window.model.apply(command::SetStatic{{2}, true});
  for (const SpriteId id : {1u, 2u}) {
    hold(id);
    window.move_by({12, 8});
    window.release();
    EXPECT_EQ(window.has_said(fmt::format("Sprite {} is pinned", id)), id == 2);
  }
}

TEST_F(Mouse, a_click_selects_and_disturbs_nothing) {
  const Vec2 before = position(1);
  point_at(1);
  window.click();
  EXPECT_EQ(window.model.selection, Ids{1});
  EXPECT_EQ(position(1), before);
  point_at_ground();
  window.click();
  EXPECT_TRUE(window.model.selection.empty());
}

// Groups by their bounds, in the order of the log.
std::vector<Aabb> groups_of(const ApplicationModel& model) {
  std::vector<Aabb> bounds;
  for (const Event& e : model.traced.log.broad.events())
    if (e.kind == EventKind::group) bounds.push_back(e.box);
  return bounds;
}

TEST(MouseOnARuler, a_click_on_a_dot_swaps_the_order_there_and_undo_takes_it_back) {
  HeadlessWindow window("flash-demo");
  for (const char* key : {"p", "s", "d"}) window.key(key);
  window.frames(2);
  const ApplicationModel& model = window.model;
  const auto before = groups_of(model);
  const std::size_t sprites = model.session.world().size();
  CoincidentBoundaryFinder finder;
  bool has_changed = false;
  for (const CoincidentBoundary& dot : finder.find(model.traced.log.broad.events(), Axis::x)) {
    const float x = model.field.camera.to_screen(Vec2{dot.at, 0}).x;
    window.click_at({x, model.field.camera.viewport.min.y + 6});
    window.frames(2);
    ASSERT_EQ(model.session.settings().value(*model.session.settings().broadphase, "swap-x"),
              dot.at);
    has_changed |= groups_of(model) != before;
    window.key("Ctrl+Z");
    window.frames(2);
    ASSERT_EQ(groups_of(model), before);
    if (has_changed) break;
  }
  EXPECT_TRUE(has_changed) << "the order of no tie matters";
  EXPECT_EQ(model.session.world().size(), sprites) << "nothing was launched";
}

TEST_F(Mouse, the_slingshot_launches_the_image_mirrored_as_the_bar_says) {
  window.model.ui.launch_flips = {true, true};
  const std::size_t n = sprites();
  point_at_ground();
  window.drag({-40, 0});
  ASSERT_EQ(sprites(), n + 1);
  const Session& session = window.model.session;
  const Image& image = session.images()[session.world().images()[n]];
  EXPECT_EQ(image.flips, (Flips{true, true}));
  EXPECT_EQ(image.name, session.images()[window.model.ui.launch_image].name);
  EXPECT_GT(session.world().scales()[n].x, 0);
}

TEST_F(Mouse, the_slingshot_launches_against_the_pull) {
  const std::size_t n = sprites();
  point_at_ground();
  window.press();
  for (int i = 0; i < 4; ++i) window.move_by({-15, -6});
  EXPECT_EQ(tool().doing, PointerTool::Doing::aim);
  window.release();
  ASSERT_EQ(sprites(), n + 1);
  const auto launched = static_cast<SpriteId>(n);
  EXPECT_NEAR(velocity(launched).x, 60 / zoom() * 0.1f, 0.1);
  EXPECT_NEAR(velocity(launched).y, 24 / zoom() * 0.1f, 0.1);
}

TEST_F(Mouse, shift_and_drag_select_a_rectangle) {
  const Aabb field = window.rect("field");
  window.move_to(field.min + Vec2{6, 6});
  window.hold({.shift = true});
  window.press();
  EXPECT_EQ(tool().doing, PointerTool::Doing::select);
  for (int i = 0; i < 4; ++i) window.move_by((extent(field) - Vec2{20, 20}) * 0.25f);
  window.release();
  EXPECT_EQ(window.model.selection.size(), 4u);
}

TEST_F(Mouse, an_end_of_the_swept_line_turns_it_and_one_undo_turns_it_back) {
  const auto angle = [&] { return window.param("sort-and-sweep", "angle"); };
  const Owner sweep = owner_named("sort-and-sweep");
  window.model.apply(command::SelectBroadphase{"sort-and-sweep"});
  window.model.apply(command::SetParam{sweep, "angle", 30});
  window.model.apply(command::SetParam{sweep, "axis", 4});
  EXPECT_FALSE(sweep_handles(window.model.session, window.model.view)) << "the overlay is off";
  window.model.apply(command::SetParam{Owner::view(), "sweep-line", 1});
  window.frames(2);
  const auto handles = sweep_handles(window.model.session, window.model.view);
  ASSERT_TRUE(handles);
  const std::size_t n = sprites();
  for (const Vec2 handle : *handles) {
    window.move_to(window.model.field.camera.to_screen(handle));
    window.drag({0, 0}, 1);
    EXPECT_EQ(angle(), 30) << "a click turns nothing";
  }
  const Vec2 middle = center(window.model.session.field());
  const Vec2 to = window.model.field.camera.to_screen(middle + Vec2{-100, 100});
  window.move_to(window.model.field.camera.to_screen((*handles)[1]));
  window.drag(to - window.model.field.camera.to_screen((*handles)[1]), 8);
  EXPECT_NEAR(angle(), 135, 1);
  EXPECT_EQ(sprites(), n) << "nothing was launched";
  window.key("Ctrl+Z");
  EXPECT_EQ(angle(), 30) << "the whole drag is one change";
  window.model.apply(command::SetParam{sweep, "axis", 0});
  EXPECT_FALSE(sweep_handles(window.model.session, window.model.view)) << "no angle is given";
}

TEST_F(Mouse, the_wheel_zooms_at_the_pointer) {
  const float before = zoom();
  const Vec2 at = window.on_screen(0);
  point_at(0);
  for (int i = 0; i < 3; ++i) window.wheel(1);
  EXPECT_GT(zoom(), 1.4f * before);
  EXPECT_NEAR(window.on_screen(0).x, at.x, 1) << "what is under the pointer stays there";
  EXPECT_NEAR(window.on_screen(0).y, at.y, 1);
  const float nearer = zoom();
  window.wheel(-1);
  EXPECT_LT(zoom(), nearer);
}

TEST_F(Mouse, the_middle_button_moves_the_view) {
  const Vec2 before = window.on_screen(0);
  point_at_ground();
  window.drag({40, 20}, 4, Button::middle);
  EXPECT_NEAR(window.on_screen(0).x - before.x, 40, 1);
  EXPECT_NEAR(window.on_screen(0).y - before.y, 20, 1);
}

TEST_F(Mouse, the_menu_of_a_sprite_pins_clones_and_deletes) {
  const std::size_t n = sprites();
  const auto choose = [&](SpriteId id, const std::string& line) {
    point_at(id);
    window.click(Button::right);
    EXPECT_TRUE(has_popup());
    window.click_widget(line);
    EXPECT_FALSE(has_popup());
  };
  choose(1, "menu.pin");
  EXPECT_EQ(window.model.session.world().statics()[1], 1);
  choose(2, "menu.clone");
  EXPECT_EQ(sprites(), n + 1);
  choose(0, "menu.delete");
  EXPECT_EQ(sprites(), n);
}

TEST_F(Mouse, esc_closes_what_was_opened_over_a_tool_and_then_the_tool) {
  window.model.ui.panel_beside = true;
  const std::pair<std::string, std::function<void()>> all[]{
      {"a menu", [&] { window.click_widget("menu.View"); }},
      {"a menu in a menu",
       [&] {
         window.click_widget("menu.Help");
         window.click_widget("menu.language");
       }},
      {"a list of the panel", [&] { window.click_widget("scene"); }},
      {"a list of the tabs", [&] { window.click_widget("tab.more"); }},
      {"the menu of the field",
       [&] {
         point_at_ground();
         window.click(Button::right);
       }},
  };
  for (const auto& [name, open] : all) {
    SCOPED_TRACE(name);
    window.key("u");
    ASSERT_EQ(window.model.ui.tool, "tune");
    window.frames(3);
    open();
    window.frames(3);
    ASSERT_TRUE(has_popup());
    window.key("Esc");
    window.frames(3);
    EXPECT_FALSE(has_popup());
    EXPECT_EQ(window.model.ui.tool, "tune");
    window.key("Esc");
    EXPECT_EQ(window.model.ui.tool, "");
  }
}

TEST_F(Mouse, a_widget_of_the_bar_does_not_reach_the_field) {
  const std::size_t n = sprites();
  const auto image = window.model.ui.launch_image;
  window.choose("launch.more", "launch.circle");
  EXPECT_NE(window.model.ui.launch_image, image);
  EXPECT_EQ(sprites(), n);
}

TEST_F(Mouse, the_splitter_resizes_the_panel_and_leaves_half_to_the_field) {
  const auto drag = [&](const std::string& grip, Vec2 by) {
    window.move_to(middle(window.rect(grip)));
    window.frames(2);
    window.drag(by);
  };
  const Aabb panel = window.rect("panel");
  drag("splitter", {80, 0});
  EXPECT_NEAR(window.rect("panel").min.x - panel.min.x, 80, 2);
  EXPECT_NEAR(window.rect("field").max.x, window.rect("panel").min.x, 10);
  drag("splitter", {-400, 0});
  const Vec2 field = extent(window.rect("field"));
  EXPECT_GE(field.x * field.y, 1280 * 720 / 2) << "at least half of the window";
}

TEST(NarrowWindow, has_a_splitter_that_resizes_the_tool_below_the_field) {
  LaunchOptions options = begin_with("sprites");
  options.width = 500;
  HeadlessWindow window(options);
  window.key("h");
  const Aabb drawer = window.rect("drawer");
  window.move_to(middle(window.rect("drawer.splitter")));
  window.frames(2);
  window.drag({0, 50});
  EXPECT_NEAR(window.rect("drawer").min.y - drawer.min.y, 50, 2);
}

}  // namespace mouse_test
}  // namespace phasebox::ui
