// SPDX-License-Identifier: MIT
// What stands over the window or beside the field: questions, long work, tooltips, statistics.
#include <gtest/gtest.h>

#include "headless_window.hpp"

namespace phasebox {
namespace questions_ui_test {

TEST(ManyPairs, are_asked_about_before_anything_looks_for_them) {
  HeadlessWindow window(begin_with("sprites", {{"scene.count", "50000"}}));
  const Session& session = window.model.session;
  EXPECT_TRUE(window.shows("pairs.yes"));
  EXPECT_FALSE(session.is_detected());
  window.key("r");
  EXPECT_EQ(session.world().size(), 50'000u) << "no shortcut acts behind the question";
  window.key("Enter");
  EXPECT_EQ(session.world().size(), 60u) << "the scene's own count";
  EXPECT_TRUE(session.is_detected());
}

TEST(LongWork, runs_apart_and_keeps_what_was_pressed_meanwhile) {
  HeadlessWindow window(begin_with("uniform", {{"scene.count", "4000"}}));
  EXPECT_GT(window.runs_apart, 0);
  window.meanwhile = {.pauses = true, .keys = {{.key = Key{'t'}, .text = 't'}}};
  window.frames(2);
  EXPECT_TRUE(window.model.paused) << "as was asked for while it ran";
  EXPECT_EQ(window.model.view.theme, ThemeId::flash) << "T, pressed while it ran";
}

TEST(LongWork, of_few_sprites_stays_in_the_frame) {
  HeadlessWindow window("sprites");
  window.frames(10);
  EXPECT_EQ(window.runs_apart, 0);
}

TEST(Tooltip, goes_away_with_a_click_and_does_not_come_back_until_the_pointer_does) {
  HeadlessWindow window("lesson");
  const int without = window.imgui_windows();
  window.move_to(middle(window.rect("launch.gear")));
  window.frames(3);
  EXPECT_EQ(window.imgui_windows(), without + 1);
  window.click();
  window.frames(20);
  EXPECT_EQ(window.imgui_windows(), without);
  window.move_to({-1, -1});
  window.frames(240);
  window.move_to(middle(window.rect("launch.gear")) + Vec2{6, 0});
  window.frames(3);
  EXPECT_EQ(window.imgui_windows(), without + 1);
}

// The number of pictures per second is the last of them.
TEST(Statistics, are_whole_in_the_smallest_window) {
  for (const char* id : {"rdc", "sort-and-sweep", "incremental-sap", "quadtree", "brute-force"}) {
    LaunchOptions options;
    options.broadphase = id;
    options.width = 800, options.height = 600;
    HeadlessWindow window(options);
    window.frames(10);
    const Aabb last = window.rect("statistics.frames");
    EXPECT_LE(last.max.y, window.rect("panel").max.y) << id;
    EXPECT_LE(window.rect("narrowphase").max.y, last.min.y) << id << ": both choices above";
  }
}

}  // namespace questions_ui_test
}  // namespace phasebox
