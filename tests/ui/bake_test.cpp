// SPDX-License-Identifier: MIT
// The tool "Bake".
#include <gtest/gtest.h>

#include "headless_window.hpp"

namespace phasebox {
namespace bake_ui_test {

void wait_for_bake(HeadlessWindow& window) {
  window.click_widget("bake.start");
  window.until(
      "baked", [&] { return window.model.lab.bake.outlines() != nullptr; },
      HeadlessWindow::kManyFrames);
  window.until(
      "measured", [&] { return !window.model.lab.bake.is_running(); }, HeadlessWindow::kManyFrames);
  window.frames(3);
}

std::string_view lack_of_baked(const HeadlessWindow& window) {
  const ApplicationModel& model = window.model;
  return lack_of(Owner::view(), "baked", model.session, model.trace, model.lab);
}

TEST(BakeInTheWindow, measures_exports_and_draws_until_a_static_sprite_changes) {
  const CurrentFolder folder;
  HeadlessWindow window("walls");
  window.key("p");
  window.choose("menu.Tools", "menu.bake");
  window.frames(3);
  EXPECT_EQ(lack_of_baked(window), "Bake first: tool Bake.");
  EXPECT_FALSE(window.shows("bake.json"));
  window.click_widget("bake.kind.bsp");
  wait_for_bake(window);
  const auto worth = window.model.lab.bake.found();
  EXPECT_EQ(worth->baked->options.kind, BakeKind::bsp);
  EXPECT_EQ(worth->frames, BakeStudy::kFrames);
  EXPECT_EQ(lack_of_baked(window), "");
  window.click_widget("bake.json");
  window.click_widget("bake.c");
  window.frames(2);
  EXPECT_NE(folder.read("phasebox-level-001.json").find("\"kind\": \"bsp\""), std::string::npos);
  EXPECT_NE(folder.read("phasebox-level-001.h").find("level_overlapping"), std::string::npos);
  window.click_widget("bake.show");
  window.frames(2);
  EXPECT_TRUE(window.model.view.shows(Overlay::baked));

  ASSERT_TRUE(window.model.apply(command::SetStatic{{0}, false}));
  window.frames(3);
  EXPECT_FALSE(window.model.lab.bake.found());
  EXPECT_EQ(window.model.lab.bake.dropped(), "A static sprite came, went or changed.");
  EXPECT_FALSE(window.shows("bake.json"));
  EXPECT_EQ(lack_of_baked(window), "Bake first: tool Bake.");
}

TEST(BakeInTheWindow, says_that_no_sprite_is_static) {
  HeadlessWindow window("flash");
  window.choose("menu.Tools", "menu.bake");
  window.frames(2);
  window.click_widget("bake.start");
  window.frames(2);
  EXPECT_TRUE(window.has_said("no sprite is static")) << window.state();
  EXPECT_EQ(lack_of_baked(window), "No sprite is static.");
}

}  // namespace bake_ui_test
}  // namespace phasebox
