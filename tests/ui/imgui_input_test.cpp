// SPDX-License-Identifier: MIT
// Dear ImGui sees the input of a frame in that frame, as the field and the action table do.
#include <gtest/gtest.h>

#include "headless_window.hpp"

namespace phasebox {
namespace imgui_input_test {

TEST(ImguiInput, a_wheel_turned_in_motion_delays_no_click) {
  HeadlessWindow window("lesson");
  window.move_to(middle(window.rect("field")));
  for (int i = 0; i < 40; ++i) window.wheel(i % 2 == 0 ? 1.0f : -1.0f, {1, 0});
  const auto image = window.model.ui.launch_image;
  window.click_at(middle(window.rect("launch.gear")));
  EXPECT_NE(window.model.ui.launch_image, image);
}

TEST(ImguiInput, ctrl_a_marks_all_of_a_text) {
  HeadlessWindow window("flash");
  window.key("g");
  window.type("3");
  window.key("Ctrl+A");
  window.type("24");
  window.key("Enter");
  EXPECT_EQ(window.param("rdc", "group-size"), 24);
}

TEST(ImguiInput, a_key_held_in_a_text_is_let_go_with_the_focus) {
  HeadlessWindow window("flash");
  window.key("g");
  window.type("24");
  window.lose_focus_holding("Backspace");
  window.frames(120);
  window.lose_focus_holding("Home");
  window.type("1");
  window.key("Enter");
  EXPECT_EQ(window.param("rdc", "group-size"), 12) << "one digit was taken away, not both";
}

}  // namespace imgui_input_test
}  // namespace phasebox
