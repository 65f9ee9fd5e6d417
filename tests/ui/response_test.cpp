// SPDX-License-Identifier: MIT
// Sprites that push each other: by hand, and impact by impact in the X-ray.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "headless_window.hpp"

namespace phasebox {
namespace response_ui_test {

TEST(ResponseInTheWindow, the_pointer_pushes_one_sprite_with_another) {
  constexpr float kSide = 96;  // px, of the circles of this scene
  HeadlessWindow window(begin_with("lesson", {{"response.response", "impulse"}}));
  const auto position = [&](SpriteId id) { return window.model.session.world().positions()[id]; };
  const Vec2 before = position(1), way = window.on_screen(1) - window.on_screen(0);
  window.move_to(window.on_screen(0));
  window.press();
  window.until(
      "it is held", [&] { return window.model.session.held() == SpriteId{0}; }, 20);
  for (int move = 0; move < 10; ++move) {
    window.move_by(way * 0.1f);
    window.frames();
  }
  window.frames(20);
  EXPECT_GT(position(1).x, before.x + 20) << "pushed away";
  EXPECT_GT(position(1).y, before.y + 10);
  EXPECT_GT(length(position(1) - position(0)), kSide - 2);
  window.release();
  EXPECT_FALSE(window.model.session.held());
}

TEST(ResponseInTheWindow, an_image_gets_a_restitution_of_its_own_in_the_panel) {
  HeadlessWindow window("lesson");
  const Session& session = window.model.session;
  const std::uint16_t image = session.world().images()[0];
  const std::string place = "material." + session.images()[image].name;
  window.model.ui.section_open = {false, false, false, true, false, false};
  window.click_widget("fold.by image");
  window.click_widget(place + ".restitution");
  window.key("Ctrl+A");
  window.type("0.25");
  window.key("Enter");
  window.frames(2);
  EXPECT_EQ(material_of(session.materials(), image), ImageMaterial{.restitution = 0.25f});
  window.click_widget(place + ".clear");
  EXPECT_TRUE(session.materials().empty());
}

TEST(ResponseInTheWindow, the_xray_lists_the_impacts_and_a_click_goes_to_one) {
  HeadlessWindow window("stack");
  window.frames(25);  // soon it sleeps
  const Xray& xray = window.model.lab.xray;
  window.key("F10");
  ASSERT_TRUE(xray.is_open());
  EXPECT_EQ(xray.at(), 1u);
  EXPECT_TRUE(xray.is_in_impacts());
  EXPECT_GE(xray.impacts().size(), 20u) << "ten boxes, each on two corners";
  const std::uint64_t hash = window.model.session.hash();
  window.click_widget("xray.impact.4");
  EXPECT_EQ(xray.at(), 4u);
  EXPECT_EQ(xray.done_impacts(), 4u);
  EXPECT_EQ(window.model.session.hash(), hash) << "looking changes nothing";
  EXPECT_THAT(xray.sentence(), testing::HasSubstr("rest"));
  window.key("Shift+F10");
  EXPECT_EQ(xray.done_impacts(), 3u);
}

}  // namespace response_ui_test
}  // namespace phasebox
